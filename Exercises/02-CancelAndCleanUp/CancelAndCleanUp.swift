// Exercise 02: cancel and clean up
//
// Parts are copied from a source to a target, one after the other, until there are no more or a caller
// cancels. Both must be opened before they are used, and whatever was opened must be closed: after the last
// part, after an error, after a cancel. Tried with: swift test --filter Exercise02

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

/// Copies all parts from a source to a target, unless it is cancelled.
public final class Copy: MiniOperation, @unchecked Sendable {
  private let source: any Source
  private let target: any Target

  /// The error that ended the work; nil for any other end, and before it.
  public var error: (any Error)? {
    // TODO: Where is it kept?
    nil
  }

  /// Makes an operation that opens `source`, then `target`, and copies.
  public init(from source: any Source, to target: any Target) {
    self.source = source
    self.target = target
  }

  public override func main() {
    // TODO: Open, copy, close. This method has more than one way out.
  }
}
