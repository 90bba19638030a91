import ExerciseSupport
import MiniOperations
import Synchronization
import Testing

@testable import Exercise07

extension `One at a time, on threads` {
  @Test func `Whatever is added, suspended, dropped and resumed, the order stays and one runs`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let play = Play()
        for _ in 0..<400 where play.mistake == nil { play.step() }
        expect(
          play.mistake == nil && play.hasDoneWork,
          """
          expected \(play.mistake ?? "pieces to be done, got none"), after \(play.story): can each method be called in \
          each state, also while a piece runs? (seed \(play.seed))
          """)
      }
    }
    judge(end)
  }
}

// MARK: - Fixtures

/// A runner to which anything happens: between two pieces, inside one, and on another thread beside one.
private final class Play: Sendable {
  private let sheet = Sheet()
  private let launched = Launched()
  private let runner: SerialRunner

  init() {
    runner = SerialRunner { [sheet, launched] in
      sheet { $0.launches() }
      launched.add($0)
    }
  }

  var mistake: String? { sheet { $0.mistake } }
  var hasDoneWork: Bool { sheet { $0.hasDoneWork } }
  var seed: UInt64 { sheet { $0.dice.seed } }
  var story: String { sheet { $0.story.suffix(12).joined(separator: ", ") } }

  /// Calls a method or, one time in three, what was launched.
  func step() {
    if sheet({ $0.dice.once(in: 3) }) { run() } else { happen() }
  }

  private func run() {
    sheet { $0.beginRun() }
    while let closure = launched.take() {
      guard returns(closure) else {
        return sheet { $0.expect(false, "a thread to return, got one that waits") }
      }
    }
    sheet { $0.endRun() }
  }

  private func happen() {
    switch sheet({ $0.dice.roll(1...8) }) {
    case 1, 2, 3:
      let number = sheet { $0.add() }
      runner.add { [self] in piece(number) }
    case 4, 5:
      sheet { $0.suspend(true) }
      runner.suspend()
    case 6, 7:
      sheet { $0.suspend(false) }
      runner.resume()
    default:
      let expected = sheet { $0.drop() }
      let dropped = runner.drop()
      sheet { $0.expect(dropped == expected, "a drop to return \(expected), got \(dropped)") }
    }
  }

  private func piece(_ number: Int) {
    guard sheet({ $0.begin(number) }) else { return }
    for _ in 0..<sheet({ $0.dice.roll(0...4) }) where mistake == nil {
      switch sheet({ $0.dice.roll(1...4) }) {
      case 1:
        sheet { $0.story.append("on another thread") }
        let isBack = returns { self.happen() }
        sheet {
          $0.expect(isBack, "each method to return while a piece runs, got one that waits for its end")
        }
      default: happen()
      }
    }
    // A thread that was launched by now begins while this piece runs.
    while let closure = launched.take() { _ = returns(closure) }
    sheet { $0.end(number) }
  }
}

/// What a runner may do at each moment, and the first rule that it broke.
private final class Sheet: Sendable {
  struct Page {
    var dice = Dice()
    var story: [String] = []
    private(set) var mistake: String?
    private(set) var hasDoneWork = false
    private var waiting: [Int] = []
    private var added = 0
    private var isSuspended = false
    private var running: Int?
    /// Whether launched closures are called; a piece begins at no other time.
    private var isRunning = false

    mutating func expect(_ holds: Bool, _ claim: String) {
      if !holds, mistake == nil { mistake = claim }
    }

    mutating func add() -> Int {
      added += 1
      waiting.append(added)
      story.append("add \(added)")
      return added
    }

    mutating func suspend(_ isOn: Bool) {
      isSuspended = isOn
      story.append(isOn ? "suspend" : "resume")
    }

    mutating func drop() -> Int {
      defer { waiting = [] }
      story.append("drop")
      return waiting.count
    }

    mutating func launches() {
      let reason =
        running.map { "\($0) runs" }
        ?? (isSuspended ? "it is suspended" : waiting.isEmpty ? "nothing waits" : nil)
      expect(reason == nil, "no launch while \(reason ?? ""), got one")
    }

    mutating func beginRun() {
      isRunning = true
      story.append("run")
    }

    mutating func begin(_ number: Int) -> Bool {
      story.append("\(number) begins")
      expect(isRunning, "\(number) to begin on a launched thread, got a method that did it itself")
      expect(running == nil, "\(number) to begin when \(running ?? 0) has ended, got it before")
      expect(!isSuspended, "\(number) to wait for the resume, got it before")
      expect(
        waiting.first == number, "\(waiting.first.map { "\($0) to begin" } ?? "nothing to do"), got \(number)"
      )
      guard mistake == nil else { return false }
      running = waiting.removeFirst()
      return true
    }

    mutating func end(_ number: Int) {
      story.append("\(number) ends")
      running = nil
      hasDoneWork = true
    }

    mutating func endRun() {
      isRunning = false
      expect(isSuspended || waiting.isEmpty, "\(waiting.first ?? 0) to be done, got no thread that does it")
    }
  }

  private let page = Synchronization.Mutex(Page())

  func callAsFunction<Result: Sendable>(_ body: (inout sending Page) -> sending Result) -> Result {
    page.withLock(body)
  }
}
