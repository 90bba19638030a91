// Exercise 02: cancel and clean up
//
// Built without `defer`: opening is a function with a body, so that closing cannot be forgotten and stands in
// one place only. A cancellation is thrown as an error of its own type, which is not stored.

import Foundation
import MiniOperations

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
  // Unchecked: `stored` is read and written while `lock` is held, the rest is constant.
  private let source: any Source
  private let target: any Target
  private let lock = NSLock()
  private var stored: (any Error)?

  /// The error that a call has thrown; nil if none has.
  ///
  /// Any thread may read it at any time.
  public var error: (any Error)? { lock.withLock { stored } }

  /// Creates an operation that opens `source`, then `target`, and copies all parts.
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
      // A cancellation is not an error.
    } catch {
      lock.withLock { stored = error }
    }
  }

  private struct Stop: Error {}

  private func checkCancelled() throws { if isCancelled { throw Stop() } }

  /// Checks at the end of each iteration, so that a part that was read is written as well.
  private func copyParts() throws {
    try checkCancelled()
    while let part = try source.next() {
      try target.write(part)
      try checkCancelled()
    }
  }
}
