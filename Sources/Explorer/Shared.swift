import Threading

/// A variable that several threads use without a lock; each read and each write is a point.
///
/// An ordinary variable is seen only in a module that is compiled with
/// `-sanitize=thread`, and is no point. Put one that takes part in a race into a
/// `Shared`, and another thread may run between any two uses:
///
///     let count = Shared(0, "count")
///     count.value += 1   // a read and a write: two points
///
/// It protects nothing; that is its purpose. Outside an exploration it is an
/// ordinary variable, as unsafe as any.
public final class Shared<Value>: @unchecked Sendable {
  // Unchecked on purpose: it stands for a variable that nothing protects. Under
  // the Explorer only one thread runs at a time.
  private let id = ResourceID()
  @exclusivity(unchecked) private var stored: Value

  /// Its name in tables.
  public let name: String

  /// Creates a variable with its first value and its name in tables.
  public init(_ value: Value, _ name: String = "a variable") {
    stored = value
    self.name = name
  }

  /// The value; reading it and writing it are points.
  public var value: Value {
    get {
      Direction.useMemory(id, isChange: false, name: name, "read \(name) → \(words(stored))")
      return stored
    }
    set {
      Direction.useMemory(id, isChange: true, name: name, "write \(name) \(words(newValue))")
      stored = newValue
    }
  }
}

/// A value as text, the same each time: sets and dictionaries have an order of their own in each run.
func words(_ value: Any) -> String {
  // The most frequent type needs no mirror, which takes far longer than the text.
  if type(of: value) == Int.self { return "\(value)" }
  let mirror = Mirror(reflecting: value)
  switch mirror.displayStyle {
  case .set:
    return "[\(mirror.children.map { String(reflecting: $0.value) }.sorted().joined(separator: ", "))]"
  case .dictionary:
    let entries = mirror.children.compactMap { $0.value as? (key: Any, value: Any) }
    let lines = entries.map { "\(String(reflecting: $0.key)): \(String(reflecting: $0.value))" }
    return lines.isEmpty ? "[:]" : "[\(lines.sorted().joined(separator: ", "))]"
  default: return "\(value)"
  }
}

/// The resource of all points that have only a label.
private let labelled = ResourceID()

/// A point: another thread may run first here.
///
/// Put it where another thread could run in between and the Explorer sees
/// nothing, for instance before each use of memory in a module that is not
/// compiled with `-sanitize=thread`. Outside an
/// exploration it does nothing.
public func point(_ label: @autoclosure () -> String) {
  Direction.reach(.point, of: labelled, label())
}
