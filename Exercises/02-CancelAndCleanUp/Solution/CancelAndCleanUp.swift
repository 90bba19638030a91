// Exercise 02: cancel and clean up
//
// Parts are copied from a source to a target, one after the other, until there are no more or the operation
// is cancelled. Both must be opened before they are used, and everything that was opened must be closed:
// after the last part, after an error, after a cancellation. Run the tests: swift run course check 2

import MiniOperations
import Synchronization

/// An object that must be opened before it is used, and closed afterwards.
public protocol Resource: Sendable {
  /// Opens it; if this throws, it is not open and must not be closed.
  func open() throws
  /// Closes it: once for each `open`, and never while another call on it is in progress.
  func close()
}

/// A resource that returns parts.
public protocol Source: Resource {
  /// The next part; nil if there are no more.
  func next() throws -> Int?
}

/// A resource that receives parts.
public protocol Target: Resource {
  /// Receives a part.
  func write(_ part: Int) throws
}

/// Copies all parts from a source to a target, unless it is cancelled.
public final class Copy: MiniOperation, @unchecked Sendable {
  // Unchecked: `stored` has its own lock, the rest is constant.
  private let source: any Source
  private let target: any Target
  private let stored = Mutex<(any Error)?>(nil)

  /// The error that a call has thrown; nil if none has.
  ///
  /// Any thread may read it at any time.
  public var error: (any Error)? { stored.withLock { $0 } }

  /// Creates an operation that opens `source`, then `target`, and copies all parts.
  public init(from source: any Source, to target: any Target) {
    self.source = source
    self.target = target
  }

  public override func main() {
    do { try copy() } catch { stored.withLock { $0 = error } }
  }

  private func copy() throws {
    // Each `defer` follows the call that it undoes: it runs on every way out after that call, and on none
    // before it. They run in reverse order.
    try source.open()
    defer { source.close() }
    // Opening can take long, and `cancel()` may have been called in that time.
    if isCancelled { return }
    try target.open()
    defer { target.close() }
    // One check per iteration is enough: a part that next has returned is written, so that none is lost.
    while !isCancelled, let part = try source.next() { try target.write(part) }
  }
}
