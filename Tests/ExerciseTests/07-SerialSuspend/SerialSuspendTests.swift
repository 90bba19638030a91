import ExerciseSupport
import MiniOperations
import Testing

@testable import Exercise07

@Suite(.serialized, .requirements) struct `One at a time` {
  @Test func `Pieces are done in the order in which they were added`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let bench = Bench()
        for number in 1...4 { bench.add(number) }
        bench.run()
        expect(
          bench.notes.text == "1 begins, 1 ends, 2 begins, 2 ends, 3 begins, 3 ends, 4 begins, 4 ends",
          """
          expected 1, 2, 3 and 4, one after the other, got \(bench.notes.text): does a thread continue with \
          the next piece when one has ended?
          """)
      }
    }
    judge(end)
  }

  @Test func `Suspended while a piece runs, that piece ends and no other begins before the resume`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let bench = Bench()
        bench.add(1) { [runner = bench.runner] in
          for turn in 0...9999 where turn == 5000 { runner.suspend() }
        }
        bench.add(2)
        bench.add(3)
        bench.run()
        let suspended = bench.notes.text
        bench.runner.resume()
        bench.run()
        expect(
          suspended == "1 begins, 1 ends"
            && bench.notes.text == "1 begins, 1 ends, 2 begins, 2 ends, 3 begins, 3 ends",
          """
          expected only 1 to end while suspended, then 2 and 3, got \(suspended), then \(bench.notes.text): \
          is the suspension checked before each piece, and not only before the first?
          """)
        // By what the first piece held: the piece is over then, and the next one has not begun.
        for (name, call) in Release.calls where ["suspend", "drop"].contains(name) {
          let bench = Bench()
          Release.add(to: bench, call)
          bench.add(2)
          bench.run()
          expect(
            bench.notes.text == "called",
            """
            expected no other piece to begin when \(name) was called in the deinit of an object that only the piece \
            before held, got \(bench.notes.text): is the next one chosen before the last one is released?
            """)
        }
      }
    }
    judge(end)
  }

  @Test func `A piece added while suspended waits for the resume, behind those already waiting`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let inside = Bench()
        inside.add(1) {
          inside.runner.suspend()
          inside.add(4)
        }
        for number in 2...3 { inside.add(number) }
        inside.run()
        inside.add(5)
        inside.runner.resume()
        inside.run()
        expect(
          inside.ended == [1, 2, 3, 4, 5],
          """
          expected 4, added in a piece that had suspended its runner, to come behind 2 and 3 and before 5, which was \
          added later, got \(inside.ended): is there one list, and is nothing put back into it?
          """)
        // Once more than one thread may want to do.
        for count in [3, 600] {
          let bench = Bench()
          bench.runner.suspend()
          for number in 1...count { bench.add(number) }
          bench.run()
          let suspended = bench.notes.text
          bench.runner.resume()
          bench.add(count + 1)
          bench.run()
          let ended = bench.ended
          expect(
            suspended == "nothing" && ended == Array(1...count + 1),
            """
            expected nothing while suspended, then 1 to \(count + 1), got \(suspended), then \(ended.count) pieces, \
            \(ended.prefix(4)) first: does the resume launch a thread for the work added in the meantime? Is another \
            one launched when a thread leaves and there is work?
            """)
        }
      }
    }
    judge(end)
  }

  @Test func `A resume while a piece still runs starts no second one beside it`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        for isAddedInside in [false, true] {
          for isSuspended in [true, false] {
            let bench = Bench()
            bench.add(1) {
              if isSuspended { bench.runner.suspend() }
              bench.runner.resume()
              if isAddedInside { bench.add(2) }
              // A thread that was launched by now begins while 1 still runs.
              bench.run()
            }
            if !isAddedInside { bench.add(2) }
            bench.run()
            expect(
              bench.notes.text == "1 begins, 1 ends, 2 begins, 2 ends",
              """
              expected 2 to begin when 1 has ended, got \(bench.notes.text), with a resume in 1 and 2 added \
              \(isAddedInside ? "after it" : "before"): does the resume check whether a thread is still at work?
              """)
          }
        }
      }
    }
    judge(end)
  }

  @Test func `One resume ends any number of suspensions, and another one changes nothing`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let bench = Bench()
        bench.runner.suspend()
        bench.runner.suspend()
        bench.add(1)
        bench.add(2)
        bench.runner.resume()
        bench.run()
        let first = bench.notes.text
        bench.runner.resume()
        bench.runner.suspend()
        bench.add(3)
        bench.run()
        expect(
          first == "1 begins, 1 ends, 2 begins, 2 ends" && bench.ended == [1, 2],
          """
          expected 1 and 2 after one resume, and 3 held by a later suspension, got \(first), then \
          \(bench.notes.text): is it a switch and not a counter, as isSuspended of a queue is?
          """)
      }
    }
    judge(end)
  }

  @Test func `A dropped piece never begins, and the running piece is not touched`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let bench = Bench()
        let counts = Log<Int>()
        bench.add(1) { counts.add(bench.runner.drop()) }
        for number in 2...4 { bench.add(number) }
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
          expected 3 and 1 pieces to be dropped, and 1 and 6 to be done, got \(counts.entries), and \
          \(bench.notes.text): is only what waits forgotten, suspended or not?
          """)
      }
    }
    judge(end)
  }

  @Test func `A drop starts no second piece beside the running one, and resumes nothing`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let bench = Bench()
        let counts = Log<Int>()
        bench.add(1) {
          bench.add(2)
          counts.add(bench.runner.drop())
          bench.add(3)
          // What was launched by now begins while 1 still runs.
          bench.run()
        }
        bench.run()
        let beside = bench.notes.text
        bench.runner.suspend()
        bench.add(4)
        counts.add(bench.runner.drop())
        bench.add(5)
        bench.run()
        let suspended = bench.ended
        bench.runner.resume()
        bench.run()
        expect(
          beside == "1 begins, 1 ends, 3 begins, 3 ends" && counts.entries == [1, 1],
          """
          expected 3, added after a drop inside 1, to begin when 1 has ended, got \(beside), and \
          \(counts.entries) dropped: does a drop forget that a piece runs?
          """)
        expect(
          suspended == [1, 3] && bench.ended == [1, 3, 5],
          """
          expected 5, added after a drop while suspended, to wait for the resume, got \(suspended) before it \
          and \(bench.ended) in the end: does a drop change more than what waits?
          """)
        let early = Bench()
        early.add(1)
        // The launched closure has not been called yet.
        _ = early.runner.drop()
        early.add(2) { early.run() }
        early.add(3)
        early.run()
        expect(
          early.notes.text == "2 begins, 2 ends, 3 begins, 3 ends",
          """
          expected 3 to begin when 2 has ended, got \(early.notes.text), where 1 was dropped before the launched \
          thread came: does a drop forget that a thread was launched?
          """)
      }
    }
    judge(end)
  }
}
