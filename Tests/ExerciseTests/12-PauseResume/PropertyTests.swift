import ExerciseSupport
import MiniOperations
import Testing

@testable import Exercise12

extension `Pause and resume` {
  @Test func `Whatever happens to it, in any order, only the latest run counts`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        var dice = Dice()
        for _ in 0..<60 {
          let cast = Cast()
          var model = Model()
          var story: [String] = []
          for _ in 0..<12 {
            let event = Model.Event.random(&dice, runs: model.runs, mayStart: model.mayStart)
            let (expected, answer) = (model.take(event), cast.take(event))
            cast.settle()
            let got = "\(answer), then \(cast.state), the work begun \(cast.runs) times"
            story.append("\(event)")
            expect(
              got == "\(expected), then \(model.state), the work begun \(model.runs) times",
              """
              expected after \(story.joined(separator: ", ")): \(expected), then \(model.state), the work \
              begun \(model.runs) times; got: \(got) (seed \(dice.seed)). Which event was accepted or \
              refused wrongly?
              """)
            if got != "\(expected), then \(model.state), the work begun \(model.runs) times" { return }
          }
          cast.network.stop()
        }
      }
    }
    judge(end)
  }
}

/// What a download must answer and be, as long as nothing happens at the same time.
private struct Model {
  enum Event: CustomStringConvertible {
    case start, pause, resume, cancel
    case end(run: Int)

    static func random(_ dice: inout Dice, runs: Int, mayStart: Bool) -> Event {
      if mayStart && dice.once(in: 2) { return .start }
      switch dice.roll(0...6) {
      case 0, 1: return .pause
      case 2, 3, 4: return .resume
      case 5 where runs > 0: return .end(run: dice.roll(1...runs))
      default: return dice.once(in: 3) ? .cancel : .pause
      }
    }

    var description: String {
      switch self {
      case .start: "start"
      case .pause: "pause"
      case .resume: "resume"
      case .cancel: "cancel"
      case .end(let run): "the end of run \(run)"
      }
    }
  }

  private(set) var runs = 0
  private var isStarted = false
  private var isCancelled = false
  private var phase = "neither paused nor executing nor finished"

  var state: String { phase }
  var mayStart: Bool { !isStarted && phase != "paused" }

  /// What the call answers, true where it has no answer.
  mutating func take(_ event: Event) -> Bool {
    switch event {
    case .start:
      isStarted = true
      if isCancelled { phase = "finished" } else { begin() }
    case .pause:
      guard !isCancelled, phase != "paused", phase != "finished" else { return false }
      phase = "paused"
    case .resume:
      guard phase == "paused" else { return false }
      if isStarted { begin() } else { phase = "neither paused nor executing nor finished" }
    case .cancel:
      guard phase != "finished" else { break }
      isCancelled = true
      phase = isStarted ? "finished" : "neither paused nor executing nor finished"
    case .end(let run):
      if phase == "executing" && run == runs { phase = "finished" }
    }
    return true
  }

  private mutating func begin() {
    phase = "executing"
    runs += 1
  }
}

extension Cast {
  fileprivate func take(_ event: Model.Event) -> Bool {
    switch event {
    case .start: download.start()
    case .pause: return download.pause()
    case .resume: return download.resume()
    case .cancel: download.cancel()
    case .end(let run): finish(run: run)
    }
    return true
  }
}
