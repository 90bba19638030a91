import ExerciseSupport
import Explorer
import MiniOperations
import Testing

@testable import Exercise15

@Suite(.serialized, .requirements) struct `Trying again` {
  @Test func `The first success ends it`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let busy = Busy(failures: 0)
        let retry = busy.retry(after: [.seconds(1), .seconds(2)])
        retry.start()
        expect(
          busy.text(retry) == "success 1" && busy.tries.lines == ["1 at 0 ms"],
          """
          expected one try and its success, got \(busy.text(retry)) after the tries: \(busy.tries.text)
          """)
      }
    }
    judge(end)
  }

  @Test func `After each failure it waits for the next delay and tries again`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        // A server that uses tasks itself may throw the second one; no retry was cancelled here.
        for failure in [{ Failure(number: $0) }, { _ in CancellationError() }]
          as [@Sendable (Int) -> any Error]
        {
          let busy = Busy(failures: 3, throwing: failure)
          let retry = busy.retry(after: [.milliseconds(100), .milliseconds(200), .milliseconds(400)])
          retry.start()
          let holds = busy.tries.lines == ["1 at 0 ms", "2 at 100 ms", "3 at 300 ms", "4 at 700 ms"]
          expect(
            holds,
            """
            expected tries at 0, 100, 300 and 700 ms of the timekeeper's time, got: \(busy.tries.text), after errors of \
            the type \(type(of: failure(1))). Which delay belongs to which failure, and which clock is used?
            """)
          expect(busy.text(retry) == "success 4", "expected the success of try 4, got \(busy.text(retry))")
          if !holds { return }
        }
      }
    }
    judge(end)
  }

  @Test func `When no delay is left it gives up with the last failure`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        for delays in [[], [Duration.milliseconds(10)], [.milliseconds(30), .milliseconds(10)]] {
          let busy = Busy(failures: 100)
          let retry = busy.retry(after: delays)
          retry.start()
          expect(
            busy.text(retry) == "failure \(delays.count + 1)" && busy.tries.lines.count == delays.count + 1,
            """
            expected \(delays.count + 1) tries for \(delays.count) delays, and the last one's failure, got \
            \(busy.text(retry)) after the tries: \(busy.tries.text)
            """)
          if busy.text(retry) != "failure \(delays.count + 1)" { return }
          let all = delays.reduce(.zero, +)
          expect(
            busy.time.now == all,
            """
            expected the end right after the last failure, at \(all) for the delays \(delays), got it at \
            \(busy.time.now): is there a wait without a try after it?
            """)
        }
        let waiting = Busy(failures: 1, on: VirtualTime())
        let retry = waiting.retry(after: [.seconds(1)])
        guard waiting.waits(retry) else { return }
        let early = waiting.text(retry)
        retry.cancel()
        expect(
          early == "no result",
          """
          expected no result while it waits for another try, got \(early): which failure is the last one?
          """)
      }
    }
    judge(end)
  }

  @Test func `Each try is an operation of its own`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let busy = Busy(failures: 1)
        let retry = busy.retry(after: [.zero])
        retry.start()
        expect(
          busy.made.lines == ["1", "2"] && busy.tries.lines.count == 2,
          """
          expected two attempts to be made, 1 and 2, and each to run once, got \(busy.made.text) made and \
          \(busy.tries.lines.count) runs: an operation that has finished does not run again when it is started
          """)
        expect(
          busy.unstarted.lines.isEmpty,
          """
          expected each attempt to be executing while its work runs, got those that are not: \
          \(busy.unstarted.text). Is main() called directly, without start()?
          """)
      }
    }
    judge(end)
  }

  @Test func `A delay begins when the try has failed`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let busy = Busy(failures: 2, eachTaking: .milliseconds(100))
        let retry = busy.retry(after: [.milliseconds(150), .milliseconds(200)])
        retry.start()
        expect(
          busy.tries.lines == ["1 at 0 ms", "2 at 250 ms", "3 at 550 ms"],
          """
          expected tries that take 100 ms each to begin at 0, 250 and 550 ms, got: \(busy.tries.text). \
          From when is the delay counted?
          """)
      }
    }
    judge(end)
  }

  @Test func `A cancel after the end leaves the result`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        for failures in [0, 5] {
          let busy = Busy(failures: failures)
          let retry = busy.retry(after: [.zero])
          retry.start()
          let before = busy.text(retry)
          retry.cancel()
          let expected = failures == 0 ? "success 1" : "failure 2"
          expect(
            before == expected && busy.text(retry) == expected,
            """
            expected \(expected) at the end, and after a cancel that comes later, got \(before), then \
            \(busy.text(retry)): does cancel check whether there is anything left to cancel?
            """)
        }
      }
    }
    judge(end)
  }

  @Test func `Cancelled while it waits, it ends at once and tries no more`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let busy = Busy(failures: 100, on: VirtualTime())
        let retry = busy.retry(after: [.seconds(1), .seconds(2)])
        expect(busy.waits(retry), "expected it to wait after the first failure, got \(busy.text(retry))")
        guard !retry.isFinished else { return }
        retry.cancel()
        expect(
          retry.isCancelled,
          "expected a cancelled operation, got one that is not: does cancel call super.cancel()?")
        expect(
          retry.ends() && busy.tries.lines.count == 1 && retry.result == nil,
          """
          expected it to end without any time passing, with one try and no result, got \
          \(retry.isFinished ? "one that has finished" : "one that still waits"), \(busy.tries.lines.count) \
          tries and \(busy.text(retry)): can a cancel wake the thread that waits?
          """)
      }
    }
    judge(end)
  }

  @Test func `Cancelled while it tries, it passes the cancel on and tries no more`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        // The try ends as if there were no cancel: with a failure before a delay, with the last one, or well.
        for (delays, works) in [([Duration.zero, .zero], false), ([], false), ([.zero], true)] {
          let (begun, cancelled, seen) = (Milestone(), Milestone(), Notes())
          let retry = Retry(delays: delays, on: VirtualTime()) { _ in
            Attempt { attempt in
              begun.reach()
              cancelled.wait()
              seen(attempt.isCancelled ? "cancelled" : "not cancelled")
              if works { return "success" }
              throw Failure(number: 1)
            }
          }
          Threads.start(named: "retry") {
            retry.start()
            begun.reach()
          }
          let isTrying = begun.wait() && !retry.isFinished
          expect(isTrying, "expected an attempt to be started, got none: does main call its start()?")
          guard isTrying else { return }
          let hasReturned = returns { retry.cancel() }
          cancelled.reach()
          expect(
            hasReturned,
            "expected cancel() to return while the attempt runs, got one that waits: is a lock held meanwhile?"
          )
          guard hasReturned else { return }
          expect(
            retry.ends() && seen.lines == ["cancelled"],
            """
            expected one try that finds itself cancelled, got: \(seen.text). Is the cancel passed on to the \
            running attempt?
            """)
          expect(
            retry.result == nil,
            """
            expected no result of one that was cancelled before its try ended with a \
            \(works ? "success" : "failure") and \(delays.count) delays left, got one: what is checked between \
            the end of a try and the result?
            """)
        }
        let visits = Visits()
        let isOver = visits.run()
        expect(
          isOver && visits.answered == Set(Visits.Place.allCases),
          """
          expected another thread to read the result \(Visits.Place.allCases.map(\.rawValue).joined(separator: ", ")), \
          got no answer \(visits.unanswered.text): is a lock held meanwhile, which result needs too?
          """)
      }
    }
    judge(end)
  }
}
