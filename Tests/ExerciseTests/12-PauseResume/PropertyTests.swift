import ExerciseSupport
import MiniOperations
import Synchronization
import Testing

@testable import Exercise12

extension `Pause and resume` {
  @Test func `Whatever happens to it, in any order, only the latest run counts`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        var dice = Dice()
        for _ in 0..<60 {
          let cast = Cast()
          let seen = Seen(cast.download)
          var model = Model()
          var story: [String] = []
          for _ in 0..<12 {
            let event = Model.Event.random(&dice, runs: model.runs)
            let (expected, answer) = (model.take(event), cast.take(event))
            cast.settle()
            let got = "\(answer), then \(cast.account)"
            story.append("\(event)")
            expect(
              got == "\(expected), then \(model.account)",
              """
              expected after \(story.joined(separator: ", ")): \(expected), then \(model.account); got: \(got) \
              (seed \(dice.seed)). Which event was accepted or refused wrongly?
              """)
            let (announced, changed) = (
              seen.changes.text(model.isStarted), model.changes.text(model.isStarted)
            )
            expect(
              announced == changed,
              """
              expected after \(story.joined(separator: ", ")) these announcements: \(changed); got \(announced) \
              (seed \(dice.seed)). Which keys does each change touch, and which does it not?
              """)
            if got != "\(expected), then \(model.account)" || announced != changed { return }
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

    static func random(_ dice: inout Dice, runs: Int) -> Event {
      if dice.once(in: 6) { return .start }
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
  private(set) var changes = Changes()
  private(set) var isStarted = false
  private var isCancelled = false
  private var phase = "neither paused nor executing nor finished" {
    didSet { changes.note(phase, isStarted: isStarted) }
  }

  var account: String { "\(phase)\(isCancelled ? " and cancelled" : ""), the work begun \(runs) times" }

  /// What the call answers, true where it has no answer.
  mutating func take(_ event: Event) -> Bool {
    switch event {
    case .start:
      guard !isStarted else { break }
      isStarted = true
      if isCancelled { phase = "finished" } else if phase != "paused" { begin() }
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

/// The values that a download's keys have changed to.
private struct Changes: Sendable {
  var values: [String: [Bool]] = ["isReady": [true]]

  /// All of them; those of isReady count until the start.
  func text(_ isStarted: Bool) -> String {
    ["isExecuting", "isPaused", "isFinished"].map { words($0) }.joined(separator: "; ")
      + (isStarted ? "" : "; \(words("isReady"))")
  }

  private func words(_ key: String) -> String {
    "\(key) \((values[key] ?? []).map { "\($0)" }.joined(separator: ", "))"
  }

  mutating func note(_ key: String, _ value: Bool) {
    if (values[key]?.last ?? false) != value { values[key, default: []].append(value) }
  }

  mutating func note(_ phase: String, isStarted: Bool) {
    for (key, name) in [("isExecuting", "executing"), ("isPaused", "paused"), ("isFinished", "finished")] {
      note(key, phase == name)
    }
    if !isStarted { note("isReady", phase != "paused") }
  }
}

/// What the observers of a download have seen.
private final class Seen: Sendable {
  private let stored = Synchronization.Mutex(Changes())
  private let observations = Log<MiniObservation>()

  var changes: Changes { stored.withLock { $0 } }

  init(_ download: Download) {
    observe(download, "isExecuting") { $0.isExecuting }
    observe(download, "isReady") { $0.isReady }
    // Announced at no other time than when they change.
    observe(download, "isPaused", always: true) { ($0 as? Download)?.isPaused == true }
    observe(download, "isFinished", always: true) { $0.isFinished }
  }

  private func observe(
    _ download: Download, _ key: String, always: Bool = false,
    _ value: @escaping @Sendable (MiniOperation) -> Bool
  ) {
    observations.add(
      download.observe(forKey: key) { [weak self] download, _ in
        let now = value(download)
        self?.stored.withLock { changes in
          if always { changes.values[key, default: []].append(now) } else { changes.note(key, now) }
        }
      })
  }
}

extension Cast {
  fileprivate var account: String {
    "\(state)\(download.isCancelled ? " and cancelled" : ""), the work begun \(runs) times"
  }

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
