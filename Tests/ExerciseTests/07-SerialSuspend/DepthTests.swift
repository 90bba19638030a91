import ExerciseSupport
import MiniOperations
import Testing

@testable import Exercise07

@Suite(.serialized, .requirements) struct Depth {
  @Test
  func
    `In every order of add and drop, each piece runs or is dropped, and one added while suspended awaits resume()`()
    async
  {
    await inOwnProcess {
      everyOrder(
        "add, and suspend, drop, add and resume",
        cause: "does the launched closure check for a piece and remove it in one step under the lock?"
      ) { scene in
        let pieces = Pieces(scene)
        let (dropped, early) = (Log<Int>(), Log<Bool>())
        let runner = SerialRunner { scene.start("launched", $0) }
        scene.thread("A") { runner.add(pieces.make(1)) }
        scene.thread("B") {
          runner.suspend()
          dropped.add(runner.drop())
          runner.add(pieces.make(2))
          early.add(pieces.begun.entries.contains(2))
          runner.resume()
        }
        scene.finally {
          let (ended, count) = (pieces.ended.entries, dropped.entries.first ?? -1)
          scene.expect(
            ended.sorted() == (count == 1 ? [2] : [1, 2]),
            "2 runs, and 1 unless drop() returned 1 (got \(ended), and \(count) from drop())")
          scene.expect(
            early.entries == [false] && pieces.atOnce == 1,
            """
            2 begins after resume(), and pieces run one at a time (got 2 \
            \(early.entries == [true] ? "before" : "after") resume(), \(pieces.atOnce) at a time)
            """)
          withExtendedLifetime(runner) {}
        }
      }
    }
  }

  @Test func `launch is called only when a piece waits, none is running, and the runner is not suspended`()
    async
  {
    await inOwnProcess {
      let bench = Bench()
      let steps: [(name: String, step: () -> Void, launches: Int)] = [
        ("resume() of a new runner", { bench.runner.resume() }, 0),
        ("add to an idle runner", { bench.add(1) { [bench] in bench.add(2) } }, 1),
        ("resume() when all pieces have finished", { bench.runner.resume() }, 0),
        (
          "add to a suspended runner",
          {
            bench.runner.suspend()
            bench.add(3)
          }, 0
        ),
        (
          "drop() and resume()",
          {
            _ = bench.runner.drop()
            bench.runner.resume()
          }, 0
        ),
        ("another add", { bench.add(4) }, 1),
      ]
      for (name, step, launches) in steps {
        let before = bench.launched.count
        step()
        let got = bench.launched.count - before
        bench.run()
        expect(
          got == launches,
          """
          expected \(launches) calls of launch in \(name), got \(got): what is checked before launch is \
          called?
          """)
      }
      expect(
        bench.ended == [1, 2, 4], "expected 1, 2 and 4 to run, and 3 to be dropped, got \(bench.trace.text)")
      let inside = Log<Int>()
      bench.add(5) {
        let before = bench.launched.count
        bench.add(6)
        bench.runner.resume()
        inside.add(bench.launched.count - before)
      }
      bench.run()
      expect(
        inside.entries == [0],
        """
        expected no call of launch in add and resume() while piece 5 is running, got \
        \(inside.entries.first ?? 0): is it known that a launched closure is at work?
        """)
    }
  }

  @Test func `A call on another thread returns while launch is running`() async {
    await inOwnProcess {
      for (name, call) in calls {
        // launch waits until another thread's call has returned.
        let (runners, returned) = (Log<SerialRunner>(), Log<Bool>())
        let runner = SerialRunner { _ in
          if returned.entries.isEmpty { returned.add(returns { runners.entries.forEach(call) }) }
        }
        runners.add(runner)
        runner.add {}
        let got = returned.entries == [false] ? "a thread that waits" : "no call of launch in add"
        expect(
          returned.entries == [true],
          """
          expected \(name) to return on another thread while launch is running, got \(got): is a lock held \
          while launch is called?
          """)
      }
    }
  }
}
