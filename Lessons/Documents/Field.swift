import MiniOperations
import Synchronization

/// A plain variable of a document's class, which the Explorer can see.
///
/// The documents keep their flags in instance variables, written on one thread and
/// read on another. A processor reads and writes such a word as a whole and promises
/// nothing beyond that. So does this one: a single access is safe, two in a row are
/// not one, and what happens in between is what the course is about.
@propertyWrapper
final class Field<Value: Sendable>: Sendable {
  private let name: String
  private let id = ResourceID()
  private let stored: Mutex<Value>

  init(wrappedValue: Value, _ name: String) {
    self.name = name
    stored = Mutex(wrappedValue)
  }

  var wrappedValue: Value {
    get {
      Direction.reach(.read, of: id, "read \(name) → \(stored.withLock { $0 })")
      return stored.withLock { $0 }
    }
    set {
      Direction.reach(.write, of: id, "write \(name) \(newValue)")
      stored.withLock { $0 = newValue }
    }
  }
}
