import ExerciseSupport
import MiniOperations
import Testing

@testable import Exercise07

extension `One at a time, on threads` {
  @Test func `Work is done after the last reference to the runner is gone, and then nothing is kept`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let launched = Launched()
        let notes = Notes()
        weak var forgotten: SerialRunner?
        weak var done: Milestone?
        weak var dropped: Milestone?
        var isLetGo = false
        do {
          let runner = SerialRunner { launched.add($0) }
          forgotten = runner
          do {
            let (one, other) = (Milestone(), Milestone())
            (done, dropped) = (one, other)
            runner.add { [other] in notes("not dropped \(other.count)") }
            _ = runner.drop()
            runner.add { [one] in notes("done \(one.count)") }
          }
          while let closure = launched.take() { closure() }
          isLetGo = done == nil && dropped == nil
          for name in ["first", "second", "third"] { runner.add { notes("done \(name)") } }
        }
        while let closure = launched.take() { closure() }
        expect(
          notes.lines == ["done 0", "done first", "done second", "done third"],
          """
          expected the work that was left to be done, to the last piece, got \(notes.text): is the \
          runner held until then?
          """)
        expect(
          isLetGo && forgotten == nil,
          """
          expected a piece to be gone when it has ended or was dropped, and the runner when all is done, \
          got \(isLetGo ? "a runner" : "a piece") that is kept: what still holds it?
          """)
        let kept = Held()
        expect(
          kept.afterItsEnd == 0 && kept.afterADrop == 0,
          """
          expected a piece that has ended or was dropped to be gone at once, also where others wait and the runner is \
          suspended, got \(kept.afterItsEnd) kept after the end and \(kept.afterADrop) after a drop: where are they \
          forgotten?
          """)
        expect(
          kept.isRunnerGone && kept.ofTheRunner == 0,
          """
          expected a suspended runner that nothing refers to any more to be gone with its pieces, got \
          \(kept.isRunnerGone ? "a piece" : "a runner") that is kept: does it hold itself while there is work?
          """)
      }
    }
    judge(end)
  }
}

// MARK: - Fixtures

/// How many pieces a suspended runner still holds, at three moments.
private struct Held {
  private(set) var afterItsEnd = 0
  private(set) var afterADrop = 0
  private(set) var ofTheRunner = 0
  private(set) var isRunnerGone = false

  init() {
    let released = Log<String>()
    let launched = Launched()
    weak var forgotten: SerialRunner?
    func missing(_ name: String, of count: Int) -> Int { count - released.entries.count { $0 == name } }
    do {
      let runner = SerialRunner { launched.add($0) }
      forgotten = runner
      func add(_ name: String, _ body: @escaping @Sendable () -> Void = {}) {
        let last = Farewell { released.add(name) }
        runner.add { withExtendedLifetime(last, body) }
      }

      add("ended")
      add("ended") { [weak runner] in runner?.suspend() }
      for _ in 1...3 { add("dropped") }
      while let closure = launched.take() { closure() }
      afterItsEnd = missing("ended", of: 2)
      _ = runner.drop()
      afterADrop = missing("dropped", of: 3)
      for _ in 1...2 { add("left") }
    }
    ofTheRunner = missing("left", of: 2)
    isRunnerGone = forgotten == nil
  }
}
