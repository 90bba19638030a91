import Synchronization
import Testing

@testable import MiniOperations

@Suite(.watched) struct `The table of keys` {
  @Test func `Arguments of a key path are compared and released while its lock is not held`() async throws {
    let calls = try await onThread { () -> (compared: Int, released: Int) in
      let tally = Tally()
      let operation = Shelf()
      MiniOperation.makeObservable(\Shelf[Book("registered", tally)], as: "book of this test")
      // Each path is another object, equal to the one that is registered; the table remembers eight of them.
      for _ in 0..<10 {
        operation.didChangeValue(for: \Shelf[Book("registered", tally)])
      }
      return tally.counts
    }
    #expect(calls.compared >= 10)
    #expect(calls.released >= 2)
  }

  @Test func `A key that is registered on two threads at once has one number`() async throws {
    for round in 0..<50 {
      let keys = Mutex<[Key]>([])
      try await onThreads(2) { _ in
        let tally = Tally()
        MiniOperation.makeObservable(\Shelf[Book("round \(round)", tally)], as: "round \(round)")
        let key = KeyTable.key(for: \Shelf[Book("round \(round)", tally)])
        keys.withLock { $0 += key.map { [$0] } ?? [] }
      }
      #expect(keys.withLock { $0 } == Array(repeating: Key("round \(round)"), count: 2))
    }
  }

  @Test func `Of two keys that are registered at once, none is lost`() async throws {
    for round in 0..<50 {
      try await onThreads(2) { number in
        MiniOperation.makeObservable(
          \Shelf[Book("round \(round), thread \(number)", Tally())], as: "round \(round), thread \(number)")
      }
      for number in 0..<2 {
        let key = KeyTable.key(for: \Shelf[Book("round \(round), thread \(number)", Tally())])
        #expect(key == Key("round \(round), thread \(number)"))
      }
    }
  }
}

private final class Shelf: MiniOperation, @unchecked Sendable {
  subscript(book: Book) -> Bool { book.title.isEmpty }
}

/// An argument of a key path whose every method uses the table of keys, as a program's may.
private final class Book: Hashable, Sendable {
  let title: String
  private let tally: Tally

  init(_ title: String, _ tally: Tally) { (self.title, self.tally) = (title, tally) }

  deinit { tally.countReleased() }

  static func == (left: Book, right: Book) -> Bool {
    left.tally.countCompared()
    return left.title == right.title
  }

  func hash(into hasher: inout Hasher) { hasher.combine(title) }
}

private final class Tally: Sendable {
  private let values = Mutex((compared: 0, released: 0))

  var counts: (compared: Int, released: Int) { values.withLock { $0 } }

  func countCompared() {
    _ = Key("a key that is only asked for")
    values.withLock { $0.compared += 1 }
  }

  func countReleased() {
    _ = Key("a key that is only asked for")
    values.withLock { $0.released += 1 }
  }
}
