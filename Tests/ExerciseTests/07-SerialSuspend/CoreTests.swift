import ExerciseSupport
import MiniOperations
import Testing

@testable import Exercise07

@Suite(.serialized, .requirements) struct Core {
  @Test func `Pieces run one after the other, in the order in which they were added`() async {
    await inOwnProcess {
      let bench = Bench()
      bench.add(1, 2, 3)
      bench.run()
      expect(
        bench.trace.text == "1 begins, 1 ends, 2 begins, 2 ends, 3 begins, 3 ends",
        """
        expected 1, 2 and 3 to run one after the other after add(1), add(2) and add(3), got \(bench.story): \
        does a launched closure go on to the next piece, or call launch again?
        """)
      for number in 4...600 { bench.add(number) }
      bench.run()
      expect(
        bench.ended == Array(1...600),
        """
        expected 600 added pieces to run, got \(bench.ended.count): when a launched closure returns although \
        pieces wait, does another one follow it?
        """)
    }
  }

  @Test func `After suspend() the running piece finishes, and no other begins before resume()`() async {
    await inOwnProcess {
      let bench = Bench()
      bench.add(1) { [runner = bench.runner] in
        for count in 0...9999 where count == 5000 { runner.suspend() }
      }
      bench.add(2, 3)
      bench.run()
      let suspended = bench.trace.text
      bench.runner.resume()
      bench.run()
      expect(
        suspended == "1 begins, 1 ends" && bench.ended == [1, 2, 3],
        """
        expected only 1 to finish when suspend() is called in it, and 2 and 3 to run after resume(), got \
        \(suspended), then \(bench.story): is the suspension checked before each piece?
        """)
      let launched = Bench()
      launched.add(4)
      launched.runner.suspend()
      launched.run()
      let early = launched.trace.text
      launched.runner.resume()
      launched.run()
      expect(
        early == "nothing" && launched.ended == [4],
        """
        expected 4 to run after resume() where suspend() is called between launch and the launched closure, \
        got \(early), then \(launched.story): when does the closure choose its piece?
        """)
    }
  }

  @Test func `A piece added while the runner is suspended runs after resume(), and after older pieces`() async
  {
    await inOwnProcess {
      let bench = Bench()
      bench.runner.suspend()
      bench.add(1)
      bench.run()
      let suspended = bench.trace.text
      bench.runner.resume()
      bench.run()
      expect(
        suspended == "nothing" && bench.ended == [1],
        """
        expected 1, added while suspended, to run after resume(), got \(suspended) before it, then \
        \(bench.story): does resume() launch a closure for the pieces that wait?
        """)
      let inside = Bench()
      inside.add(1) {
        inside.runner.suspend()
        inside.add(4)
      }
      inside.add(2, 3)
      inside.run()
      inside.add(5)
      inside.runner.resume()
      inside.run()
      expect(
        inside.ended == [1, 2, 3, 4, 5],
        """
        expected 1, 2, 3, 4, 5 where 1 suspends the runner and adds 4 while 2 and 3 wait, and 5 is added \
        later, got \(inside.ended): is there one list, to whose end every piece is added?
        """)
    }
  }

  @Test func `resume() starts no second piece while one is running`() async {
    await inOwnProcess {
      for isAddedInside in [false, true] {
        for isSuspended in [true, false] {
          let bench = Bench()
          bench.add(1) {
            if isSuspended { bench.runner.suspend() }
            bench.runner.resume()
            if isAddedInside { bench.add(2) }
            // Calls what was launched by now, while 1 is running.
            bench.run()
          }
          if !isAddedInside { bench.add(2) }
          bench.run()
          expect(
            bench.trace.text == "1 begins, 1 ends, 2 begins, 2 ends",
            """
            expected 2, added \(isAddedInside ? "in" : "before") 1, to begin when 1 has finished, where 1 \
            calls \(isSuspended ? "suspend() and " : "")resume(), got \(bench.story): does resume() check \
            whether a launched closure is still at work?
            """)
        }
      }
    }
  }

  @Test func `One resume() undoes all suspend() calls before it, and none after it`() async {
    await inOwnProcess {
      let bench = Bench()
      bench.runner.suspend()
      bench.runner.suspend()
      bench.add(1, 2)
      bench.runner.resume()
      bench.run()
      expect(
        bench.ended == [1, 2],
        """
        expected 1 and 2 to run after suspend(), suspend() and one resume(), got \(bench.story): is the \
        suspension a switch, not a counter?
        """)
      bench.runner.resume()
      bench.runner.suspend()
      bench.add(3)
      bench.run()
      expect(
        bench.ended == [1, 2],
        """
        expected 3 to wait, added after another resume() and then suspend(), got \(bench.story): does \
        resume() count in advance?
        """)
    }
  }

