import Explorer
import ExplorerStandIns

/// A small program of a few threads that use ordinary variables.
public struct Program: Sendable, CustomStringConvertible {
  /// Its name, which says what the threads do.
  public let name: String
  /// Declares the threads and the checks.
  public let body: @Sendable (Stage) throws -> Void

  init(_ name: String, _ body: @escaping @Sendable (Stage) throws -> Void) {
    (self.name, self.body) = (name, body)
  }

  /// The name.
  public var description: String { name }
}

/// A class without a lock.
final class Counter: @unchecked Sendable {
  var count = 0
  var other = 0
  init() {}
  func increase() { count += 1 }
}

/// Something with two references and two numbers.
final class Node: @unchecked Sendable {
  var value: Int
  var next: Node?
  init(_ value: Int, _ next: Node? = nil) { (self.value, self.next) = (value, next) }
}

/// Passes one value on, under a lock.
final class Slot<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value?
  init() {}

  func put(_ value: Value) { lock.withLock { self.value = value } }

  func take() -> Value? {
    lock.withLock {
      defer { value = nil }
      return value
    }
  }
}

/// A value of any type, with a lock that one of its properties forgets.
final class Protected<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value
  init(_ value: Value) { self.value = value }
  func get() -> Value { lock.withLock { value } }
  func set(_ new: Value) { lock.withLock { value = new } }
  func change(_ body: (inout Value) -> Void) { lock.withLock { body(&value) } }
  var unguarded: Value { value }
}

/// A value whose copies share their storage until one of them is changed.
struct CopyOnWrite: @unchecked Sendable {
  private final class Storage {
    var numbers: [Int]
    init(_ numbers: [Int]) { self.numbers = numbers }
  }

  private var storage: Storage
  init(_ numbers: [Int]) { storage = Storage(numbers) }
  var count: Int { storage.numbers.count }

  mutating func append(_ number: Int) {
    if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.numbers) }
    storage.numbers.append(number)
  }
}

extension Stage {
  /// Declares threads that do the same.
  func threads(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) {
    for number in 1...count { thread("T\(number)") { try body(number) } }
  }
}

/// Reads a value, even if nothing is done with it.
@inline(never)
func use<Value>(_ value: Value) {}
