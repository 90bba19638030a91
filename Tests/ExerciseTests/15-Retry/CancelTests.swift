import ExerciseSupport
import MiniOperations
import Testing

@testable import Exercise15

extension `Trying again` {
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
        for isNested in [false, true] {
          let isFine = everyOrder(
            isNested
              ? "a result and a cancel, in whose announcement it is cancelled again"
              : "a result and a cancel",
            cause:
              "can a cancel come between the last check of isCancelled and the line that stores the result?"
          ) { scene in
            let read = Notes()
            let busy = Busy(failures: 0)
            let retry = busy.retry(after: [])
            let readAndCancel: @Sendable () -> Void = { [unowned retry] in
              read(busy.text(retry))
              retry.cancel()
              read(busy.text(retry))
            }
            let observation = retry.observe(\.isCancelled) { _, _ in if isNested { readAndCancel() } }
            scene.thread("R") { retry.start() }
            scene.thread("C") { if isNested { retry.cancel() } else { readAndCancel() } }
            scene.finally {
              observation.invalidate()
              let final = busy.text(retry)
              // A cancel that comes after the end is not announced.
              let isRight = [[], ["no result", final], [final, final]].contains(read.lines)
              scene.expect(
                isRight && (!read.lines.isEmpty || final == "success 1"),
                """
                a result stays once it is there, and the one when cancel has returned is final (got \(read.text) before \
                and after the cancel, \(final) in the end)
                """)
            }
          }
          if !isFine { return }
        }
      }
    }
    judge(end)
  }

  @Test func `Cancelled while it waits, it ends at once and tries no more`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        for number in 1...3 {
          let time = VirtualTime()
          let busy = Busy(failures: 100, on: time)
          let retry = busy.retry(after: [.seconds(1), .seconds(2), .seconds(4)])
          var waits = busy.waits(retry)
          for earlier in 1..<number where waits {
            time.advance(by: .seconds(earlier))
            waits = busy.begun.wait(for: earlier + 1) && busy.sleeps()
          }
          expect(waits, "expected it to wait after failure \(number), got \(busy.text(retry))")
          guard waits, !retry.isFinished else { return }
          // It may be cancelled more than once.
          for _ in 1...number { retry.cancel() }
          expect(
            retry.isCancelled,
            "expected a cancelled operation, got one that is not: does cancel call super.cancel()?")
          let holds = retry.ends() && busy.tries.lines.count == number && retry.result == nil
          expect(
            holds,
            """
            expected it to end without any time passing, with \(number) tries and no result, got \
            \(retry.isFinished ? "one that has finished" : "one that still waits"), \(busy.tries.lines.count) \
            tries and \(busy.text(retry)): can a cancel wake the thread that waits?
            """)
          if !holds { return }
        }
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
        for interruption in Interruption.all {
          let fault = interruption.fault()
          expect(
            fault == nil,
            """
            expected an end without a result, a try more, or an attempt that is kept when the retry is cancelled while \
            \(interruption), got \(fault ?? ""): what is checked before a try, and what after it?
            """)
          if fault != nil { return }
        }
        let visits = Visits()
        let isOver = visits.run()
        expect(
          isOver && visits.answered == Set(Visits.Place.allCases),
          """
          expected another thread to read the result \(Visits.Place.allCases.map(\.rawValue).joined(separator: ", ")), \
          got no answer \(visits.unanswered.text): is a lock held meanwhile, which result needs too?
          """)
        expect(
          visits.early.lines.isEmpty,
          "expected no result before the end, got one \(visits.early.text): which failure is the last one?")
      }
    }
    judge(end)
  }
}