  @Test func `drop() removes the waiting pieces and returns their number`() async {
    await inOwnProcess {
      let bench = Bench()
      let counts = Log<Int>()
      bench.add(1) { counts.add(bench.runner.drop()) }
      bench.add(2, 3, 4)
      bench.run()
      bench.runner.suspend()
      bench.add(5)
      counts.add(bench.runner.drop())
      bench.add(6)
      bench.runner.resume()
      bench.run()
      expect(
        counts.entries == [3, 1] && bench.ended == [1, 6],
        """
        expected drop() to return 3 in piece 1, before 2, 3 and 4, and 1 while suspended, before 5, and only \
        1 and 6 to run, got \(counts.entries) and \(bench.story): are all waiting pieces removed, and no \
        others?
        """)
    }
  }

  @Test func `drop() changes neither the running piece nor the suspension`() async {
    await inOwnProcess {
      let bench = Bench()
      bench.add(1) {
        bench.add(2)
        _ = bench.runner.drop()
        bench.add(3)
        // Calls what was launched by now, while 1 is running.
        bench.run()
      }
      bench.run()
      expect(
        bench.trace.text == "1 begins, 1 ends, 3 begins, 3 ends",
        """
        expected 3, added in 1 after drop(), to begin when 1 has finished, got \(bench.story): does drop() \
        forget that a piece is running?
        """)
      let launched = Bench()
      launched.add(1)
      _ = launched.runner.drop()
      // Calls what was launched by now, while 2 is running.
      launched.add(2) { launched.run() }
      launched.add(3)
      launched.run()
      expect(
        launched.trace.text == "2 begins, 2 ends, 3 begins, 3 ends",
        """
        expected 3 to begin when 2 has finished, where drop() is called before the launched closure, got \
        \(launched.story): does drop() forget that a closure was launched?
        """)
      let suspended = Bench()
      suspended.runner.suspend()
      suspended.add(4)
      _ = suspended.runner.drop()
      suspended.add(5)
      suspended.run()
      let early = suspended.trace.text
      suspended.runner.resume()
      suspended.run()
      expect(
        early == "nothing" && suspended.ended == [5],
        """
        expected 5, added to a suspended runner after drop(), to run after resume(), got \(early) before it, \
        then \(suspended.story): does drop() change more than the waiting pieces?
        """)
    }
  }

  @Test func `A runner that is suspended or has no work occupies no thread`() async {
    await inOwnProcess {
      let bench = Bench()
      bench.add(1)
      let returnsIdle = bench.run()
      bench.add(2) { [runner = bench.runner] in runner.suspend() }
      bench.add(3)
      let returnsSuspended = bench.run()
      let last = !returnsIdle ? "waits for work" : returnsSuspended ? "returned" : "waits for resume()"
      expect(
        bench.ended == [1, 2] && returnsIdle && returnsSuspended,
        """
        expected launched closures to return, one after 1 and one after 2, which suspends the runner, got \
        \(bench.trace.text) and a closure that \(last): can a later call launch another one?
        """)
    }
  }

  @Test func `add, suspend, resume and drop neither run a piece nor wait for one`() async {
    await inOwnProcess {
      let bench = Bench()
      bench.runner.suspend()
      bench.add(1)
      bench.runner.resume()
      bench.add(2)
      let early = bench.trace.text
      bench.run()
      expect(
        early == "nothing" && bench.ended == [1, 2],
        """
        expected 1 and 2 to run in a launched closure, got \(early) during add and resume(), then \
        \(bench.trace.text): is a piece called anywhere else?
        """)
      let stuck = Notes()
      bench.add(3) {
        for (name, call) in calls where stuck.lines.isEmpty {
          if !returns({ call(bench.runner) }) { stuck(name) }
        }
      }
      let isBack = bench.run()
      expect(
        isBack && stuck.lines.isEmpty,
        """
        expected each call on another thread to return while piece 3 is running, got \(stuck.text) waiting \
        for its end: is a lock held while a piece runs?
        """)
    }
  }

  @Test func `In every order of two threads that add, suspend and resume, each piece runs once and alone`()
    async
  {
    await inOwnProcess {
      everyOrder(
        "add, and suspend, add and resume",
        cause:
          "does the launched closure see that nothing waits and record its return in one step under the lock?"
      ) { scene in
        let pieces = Pieces(scene)
        let runner = SerialRunner { scene.start("launched", $0) }
        scene.thread("A") { runner.add(pieces.make(1)) }
        scene.thread("B") {
          runner.suspend()
          runner.add(pieces.make(2))
          runner.resume()
        }
        scene.finally {
          scene.expect(
            pieces.ended.entries.sorted() == [1, 2] && pieces.atOnce == 1,
            "1 and 2 run, one at a time (got \(pieces.ended.entries), \(pieces.atOnce) at a time)")
          // What happens to a runner that nothing else refers to is the subject of the depth.
          withExtendedLifetime(runner) {}
        }
      }
    }
  }
}
