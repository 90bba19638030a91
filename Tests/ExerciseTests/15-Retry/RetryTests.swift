import ExerciseSupport
import Foundation
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
        let stopped = Busy(failures: 100) { _ in CancellationError() }
        let last = stopped.retry(after: [.zero])
        last.start()
        expect(
          stopped.text(last) == "an error CancellationError" && stopped.tries.lines.count == 2,
          """
          expected the last failure, a CancellationError, of a retry that was not cancelled, got \
          \(stopped.text(last)) after the tries: \(stopped.tries.text). Is the type of an error taken for a cancel?
          """)
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
        // Before the others: this thread's object is alive then, so none of theirs has its address.
        let here = ObjectIdentifier(Foundation.Thread.current)
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
        let strangers = (busy.triers.entries + busy.waiters.entries).count { $0 != here }
        expect(
          strangers == 0,
          """
          expected every try and every wait on the thread on which main is called, got \(strangers) on others: does main \
          call start() itself, and wait itself?
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
        // Its release may take longer than a delay, too.
        let held = Busy(failures: 2, eachTaking: .milliseconds(100), releasedIn: .milliseconds(50))
        held.retry(after: [.milliseconds(150), .milliseconds(20)]).start()
        expect(
          held.tries.lines == ["1 at 0 ms", "2 at 250 ms", "3 at 400 ms"],
          """
          expected tries at 0, 250 and 400 ms, where each takes 100 ms and its release 50, and the delays are 150 and \
          20 ms, got: \(held.tries.text). Is the time read before the attempt is released, or after it?
          """)
        // A wait may end late, as on a busy machine.
        let late = Busy(failures: 2, eachTaking: .milliseconds(10))
        let time = JumpingTime(late.virtual, from: .milliseconds(-300), late: .milliseconds(40))
        let other = late.retry(after: [.milliseconds(150), .milliseconds(200)], on: time)
        other.start()
        expect(
          late.tries.lines == ["1 at -300 ms", "2 at -100 ms", "3 at 150 ms"],
          """
          expected tries at -300, -100 and 150 ms of a time that begins at -300 ms, when tries take 10 ms each and \
          waits for 150 and 200 ms end 40 ms late, got: \(late.tries.text). What is in the deadline besides the end \
          of the try and the delay?
          """)
      }
    }
    judge(end)
  }
}
