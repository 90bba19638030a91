import ExerciseSupport
import MiniOperations
import Synchronization
import Testing

@testable import Exercise02

/// A source and a target that write every call into `notes` and run a hook in some of the calls.
final class Belt: Sendable {
  /// Code that runs in the middle of a call.
  typealias Hook = @Sendable () throws -> Void

  let notes = Notes()
  let parts: [Int]
  private let hooks = Synchronization.Mutex<[Int: Hook]>([:])
  private let closeHook = Synchronization.Mutex<(@Sendable () -> Void)?>(nil)
  private let calls = Synchronization.Mutex(0)

  init(_ parts: [Int]) { self.parts = parts }

  /// Runs `hook` in the call of this number, counted from 0 and without those of `close`.
  func inCall(_ number: Int, _ hook: @escaping Hook) { hooks.withLock { $0[number] = hook } }

  /// Runs `hook` in each `close`.
  func inClose(_ hook: @escaping @Sendable () -> Void) { closeHook.withLock { $0 = hook } }

  fileprivate func runHook() throws {
    let number = calls.withLock { calls in
      defer { calls += 1 }
      return calls
    }
    try hooks.withLock { $0.removeValue(forKey: number) }?()
  }

  fileprivate func runCloseHook() { closeHook.withLock { $0 }?() }

  /// Every call of a copy that is neither cancelled nor fails, without those of `close`.
  var allCalls: [String] {
    ["open source", "open target"] + parts.flatMap { ["next", "write \($0)"] } + ["next"]
  }

  /// The calls up to the one of this number, and those of `close` that must follow.
  func calls(upTo number: Int, hasFailed: Bool = false) -> [String] {
    let calls = Array(allCalls.prefix(number + 1))
    let opened = hasFailed ? calls.dropLast() : calls[...]
    return calls + ["target", "source"].filter { opened.contains("open \($0)") }.map { "close \($0)" }
  }

  /// The calls of a copy that is cancelled in the call of this number: it stops there, or one call later.
  func callsIfCancelled(in number: Int) -> [[String]] {
    [calls(upTo: number)] + (number + 1 < allCalls.count ? [calls(upTo: number + 1)] : [])
  }
}

/// One end of a belt; it writes down a call that is not allowed now.
final class End: Source, Target {
  private let (belt, name): (Belt, String)
  private let state = Synchronization.Mutex((isOpen: false, isInUse: false))
  private let left: Synchronization.Mutex<[Int]>

  init(_ belt: Belt, _ name: String) {
    (self.belt, self.name) = (belt, name)
    left = Synchronization.Mutex(belt.parts.reversed())
  }

  func open() throws {
    belt.notes("open \(name)")
    try belt.runHook()
    state.withLock { $0.isOpen = true }
  }

  func next() throws -> Int? {
    try use("next")
    return left.withLock { $0.popLast() }
  }

  func write(_ part: Int) throws { try use("write \(part)") }

  private func use(_ call: String) throws {
    let isOpen = state.withLock { state in
      state.isInUse = true
      return state.isOpen
    }
    defer { state.withLock { $0.isInUse = false } }
    belt.notes(isOpen ? call : "\(call) of a closed \(name)")
    try belt.runHook()
  }

  func close() {
    let before = state.withLock { state in
      defer { state.isOpen = false }
      return state
    }
    belt.notes("close \(name)\(before.isInUse ? " in use" : before.isOpen ? "" : " that is not open")")
    belt.runCloseHook()
  }
}

/// An error that the exercise does not know.
struct Jam: Error, Equatable, CustomStringConvertible {
  let number: Int
  var description: String { "Jam \(number)" }
}

extension Copy {
  /// Creates an operation that copies the parts of a belt.
  convenience init(_ belt: Belt) { self.init(from: End(belt, "source"), to: End(belt, "target")) }
}

/// Where a copy is cancelled and where a call throws; calls are counted from 0.
struct Story: CustomStringConvertible {
  var isCancelledBefore = false
  var cancelledIn: Int?
  var throwsIn: Int?
  var error: any Error = Jam(number: 7)
  var isCancelledInClose = false

  /// Every story with one cancellation, one error or both, the error at most one call later.
  static func all(of belt: Belt) -> [Story] {
    let numbers = belt.allCalls.indices
    return [Story(), Story(isCancelledBefore: true), Story(isCancelledInClose: true)]
      + numbers.flatMap { number in
        [
          Story(cancelledIn: number), Story(throwsIn: number), Story(cancelledIn: number, throwsIn: number),
          Story(throwsIn: number, isCancelledInClose: true),
        ]
      } + numbers.dropLast().map { Story(cancelledIn: $0, throwsIn: $0 + 1) }
  }

  /// A copy to which this happens.
  func copy(_ belt: Belt) -> Copy {
    let (operation, itself, error) = (Copy(belt), Reference<Copy>(), error)
    itself.object = operation
    for number in Set([cancelledIn, throwsIn].compactMap { $0 }) {
      let (cancels, fails) = (number == cancelledIn, number == throwsIn)
      belt.inCall(number) {
        if cancels { itself.object?.cancel() }
        if fails { throw error }
      }
    }
    if isCancelledInClose { belt.inClose { itself.object?.cancel() } }
    if isCancelledBefore { operation.cancel() }
    return operation
  }

  /// The calls that such a copy may have made.
  func allowed(_ belt: Belt) -> [[String]] {
    switch (cancelledIn, throwsIn) {
    case _ where isCancelledBefore: [[]]
    case (nil, nil): [belt.calls(upTo: belt.allCalls.count)]
    case (let number?, nil): belt.callsIfCancelled(in: number)
    case (let first?, let second?) where first < second:
      [belt.calls(upTo: first), belt.calls(upTo: second, hasFailed: true)]
    case (_, let number?): [belt.calls(upTo: number, hasFailed: true)]
    }
  }

  /// The errors that such a copy may have, in words.
  var allowedErrors: [String] {
    throwsIn == nil ? ["nil"] : cancelledIn == nil ? ["\(error)"] : ["\(error)", "nil"]
  }

  var description: String {
    let parts = [
      isCancelledBefore ? "is cancelled before it starts" : nil,
      cancelledIn.map { "is cancelled in call \($0 + 1)" },
      throwsIn.map { "has a call \($0 + 1) that throws" }, isCancelledInClose ? "is cancelled in close" : nil,
    ].compactMap { $0 }
    return parts.isEmpty ? "is neither cancelled nor fails" : parts.joined(separator: " and ")
  }
}

extension [[String]] {
  /// Each list of calls, for a failure's message.
  var alternatives: String {
    Set(self).count == 1 ? self[0].inBrackets : "either \(map(\.inBrackets).joined(separator: " or "))"
  }
}

extension [String] {
  /// The calls, or that there is none, for a message that has several lists.
  var inBrackets: String { isEmpty ? "no call" : "[\(joined(separator: ", "))]" }
  /// The calls without those of `close`.
  var withoutClose: [String] { filter { !$0.hasPrefix("close") } }
}

/// Starts a copy of two parts to which this happens and expects the calls that are allowed then.
func checkCalls(_ story: Story, _ cause: String, sourceLocation: SourceLocation = #_sourceLocation) {
  let belt = Belt([1, 2])
  let operation = story.copy(belt)
  operation.start()
  let (calls, allowed) = (belt.notes.lines, story.allowed(belt))
  expect(
    operation.isFinished && allowed.contains(calls),
    "calls of a copy that \(story): expected \(allowed.alternatives), got \(calls.inBrackets). \(cause)",
    sourceLocation: sourceLocation)
}
