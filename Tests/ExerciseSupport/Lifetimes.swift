import Synchronization

/// Objects that a test has handed to an exercise, each under a name, to see which of them are still alive.
public final class Lifetimes: Sendable {
  private struct Entry: @unchecked Sendable {
    // Unchecked: set once.
    let name: String
    weak var object: AnyObject?
  }

  private let entries = Mutex<[Entry]>([])

  /// Makes an empty list.
  public init() {}

  /// Observes an object from now on, and returns it.
  @discardableResult
  public func observe<Object: AnyObject>(_ object: Object, as name: String) -> Object {
    let entry = Entry(name: name, object: object)
    entries.withLock { $0.append(entry) }
    return object
  }

  /// A new object, for a closure to hold.
  public func object(_ name: String) -> ReleaseObserver { observe(ReleaseObserver {}, as: name) }

  /// The names of the objects that have not been released, in the order in which they were handed out.
  public var alive: [String] { entries.withLock { $0 }.filter { $0.object != nil }.map(\.name) }
}
