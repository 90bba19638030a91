import ExerciseSupport
import MiniOperations
import Testing

@testable import Exercise07

extension Depth {
  @Test func `A piece is released when it has finished or was dropped, even if others wait`() async {
    await inOwnProcess {
      let objects = Lifetimes()
      let bench = Bench()
      func add(_ name: String, body: @escaping @Sendable () -> Void = {}) {
        let object = objects.object(name)
        bench.runner.add { withExtendedLifetime(object, body) }
      }
      add("1")
      add("2") { [weak runner = bench.runner] in runner?.suspend() }
      add("3")
      add("4")
      bench.run()
      expect(
        objects.alive == ["3", "4"],
        """
        expected 1 and 2 to be released when they have finished, while 3 and 4 wait in the suspended runner, \
        got \(objects.alive) alive: where is a finished piece removed?
        """)
      let count = bench.runner.drop()
      expect(
        count == 2 && objects.alive.isEmpty,
        "expected drop() to release 3 and 4, got \(objects.alive) alive: what else refers to a dropped piece?"
      )
    }
  }

  @Test func `A suspended runner to which nothing refers any more is released with its pieces`() async {
    await inOwnProcess {
      // Piece 0 is none: the runner is suspended before the first one.
      for (suspending, isDropped) in [(0, false), (1, false), (2, true)] {
        let (objects, launched) = (Lifetimes(), Launched())
        var waiting: [String] = []
        do {
          let runner = objects.observe(SerialRunner { launched.add($0) }, as: "the runner")
          func add(_ number: Int) {
            let object = objects.object("\(number)")
            runner.add { [weak runner] in
              withExtendedLifetime(object) { if number == suspending { runner?.suspend() } }
            }
          }
          if suspending == 0 { runner.suspend() }
          for number in 1...3 { add(number) }
          launched.runAll()
          if isDropped { _ = runner.drop() }
          add(4)
          launched.runAll()
          waiting = objects.alive
        }
        let place = suspending == 0 ? "before piece 1" : "by piece \(suspending)"
        let expected = ["the runner"] + ((isDropped ? 4 : suspending + 1)...4).map(String.init)
        expect(
          waiting == expected && objects.alive.isEmpty,
          """
          expected \(expected) to be alive where the runner was suspended \
          \(place)\(isDropped ? ", and 3 was dropped" : ""), and none without the last reference to it, got \
          \(waiting), then \(objects.alive): does the runner retain itself while a piece waits?
          """)
      }
    }
  }
}
