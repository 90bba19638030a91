import ExerciseSupport
import MiniOperations
import Testing

@testable import Exercise14

extension Depth {
  @Test func `After any sequence of calls, only the latest run counts`() async {
    await inOwnProcess {
      var dice = Dice()
      for _ in 0..<60 {
        let fixture = Fixture()
        var (model, story) = (Model(), [String]())
        for _ in 0..<12 {
          let event = Model.Event.random(&dice, runs: model.runs)
          let expected = "\(model.take(event)), then \(model.state)"
          let got = "\(fixture.take(event)), then \(fixture.stateAndCancellation)"
          story.append("\(event)")
          expect(
            got == expected && fixture.silentKeys.isEmpty,
            """
            \(story.joined(separator: ", ")): expected the last call to return \(expected), got \(got), not announced: \
            \(fixture.silentKeys) (seed \(dice.seed))
            """)
        }
        fixture.network.stop()
      }
    }
  }
}

/// The results and the states of a download, as long as nothing happens at the same time.
private struct Model {
  enum Event: CustomStringConvertible {
    case call(Call)
    case done(run: Int)

    static func random(_ dice: inout Dice, runs: Int) -> Event {
      if dice.once(in: 6) { return .call(.start) }
      switch dice.roll(0...6) {
      case 0, 1: return .call(.pause)
      case 2, 3, 4: return .call(.resume)
      case 5 where runs > 0: return .done(run: dice.roll(1...runs))
      default: return .call(dice.once(in: 3) ? .cancel : .pause)
      }
    }

    var description: String {
      switch self {
      case .call(let call): call.rawValue
      case .done(let run): "done of run \(run)"
      }
    }
  }

  private(set) var runs = 0
  private var isStarted = false
  private var isCancelled = false
  private var phase = "waiting"

  var state: String { "\(phase), \(runs) \(runs == 1 ? "run" : "runs")\(isCancelled ? ", cancelled" : "")" }

  mutating func take(_ event: Event) -> String {
    switch event {
    case .call(.start):
      guard !isStarted else { break }
      isStarted = true
      if isCancelled { phase = "finished" } else if phase != "paused" { begin() }
    case .call(.pause):
      guard !isCancelled, phase != "paused", phase != "finished" else { return "false" }
      phase = "paused"
      return "true"
    case .call(.resume):
      guard phase == "paused" else { return "false" }
      if isStarted { begin() } else { phase = "waiting" }
      return "true"
    case .call(.cancel):
      guard phase != "finished" else { break }
      isCancelled = true
      phase = isStarted ? "finished" : "waiting"
    case .call(.finish): break
    case .done(let run): if phase == "executing" && run == runs { phase = "finished" }
    }
    return "-"
  }

  private mutating func begin() {
    phase = "executing"
    runs += 1
  }
}

extension Fixture {
  fileprivate var stateAndCancellation: String { state + (download.isCancelled ? ", cancelled" : "") }

  fileprivate func take(_ event: Model.Event) -> String {
    defer { settle() }
    switch event {
    case .call(let call): return call(self)
    case .done(let run):
      finish(run: run)
      return "-"
    }
  }
}
