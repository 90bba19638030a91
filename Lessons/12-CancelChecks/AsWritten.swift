import LessonKit
import MiniOperations
import Synchronization

/// The document's controller, with three forms of its task of three stages, one for each place to look.
final class ViewController: Sendable {
  let name: String
  /// Where the script cancels: in turn 2 500 of the second stage.
  let touch = Moment()

  private let show: Show
  private let pace: Pace
  private let state = Mutex(State())

  private struct State {
    var op: MiniOperation?
    var turns = 0
    var looks = 0
    var turnsWhenCancelled: Int?
  }

  init(_ name: String, _ show: Show) {
    self.name = name
    self.show = show
    pace = Pace(turn: show.shortened(0.0004))
  }

  /// The operation at whose flag the task looks, `_op` in the document.
  var op: MiniOperation? {
    get { state.withLock { $0.op } }
    set { state.withLock { $0.op = newValue } }
  }

  /// As written first: a look in every turn, and the loops run on without working.
  func lookInEveryTurn() {
    defer { show.log("ends", as: name) }
    for _ in 1...3 {
      for turn in 0..<10_000 where !isCancelled { work(turn) }
    }
  }

  /// As written then: a look after every stage.
  func lookAfterEveryStage() {
    defer { show.log("ends", as: name) }
    for _ in 1...3 {
      for turn in 0..<10_000 { work(turn) }
      if isCancelled { return }
    }
  }

  /// A look in every turn, and the way out.
  func lookAndLeave() {
    defer { show.log("ends", as: name) }
    for _ in 1...3 {
      for turn in 0..<10_000 {
        if isCancelled { return }
        work(turn)
      }
    }
  }

  func cancel() {
    show.log("is cancelled", as: name)
    op?.cancel()
    // Read after the cancel: what comes on top of it now has been worked too late.
    state.withLock { $0.turnsWhenCancelled = $0.turnsWhenCancelled ?? $0.turns }
  }

  // MARK: What is counted

  var turns: Int { state.withLock { $0.turns } }
  var looks: Int { state.withLock { $0.looks } }
  /// Whether it was cancelled while there was work left in the first two stages, which a check can save.
  var wasCancelledInTime: Bool { state.withLock { ($0.turnsWhenCancelled ?? .max) < 20_000 } }
  var turnsAfterCancel: Int { state.withLock { $0.turns - ($0.turnsWhenCancelled ?? $0.turns) } }

  private var isCancelled: Bool {
    state.withLock { $0.looks += 1 }
    return op?.isCancelled == true
  }

  private func work(_ turn: Int) {
    show.count("\(name): Operation did execute", turn)
    let turns = state.withLock { state in
      state.turns += 1
      return state.turns
    }
    pace.wait(for: turns)
    if turns == 12_500 { touch.reached() }
  }
}

/// Lets so many turns take so much time, without adding up what each wakes too late.
private final class Pace: Sendable {
  private let turn: Duration
  private let begin = Mutex<Duration?>(nil)

  init(turn: Double) { self.turn = .seconds(turn) }

  func wait(for turns: Int) {
    let time = SystemTime()
    let begin = begin.withLock { begin in
      begin = begin ?? time.now
      return begin!
    }
    let deadline = begin + turn * turns
    if deadline > time.now { time.sleep(until: deadline) }
  }
}

/// What one look costs on this machine, in this build.
func nanosecondsPerLook(at operation: MiniOperation) -> Int {
  let clock = ContinuousClock()
  var seen = 0
  let time = clock.measure { for _ in 0..<100_000 where operation.isCancelled { seen += 1 } }
  return seen >= 0 ? Int(time / .nanoseconds(1) / 100_000) : 0
}
