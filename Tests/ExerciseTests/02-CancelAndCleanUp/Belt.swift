import Exercise02
import ExerciseSupport
import Synchronization

/// A source and a target that note every call, and in one of the calls let something happen.
final class Belt: Sendable {
  /// What happens in the middle of a call.
  typealias Surprise = @Sendable () throws -> Void

  let notes = Notes()
  let parts: [Int]
  private let surpriseAt: Int?
  private let surprises = Synchronization.Mutex<[Int: Surprise]>([:])
  private let closing = Synchronization.Mutex<(@Sendable () -> Void)?>(nil)
  private let calls = Synchronization.Mutex(0)

  /// Makes a belt of parts; the surprise comes in the call of that number, counted from 0.
  init(_ parts: [Int], surpriseAt: Int? = nil, _ surprise: Surprise? = nil) {
    self.parts = parts
    self.surpriseAt = surpriseAt
    if let surpriseAt, let surprise { surprises.withLock { $0[surpriseAt] = surprise } }
  }

  /// Sets the surprise, where it needs something that is made after the belt; `callsLater` moves it to a later call.
  func surprise(callsLater: Int = 0, with surprise: @escaping Surprise) {
    if let surpriseAt { surprises.withLock { $0[surpriseAt + callsLater] = surprise } }
  }

  /// Removes what has not happened, because it may hold the operation.
  func forget() {
    surprises.withLock { $0 = [:] }
    closing.withLock { $0 = nil }
  }

  /// Says what happens in each `close`.
  func whenClosing(_ surprise: @escaping @Sendable () -> Void) { closing.withLock { $0 = surprise } }

  fileprivate func happenWhenClosing() { closing.withLock { $0 }?() }

  /// Takes out the surprise, if this call is the one.
  fileprivate func happen() throws {
    let number = calls.withLock { calls in
      defer { calls += 1 }
      return calls
    }
    try surprises.withLock { $0.removeValue(forKey: number) }?()
  }

  /// Every call of a copy that nothing interrupts, without the closing.
  var allCalls: [String] {
    ["open source", "open target"] + parts.flatMap { ["next", "write \($0)"] } + ["next"]
  }

  /// The calls up to the one of that number, and the closing that they ask for.
  func calls(upTo number: Int, hasFailed: Bool = false) -> [String] {
    let calls = Array(allCalls.prefix(number + 1))
    let opened = hasFailed ? calls.dropLast() : calls[...]
    return calls + ["target", "source"].filter { opened.contains("open \($0)") }.map { "close \($0)" }
  }

  /// What a copy that is cancelled in the call of that number may have done: stop there, or one call later.
  func callsWhenCancelled(in number: Int) -> [[String]] {
    [calls(upTo: number)] + (number + 1 < allCalls.count ? [calls(upTo: number + 1)] : [])
  }
}

/// One of the two ends of a belt: notes calls, and says so when one comes at the wrong time.
private final class End: Sendable {
  private struct State {
    var isOpen = false
    var isUsed = false
  }

  let belt: Belt
  private let name: String
  private let state = Synchronization.Mutex(State())

  init(_ belt: Belt, _ name: String) {
    self.belt = belt
    self.name = name
  }

  func open() throws {
    belt.notes("open \(name)")
    try belt.happen()
    state.withLock { $0.isOpen = true }
  }

  func use(_ call: String) throws {
    let isOpen = state.withLock { state in
      state.isUsed = true
      return state.isOpen
    }
    defer { state.withLock { $0.isUsed = false } }
    belt.notes(isOpen ? call : "\(call) of a closed \(name)")
    try belt.happen()
  }

  func close() {
    let before = state.withLock { state in
      defer { state.isOpen = false }
      return state
    }
    let remark = before.isUsed ? " while it is used" : before.isOpen ? "" : " that is not open"
    belt.notes("close \(name)\(remark)")
    belt.happenWhenClosing()
  }
}

/// Where the parts of a belt come from.
final class BeltSource: Source {
  private let end: End
  private let left: Synchronization.Mutex<[Int]>

  init(_ belt: Belt) {
    end = End(belt, "source")
    left = Synchronization.Mutex(belt.parts.reversed())
  }

  func open() throws { try end.open() }
  func close() { end.close() }
  func next() throws -> Int? {
    try end.use("next")
    return left.withLock { $0.popLast() }
  }
}

/// Where the parts of a belt go.
final class BeltTarget: Target {
  private let end: End

  init(_ belt: Belt) { end = End(belt, "target") }

  func open() throws { try end.open() }
  func close() { end.close() }
  func write(_ part: Int) throws { try end.use("write \(part)") }
}

/// An error that the exercise does not know.
struct Jam: Error, Equatable, CustomStringConvertible {
  let number: Int
  var description: String { "Jam \(number)" }
}

extension Copy {
  /// Makes an operation that copies the parts of a belt.
  convenience init(_ belt: Belt) { self.init(from: BeltSource(belt), to: BeltTarget(belt)) }

  /// The error in words that can be compared.
  var shownError: String { error.map { "\($0)" } ?? "no error" }
}

extension Dice {
  /// Parts without a pattern.
  mutating func parts(_ count: ClosedRange<Int>) -> [Int] { (0..<roll(count)).map { _ in roll(10...99) } }
}
