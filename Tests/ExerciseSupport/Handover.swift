import MiniOperations
import Synchronization

/// What an answer has handed to one thread of a scene, for another thread to call or read.
///
/// The Explorer sees its lock: whoever takes an object knows all that was done to it before it was handed
/// over, as in a program whose transfer guards what it stores. Behind a lock that the Explorer does not see,
/// the object's first writes would race with its use.
public final class Handover<Value: Sendable>: Sendable {
  private let lock: RecursiveLock
  private let stored: Mutex<Value>

  /// Begins with a value; tables show the name.
  public init(_ value: Value, name: String) {
    lock = RecursiveLock(name: name)
    stored = Mutex(value)
  }

  /// Reads or changes the value.
  public func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    lock.withLock { stored.withLock { body(&$0) } }
  }
}
