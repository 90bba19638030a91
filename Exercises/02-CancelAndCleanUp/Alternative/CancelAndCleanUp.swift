// Exercise 02: cancel and clean up
//
// Built without `defer`: opening is a function with a body, so that closing cannot be forgotten and stands in
// one place only. A cancel is thrown like any other error, but is not stored at the end.

import Foundation
import MiniOperations

/// What has to be opened before it is used, and closed when it was opened.
public protocol Resource: Sendable {
  /// Opens it; when this throws, it is not open, and there is nothing to close.
  func open() throws
  /// Closes it: once for each time it was opened, and never while a call on it is in progress.
  func close()
}

/// Where parts come from.
public protocol Source: Resource {
  /// The next part, nil when there are no more.
  func next() throws -> Int?
}

/// Where parts go.
public protocol Target: Resource {
  /// Takes a part.
  func write(_ part: Int) throws
}

extension Resource {
  /// Runs `body` between opening and closing.
  fileprivate func whileOpen(_ body: () throws -> Void) throws {
    try open()
    let result = Result { try body() }
    close()
    try result.get()
  }
}

/// Copies all parts from a source to a target, unless it is cancelled.
public final class Copy: MiniOperation, @unchecked Sendable {
  // Unchecked: `kept` is touched while `lock` is held, the rest is constant.
  private let source: any Source
  private let target: any Target
  private let lock = NSLock()
  private var kept: (any Error)?

  /// The error that ended the work; nil for any other end, and before it.
  public var error: (any Error)? { lock.withLock { kept } }

  /// Makes an operation that opens `source`, then `target`, and copies.
  public init(from source: any Source, to target: any Target) {
    self.source = source
    self.target = target
  }

  public override func main() {
    do {
      try source.whileOpen {
        try checkCancelled()
        try target.whileOpen { try copyParts() }
      }
    } catch is Stop {
      // The caller asked for it: that is no error.
    } catch {
      lock.withLock { kept = error }
    }
  }

  private struct Stop: Error {}

  private func checkCancelled() throws { if isCancelled { throw Stop() } }

  /// Looks at the end of each turn, so that a part that was read is written as well.
  private func copyParts() throws {
    try checkCancelled()
    while let part = try source.next() {
      try target.write(part)
      try checkCancelled()
    }
  }
}
