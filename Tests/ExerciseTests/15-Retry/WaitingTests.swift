import ExerciseSupport
import Explorer
import MiniOperations
import Synchronization
import Testing

@testable import Exercise15

extension `Trying again` {
  @Test func `A cancel at any moment wakes it`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        // An hour that passes before the cancel is no failure, and not what is asked for here.
        var settings = Settings()
        settings.surprises = 0
        everyOrder(
          "cancelled retry", cause: "does the cancel ring between the check of isCancelled and the wait?",
          settings: settings
        ) { scene in
          let (tries, waited) = (Notes(), Notes())
          let retry = Retry(delays: [.seconds(3600)], on: OvertakenTime(scene: scene)) { number in
            Attempt { _ in
              tries("\(number)")
              throw Failure(number: number)
            }
          }
          scene.thread("R") {
            let begin = SystemTime().now
            retry.start()
            if SystemTime().now - begin >= .seconds(3600) { waited("for an hour") }
          }
          scene.thread("C") { retry.cancel() }
          scene.finally {
            scene.expect(retry.isFinished && retry.result == nil, "it ends without a result")
            scene.expect(waited.lines.isEmpty, "it does not wait for the delay to pass (got \(waited.text))")
            scene.expect(tries.lines.count <= 1, "it tries once at most (got \(tries.lines.count))")
          }
        }
        // What happens to one that is not cancelled, so that doing nothing is not enough.
        let busy = Busy(failures: 0)
        let retry = busy.retry(after: [])
        retry.start()
        expect(busy.text(retry) == "success 1", "expected a success, got \(busy.text(retry))")
      }
    }
    judge(end)
  }

  @Test func `A cancel at any moment reaches the try that runs`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        // The try waits for the return of cancel, or only until it is cancelled itself.
        for (number, waitsForReturn) in [(1, true), (1, false), (2, true), (2, false)] {
          let holds = everyOrder(
            "try \(number) of a cancelled retry",
            cause: """
              can a cancel come after the check of isCancelled and before it finds the attempt? Is the attempt \
              cancelled before the retry is?
              """
          ) { scene in
            let (cancelled, seen, observations) = (Flag("cancelled"), Notes(), Log<MiniObservation>())
            let retry = Retry(delays: [.zero, .zero], on: JumpingTime(VirtualTime())) { made in
              scene.point("makes an attempt")
              let attempt = Attempt { attempt in
                if made < number { throw Failure(number: made) }
                // A try that runs when the cancel is over must see it.
                cancelled.wait()
                seen(attempt.isCancelled ? "cancelled" : "not cancelled")
                throw Failure(number: made)
              }
              if !waitsForReturn {
                observations.add(attempt.observe(\.isCancelled) { _, _ in cancelled.raise() })
              }
              return attempt
            }
            scene.thread("R") { retry.start() }
            scene.thread("C") {
              retry.cancel()
              if waitsForReturn { cancelled.raise() }
            }
            scene.finally {
              scene.expect(
                !seen.lines.contains("not cancelled") && seen.lines.count < 2,
                "no try continues uncancelled, and there is none after it (got \(seen.text))")
              scene.expect(retry.isFinished && retry.result == nil, "it ends without a result")
            }
          }
          if !holds { return }
        }
        // What happens to one that is not cancelled, so that doing nothing is not enough.
        let busy = Busy(failures: 0)
        let retry = busy.retry(after: [])
        retry.start()
        expect(busy.text(retry) == "success 1", "expected a success, got \(busy.text(retry))")
      }
    }
    judge(end)
  }

  @Test func `Woken without a cancel it continues to wait`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let time = RestlessTime()
        let busy = Busy(failures: 1, on: time.time)
        let retry = busy.retry(after: [.milliseconds(100)], on: time)
        retry.start()
        expect(
          busy.tries.lines == ["1 at 0 ms", "2 at 100 ms"] && busy.text(retry) == "success 2",
          """
          expected tries at 0 and 100 ms although the wait ends early for no reason, as it may, at 30 and at 60 \
          ms, got: \(busy.tries.text) and \(busy.text(retry)). What is checked after a wait, and is the \
          deadline still the same?
          """)
      }
    }
    judge(end)
  }

  @Test func `Two retries can wait at the same time`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let probe = Busy(failures: 0)
        let simple = probe.retry(after: [])
        simple.start()
        expect(probe.text(simple) == "success 1", "expected a success, got \(probe.text(simple))")
        // Before two of them are waited for.
        guard probe.text(simple) == "success 1" else { return }
        let time = VirtualTime()
        let (first, second) = (Busy(failures: 1, on: time), Busy(failures: 1, on: time))
        let retries = [first.retry(after: [.seconds(1)]), second.retry(after: [.seconds(1)])]
        let queue = MiniOperationQueue()
        queue.addOperations(retries, waitUntilFinished: false)
        let bothTried = first.begun.wait() && second.begun.wait()
        let bothWait = bothTried && returns { time.waitForSleepers(2) }
        expect(
          bothWait,
          """
          expected two of them to wait side by side, got \(time.sleeperCount) that wait: do they share a \
          lock, or hold their own while they wait?
          """)
        guard bothWait else { return }
        time.advance(by: .seconds(1))
        expect(
          queue.empties() && first.text(retries[0]) == "success 2" && second.text(retries[1]) == "success 2",
          "expected both to try again after a second, got: \(first.tries.text); \(second.tries.text)")
        let (early, late) = (Busy(failures: 1, on: VirtualTime()), Busy(failures: 1, on: VirtualTime()))
        let (other, cancelled) = (early.retry(after: [.seconds(1)]), late.retry(after: [.seconds(1)]))
        guard early.waits(other), late.waits(cancelled) else { return }
        cancelled.cancel()
        expect(
          cancelled.ends() && !other.isFinished,
          """
          expected the one that was cancelled to end, and the one that began to wait before it to continue to wait, got \
          \(cancelled.isFinished ? "" : "not ")the end of the one and \(other.isFinished ? "" : "not ")that of \
          the other: do they share a bell, and which thread does it wake?
          """)
      }
    }
    judge(end)
  }
}

/// A time in which every wait ends twice for no reason, and passes when it is waited for once more.
private final class RestlessTime: Timekeeper {
  let time = VirtualTime()
  private let waits = Synchronization.Mutex(0)

  var now: Duration { time.now }

  func sleep(until deadline: Duration) { if deadline > now { time.advance(by: deadline - now) } }

  func wait(on condition: Condition, until deadline: Duration) -> Bool {
    let isInVain = waits.withLock { count in
      count += 1
      return count % 3 != 0
    }
    if isInVain && now < deadline {
      // Time passes all the same, and the deadline stays where it was.
      time.advance(by: min(.milliseconds(30), deadline - now))
      return true
    }
    sleep(until: deadline)
    return false
  }
}

/// The time, with a moment before each wait in which another thread can come first.
private struct OvertakenTime: Timekeeper {
  let scene: Scene

  var now: Duration { SystemTime().now }

  func sleep(until deadline: Duration) { SystemTime().sleep(until: deadline) }

  func wait(on condition: Condition, until deadline: Duration) -> Bool {
    scene.point("about to wait")
    return SystemTime().wait(on: condition, until: deadline)
  }
}
