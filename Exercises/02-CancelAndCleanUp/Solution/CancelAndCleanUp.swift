// Exercise 02: cancel and clean up
//
// Parts are copied from a source to a target, one after the other, until there are no more or a caller
// cancels. Both must be opened before they are used, and whatever was opened must be closed: after the last
// part, after an error, after a cancel. Tried with: swift test --filter Exercise02

import MiniOperations
import Synchronization

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

/// Copies all parts from a source to a target, unless it is cancelled.
public final class Copy: MiniOperation, @unchecked Sendable {
  // Unchecked: `stored` has its own lock, the rest is constant.
  private let source: any Source
  private let target: any Target
  private let stored = Mutex<(any Error)?>(nil)

  /// The error that ended the work; nil for any other end, and before it.
  public var error: (any Error)? { stored.withLock { $0 } }

  /// Makes an operation that opens `source`, then `target`, and copies.
  public init(from source: any Source, to target: any Target) {
    self.source = source
    self.target = target
  }

  public override func main() {
    do { try copy() } catch { stored.withLock { $0 = error } }
  }

  private func copy() throws {
    // Each `defer` follows the call that it undoes: it runs on every way out from then on, and on
    // no earlier way out. The last one opened is the first one closed.
    try source.open()
    defer { source.close() }
    // Opening can take long, so a cancel may have come meanwhile.
    if isCancelled { return }
    try target.open()
    defer { target.close() }
    // One check per iteration is enough: a part that was taken is also written, so that none is lost.
    while !isCancelled, let part = try source.next() { try target.write(part) }
  }
}
