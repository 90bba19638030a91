// Exercise 02: cancel and clean up
//
// Parts are copied from a source to a target, one after the other, until there are no more or the operation
// is cancelled. Both must be opened before they are used, and everything that was opened must be closed:
// after the last part, after an error, after a cancellation. You may add members, types and imports, and
// override other members of MiniOperation. Run the tests: swift run course check 2

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

/// Copies all parts from a source to a target, unless it is cancelled.
public final class Copy: MiniOperation, @unchecked Sendable {
  private let source: any Source
  private let target: any Target

  /// The error that a call has thrown; nil if none has.
  ///
  /// Any thread may read it at any time.
  public var error: (any Error)? {
    // TODO: Where is the error stored, and what guards it?
    nil
  }

  /// Creates an operation that opens `source`, then `target`, and copies all parts.
  public init(from source: any Source, to target: any Target) {
    self.source = source
    self.target = target
  }

  public override func main() {
    // TODO: Open, copy, close. This method has more than one way out.
  }
}
