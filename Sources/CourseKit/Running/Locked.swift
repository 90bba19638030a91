import Foundation

/// A value that several threads share.
package final class Locked<Value>: @unchecked Sendable {
  // Unchecked: `stored` is touched only while `lock` is held.
  private let lock = NSLock()
  private var stored: Value

  package init(_ value: Value) { stored = value }

  package var value: Value {
    get { lock.withLock { stored } }
    set { lock.withLock { stored = newValue } }
  }

  package func withValue<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try lock.withLock { try body(&stored) }
  }
}
