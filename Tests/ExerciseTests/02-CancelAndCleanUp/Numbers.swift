import Exercise02
import ExerciseSupport
import Synchronization

/// Many parts, negative ones and zeros among them, most of them twice.
final class Numbers: Source {
  private let count: Int
  private let taken = Atomic(0)

  init(count: Int) { self.count = count }

  func open() {}
  func close() {}
  func next() -> Int? {
    let number = taken.add(1, ordering: .relaxed).oldValue
    return number < count ? (number - 100) / 2 : nil
  }
}

/// Counts parts and hashes them in their order, so that two long rows can be compared.
final class Checksum: Target {
  private let state = Synchronization.Mutex((count: 0, hash: 0))

  var count: Int { state.withLock { $0.count } }

  func open() {}
  func close() {}
  func write(_ part: Int) { state.withLock { $0 = ($0.count + 1, $0.hash &* 31 &+ part) } }

  /// Whether it has got the parts of a source, in their order.
  func isSame(as source: Numbers) -> Bool {
    let other = Checksum()
    while let part = source.next() { other.write(part) }
    return state.withLock { $0 } == other.state.withLock { $0 }
  }
}

/// A source and a target in one, with one part; the call of that number throws, of all calls in the log.
final class Pipe: Source, Target {
  private let name: String
  private let notes: Notes
  private let failing: Int

  init(_ name: String, _ notes: Notes, _ failing: Int) {
    (self.name, self.notes, self.failing) = (name, notes, failing)
  }

  func open() throws { try call("open \(name)") }
  func close() { notes("close \(name)") }
  func write(_ part: Int) throws { try call("write") }
  func next() throws -> Int? {
    try call("next")
    return notes.lines.contains("write") ? nil : 1
  }

  private func call(_ call: String) throws {
    if notes.add(call) == failing + 1 { throw Jam(number: failing) }
  }
}
