import ExerciseSupport
import MiniOperations
import Testing

@testable import Exercise07

extension Depth {
  @Test func `When a piece is released, its objects may call the runner`() async {
    await inOwnProcess {
      for isDropped in [false, true] {
        for (name, call) in calls {
          let bench = Bench()
          let returned = returns {
            // Two, because the second is released after the first.
            for _ in 1...2 { bench.addObject { [runner = bench.runner] in call(runner) } }
            if isDropped { _ = bench.runner.drop() }
            for number in [9, 10] {
              bench.run()
              bench.runner.resume()
              bench.add(number)
            }
            bench.run()
          }
          let got = returned ? bench.trace.text : "a call that does not return"
          expect(
            returned && bench.trace.lines.contains("released") && bench.ended == [9, 10],
            """
            expected \(name) to return in the deinit of an object whose piece \(isDropped ? "was dropped" : "has run"), \
            and 9 and 10 to run afterwards, got \(got): is a piece released while a lock is held?
            """)
        }
      }
    }
  }

  @Test func `A piece is released before the next one is chosen`() async {
    await inOwnProcess {
      for (name, call) in calls where ["suspend()", "drop()"].contains(name) {
        let bench = Bench()
        bench.addObject { [runner = bench.runner] in call(runner) }
        bench.add(2)
        bench.run()
        let early = bench.trace.text
        bench.runner.resume()
        bench.add(3)
        bench.run()
        expect(
          early == "released" && bench.ended == (name == "drop()" ? [3] : [2, 3]),
          """
          expected 2 not to begin where the deinit of an object of the piece before calls \(name), and 3 to run after \
          resume(), got \(early), then \(bench.trace.text): is the next piece removed from the list before the last one \
          is released?
          """)
      }
    }
  }

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
        expected 1 and 2 to be released when they have finished, while 3 and 4 wait in the suspended runner, got \
        \(objects.alive) alive: where is a finished piece removed?
        """)
      let count = bench.runner.drop()
      expect(
        count == 2 && objects.alive.isEmpty,
        "expected drop() to release 3 and 4, got \(objects.alive) alive: what else refers to a dropped piece?"
      )
    }
  }

  @Test func `A runner to which nothing refers any more finishes its pieces and is released`() async {
    await inOwnProcess {
      let (objects, trace, launched) = (Lifetimes(), Notes(), Launched())
      do {
        let runner = objects.observe(SerialRunner { launched.add($0) }, as: "the runner")
        for number in 1...3 { runner.add { trace("\(number)") } }
      }
      launched.runAll()
      expect(
        trace.text == "1, 2, 3",
        """
        expected 1, 2 and 3 to run although nothing refers to their runner any more, got \(trace.text): what retains \
        it until then?
        """)
      expect(
        objects.alive.isEmpty,
        "expected the runner to be released when its pieces have finished, got it alive: what still refers to it?"
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
          expected \(expected) to be alive where the runner was suspended \(place)\
          \(isDropped ? ", and 3 was dropped" : ""), and none without the last reference to it, got \(waiting), then \
          \(objects.alive): does the runner retain itself while a piece waits?
          """)
      }
    }
  }
}
