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
        for (name, happen) in Suspension.all {
          let kept = Suspension.kept(happen)
          let isGone = !kept.isRunner && kept.pieces == 0
          expect(
            isGone,
            """
            expected a suspended runner to be gone with its pieces when nothing refers to it any more, where \(name), \
            got \(kept.isRunner ? "a runner" : "a piece") that is kept: does it hold itself while there is work?
            """)
          if !isGone { return }
        }
      }
    }
    judge(end)
  }
}

// MARK: - Fixtures

/// How many pieces a suspended runner still holds, at two moments.
private struct Held {
  private(set) var afterItsEnd = 0
  private(set) var afterADrop = 0

  init() {
    let released = Log<String>()
    let launched = Launched()
    func missing(_ name: String, of count: Int) -> Int { count - released.entries.count { $0 == name } }
    let runner = SerialRunner { launched.add($0) }
    func add(_ name: String, _ body: @escaping @Sendable () -> Void = {}) {
      let last = ReleaseObserver { released.add(name) }
      runner.add { withExtendedLifetime(last, body) }
    }

    add("ended")
    add("ended") { [weak runner] in runner?.suspend() }
    for _ in 1...3 { add("dropped") }
    while let closure = launched.take() { closure() }
    afterItsEnd = missing("ended", of: 2)
    _ = runner.drop()
    afterADrop = missing("dropped", of: 3)
  }
}

/// How a runner came to be suspended while pieces wait.
private struct Suspension {
  let runner: SerialRunner
  private let launched = Launched()
  private let pieces = Log<Weakly>()

  static let all: [(name: String, happen: @Sendable (Suspension) -> Void)] = [
    (
      "it was suspended before the first piece",
      { it in
        it.runner.suspend()
        it.add()
      }
    ),
    (
      "it was suspended before the launched thread came",
      { it in
        it.add()
        it.runner.suspend()
      }
    ),
    (
      "a piece suspended it while others waited",
      { it in
        it.add { $0.suspend() }
        it.add()
      }
    ),
    (
      "a piece suspended it and added another one",
      { it in
        it.add { [pieces = it.pieces] runner in
          runner.suspend()
          Suspension.add(to: runner, pieces)
        }
      }
    ),
    (
      "a piece that nothing waited behind suspended it, and another one was added later",
      { it in
        it.add { $0.suspend() }
        it.run()
        it.add()
      }
    ),
    (
      "it was suspended twice, with a resume between",
      { it in
        for _ in 1...2 {
          it.add { $0.suspend() }
          it.add()
          it.run()
          it.runner.resume()
        }
        it.runner.suspend()
      }
    ),
    (
      "its pieces were dropped while suspended, and others added",
      { it in
        it.add { $0.suspend() }
        it.add()
        it.run()
        _ = it.runner.drop()
        it.add()
      }
    ),
    (
      "a piece dropped what waited, suspended it and added another one",
      { it in
        it.add { [pieces = it.pieces] runner in
          _ = runner.drop()
          runner.suspend()
          Suspension.add(to: runner, pieces)
        }
        it.add()
      }
    ),
  ]

  private init() { runner = SerialRunner { [launched] in launched.add($0) } }

  /// What is left of a runner that `happen` was done to, and that nothing refers to any more.
  static func kept(_ happen: (Suspension) -> Void) -> (isRunner: Bool, pieces: Int) {
    weak var forgotten: SerialRunner?
    let pieces: Log<Weakly>
    do {
      let it = Suspension()
      (forgotten, pieces) = (it.runner, it.pieces)
      happen(it)
      // Every thread has come and gone.
      it.run()
    }
    return (forgotten != nil, pieces.entries.count { $0.object != nil })
  }

  private func add(_ body: @escaping @Sendable (SerialRunner) -> Void = { _ in }) {
    Suspension.add(to: runner, pieces, body)
  }

  private static func add(
    to runner: SerialRunner, _ pieces: Log<Weakly>,
    _ body: @escaping @Sendable (SerialRunner) -> Void = { _ in }
  ) {
    let object = Milestone()
    pieces.add(Weakly(object: object))
    runner.add { [weak runner] in
      withExtendedLifetime(object) { if let runner { body(runner) } }
    }
  }

  private func run() {
    while let closure = launched.take() { closure() }
  }
}

/// A weak reference.
private struct Weakly: @unchecked Sendable {
  // Unchecked: set once.
  weak var object: Milestone?
}
