import ExerciseSupport
import Foundation
import MiniOperations
import Synchronization
import Testing

@testable import Exercise16

@Suite(.serialized, .requirements) struct Core {
  @Test func `The first success is the result, and no other try follows`() async {
    await inOwnProcess {
      let server = Server(failures: 0)
      let retry = server.retry(after: [.seconds(1), .seconds(2)])
      retry.start()
      expect(
        retry.outcome == "success 1" && server.tries.lines == ["1 at 0 ms"],
        """
        expected one try, and success 1 as the result, got the tries \(server.tries.text), and \
        \(retry.outcome)
        """)
    }
  }

  @Test func `After each failure the retry waits for the next delay and tries again`() async {
    await inOwnProcess {
      let server = Server(failures: 3, eachTaking: .milliseconds(50))
      let retry = server.retry(after: [.milliseconds(100), .milliseconds(200), .milliseconds(400)])
      retry.start()
      let expected = ["1 at 0 ms", "2 at 150 ms", "3 at 400 ms", "4 at 850 ms"]
      expect(
        server.tries.lines == expected && retry.outcome == "success 4",
        """
        delays of 100, 200 and 400 ms, and three failures after 50 ms each: expected the tries \
        \(expected.joined(separator: ", ")), and success 4, got \(server.tries.text), and \(retry.outcome). \
        A delay begins when the try has failed: which clock is used, and when is it read?
        """)
    }
  }

  @Test func `When no delay is left, the last failure is the result`() async {
    await inOwnProcess {
      for count in 0...2 {
        let server = Server(failures: 100)
        let retry = server.retry(after: Array(repeating: .seconds(1), count: count))
        retry.start()
        expect(
          retry.outcome == "failure \(count + 1)" && server.tries.lines.count == count + 1
            && server.virtual.now == .seconds(count),
          """
          \(count) delays of a second, and only failures: expected \(count + 1) tries in \(count) s, and \
          failure \(count + 1), got the tries \(server.tries.text) in \(server.virtual.now), and \
          \(retry.outcome)
          """)
      }
      // A server that uses tasks may throw this error itself.
      let server = Server(failures: 100) { _ in CancellationError() }
      let retry = server.retry(after: [.seconds(1)])
      retry.start()
      expect(
        retry.outcome == "CancellationError" && server.tries.lines.count == 2,
        """
        one delay, and tries that throw CancellationError: expected two tries, and this error as the result, \
        got the tries \(server.tries.text), and \(retry.outcome). Only cancel() cancels a retry
        """)
    }
  }

  @Test func `Each try is a new operation, which main starts on the thread on which main runs`() async {
    await inOwnProcess {
      let (server, waiters) = (Server(failures: 1), Log<ObjectIdentifier>())
      // This object lives until the end, so no other thread's object has its address.
      let here = Foundation.Thread.current
      let time = JumpingTime(virtual: server.virtual, waiters: waiters)
      server.retry(after: [.zero], on: time).start()
      expect(
        server.tries.lines == ["1 at 0 ms", "2 at 0 ms"],
        """
        expected the attempts 1 and 2 to be made, and each to be executing while its work runs, got the \
        tries \(server.tries.text). An operation that has finished does nothing when it is started again
        """)
      let others = (server.triers.entries + waiters.entries).count { $0 != ObjectIdentifier(here) }
      expect(others == 0, "expected tries and waits on the thread that calls main, got \(others) on others")
    }
  }

  @Test func `A retry that is cancelled while it waits finishes at once without a result`() async {
    await inOwnProcess {
      let server = Server(failures: 100)
      let retry = server.retry(after: [.seconds(1), .seconds(2)], on: server.virtual)
      let isWaiting = server.waits(retry)
      expect(isWaiting, "expected it to wait after the first failure, got \(retry.outcome)")
      let before = retry.outcome
      retry.cancel()
      expect(
        retry.ends() && retry.isCancelled && server.tries.lines.count == 1 && before == "no result"
          && retry.result == nil,
        """
        cancel() while it waits for the delay: expected it to finish before the delay is over, after one \
        try, with no result before and after, got one that has \(retry.isFinished ? "" : "not ")finished, \
        after \(server.tries.lines.count) tries, \(before), then \(retry.outcome). Can the waiting thread be \
        woken?
        """)
    }
  }

  @Test func `A retry that is cancelled during a try cancels the try and has no result`() async {
    await inOwnProcess {
      // The try ends as if it were not cancelled: with a failure before a delay, with the last one, or well.
      for (delays, works) in [([Duration.zero], false), ([], false), ([.zero], true)] {
        let (reference, seen) = (Reference<Retry>(), Notes())
        let retry = Retry(delays: delays, on: JumpingTime(virtual: VirtualTime())) { _ in
          Attempt { attempt in
            let hasReturned = returns { reference.object?.cancel() }
            seen(!hasReturned ? "cancel() blocks" : attempt.isCancelled ? "cancelled" : "not cancelled")
            if works { return "success" }
            throw Failure(number: 1)
          }
        }
        reference.object = retry
        retry.start()
        expect(
          seen.lines == ["cancelled"] && retry.isFinished && retry.result == nil,
          """
          cancel() on another thread during a try, which then \(works ? "succeeds" : "fails") with \
          \(delays.count) delays left: expected one try, which is cancelled, and no result, got \
          \(seen.text), and \(retry.outcome)
          """)
      }
    }
  }

  @Test func `Cancelling a retry that has a result does not change the result`() async {
    await inOwnProcess {
      for failures in [0, 5] {
        let server = Server(failures: failures)
        let retry = server.retry(after: [.zero])
        // When it announces that it has finished, it has its result.
        let observation = retry.observe(\.isFinished, options: .prior) { retry, change in
          if change.isPrior { retry.cancel() }
        }
        retry.start()
        observation.invalidate()
        let before = retry.outcome
        retry.cancel()
        let expected = failures == 0 ? "success 1" : "failure 2"
        expect(
          before == expected && retry.outcome == expected,
          """
          cancel() after main has returned, and again when it has finished: expected \(expected) both times, \
          got \(before), then \(retry.outcome)
          """)
      }
    }
  }

  @Test func `After a spurious wake-up, the wait continues until the same deadline`() async {
    await inOwnProcess {
      let server = Server(failures: 1)
      let retry = server.retry(after: [.milliseconds(100)], on: RestlessTime(virtual: server.virtual))
      retry.start()
      expect(
        server.tries.lines == ["1 at 0 ms", "2 at 100 ms"] && retry.outcome == "success 2",
        """
        a delay of 100 ms, and spurious wake-ups after 30 and 60 ms: expected tries at 0 and 100 ms, got \
        \(server.tries.text). What is checked after a wait, and is the deadline still the same?
        """)
    }
  }
}

/// A time in which every wait ends twice without a signal, and passes when it is waited for once more.
private final class RestlessTime: Timekeeper {
  private let virtual: VirtualTime
  private let waits = Synchronization.Mutex(0)

  init(virtual: VirtualTime) { self.virtual = virtual }

  var now: Duration { virtual.now }

  func sleep(until deadline: Duration) { if deadline > now { virtual.advance(by: deadline - now) } }

  func wait(on condition: Condition, until deadline: Duration) -> Bool {
    let isSpurious = waits.withLock { count in
      count += 1
      return count % 3 != 0
    }
    guard isSpurious && now < deadline else {
      sleep(until: deadline)
      return false
    }
    virtual.advance(by: min(.milliseconds(30), deadline - now))
    return true
  }
}
