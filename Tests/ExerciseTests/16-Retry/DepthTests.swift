import ExerciseSupport
import Explorer
import MiniOperations
import Testing

@testable import Exercise16

@Suite(.serialized, .requirements) struct Depth {
  @Test func `Whenever cancel() is called, the retry does not wait for the delay`() async {
    await inOwnProcess {
      expectSuccess()
      // An hour that passes before the cancel is no failure.
      var settings = Settings()
      settings.surprises = 0
      everyOrder(
        "cancel() during a retry", cause: "is the signal sent between the check of isCancelled and the wait?",
        settings: settings
      ) { scene in
        let (tries, waited) = (Notes(), Notes())
        let retry = Retry(delays: [.seconds(3600)], on: OvertakenTime(scene: scene)) { number in
          Attempt { _ in
            tries("\(number)")
            throw Failure(number: number)
          }
        }
        scene.thread("retry") {
          let begin = SystemTime().now
          retry.start()
          if SystemTime().now - begin >= .seconds(3600) { waited("for an hour") }
        }
        scene.thread("cancel") { retry.cancel() }
        scene.finally {
          scene.expect(retry.isFinished && retry.result == nil, "it finishes without a result")
          scene.expect(waited.lines.isEmpty, "it does not wait for the delay (got a wait \(waited.text))")
          scene.expect(tries.lines.count <= 1, "it tries once at most (got \(tries.lines.count))")
        }
      }
    }
  }

  @Test func `Whenever cancel() is called, the running try is cancelled and no other begins`() async {
    await inOwnProcess {
      expectSuccess()
      // The try waits until cancel() has returned, or only until it is cancelled itself.
      for (number, waitsForReturn) in [(1, true), (1, false), (2, true)] {
        everyOrder(
          "cancel() and try \(number)",
          cause: """
            can cancel() be called after the check of isCancelled and before it finds the attempt? Is the \
            attempt cancelled before the retry?
            """, settings: Settings(.exhaustive(preemptions: number == 1 && waitsForReturn ? 2 : 1))
        ) { scene in
          let (cancelled, seen, observations) = (Flag("cancelled"), Notes(), Log<MiniObservation>())
          let retry = Retry(delays: [.zero, .zero], on: JumpingTime(virtual: VirtualTime())) { made in
            scene.point("makes an attempt")
            let attempt = Attempt { attempt in
              if made < number { throw Failure(number: made) }
              cancelled.wait()
              seen(attempt.isCancelled ? "cancelled" : "not cancelled")
              throw Failure(number: made)
            }
            if !waitsForReturn {
              observations.add(attempt.observe(\.isCancelled) { _, _ in cancelled.raise() })
            }
            return attempt
          }
          scene.thread("retry") { retry.start() }
          scene.thread("cancel") {
            retry.cancel()
            if waitsForReturn { cancelled.raise() }
          }
          scene.finally {
            scene.expect(
              ["", "cancelled"].contains(seen.lines.joined(separator: ", ")),
              "the running try is cancelled, and none follows (got \(seen.text))")
            scene.expect(retry.isFinished && retry.result == nil, "it finishes without a result")
          }
        }
      }
    }
  }

  @Test func `A result that is read after cancel() has returned is final`() async {
    await inOwnProcess {
      expectSuccess()
      everyOrder(
        "cancel() and a success",
        cause:
          "can cancel() be called between the last check of isCancelled and the line that stores the result?"
      ) { scene in
        let read = Notes()
        let retry = Server(failures: 0).retry(after: [])
        scene.thread("retry") { retry.start() }
        scene.thread("cancel") {
          read(retry.outcome)
          retry.cancel()
          read(retry.outcome)
        }
        scene.finally {
          let final = retry.outcome
          scene.expect(
            read.lines.last == final && ["no result", final].contains(read.lines.first ?? ""),
            "a result stays, and none is added after cancel() (got \(read.text), \(final) in the end)")
        }
      }
    }
  }

  @Test
  func `The result can be read while a try or an observer runs, and is nil until the last try has returned`()
    async
  {
    await inOwnProcess {
      let (reference, answers) = (Reference<Retry>(), Notes())
      /// Reads the result on another thread, which a lock held by this one would block.
      let read: @Sendable (String) -> Void = { place in
        let result = Notes()
        if !returns({ result(reference.object?.outcome ?? "") }) { result("blocked") }
        if result.text != "no result" { answers("\(result.text) \(place)") }
      }
      let observations = Log<MiniObservation>()
      let retry = Retry(delays: [.zero, .zero], on: JumpingTime(virtual: VirtualTime())) { number in
        read("when an attempt is made")
        let attempt = Attempt { _ in
          read("while an attempt works")
          if number == 2 { reference.object?.cancel() }
          throw Failure(number: number)
        }
        observations.add(attempt.observe(\.isCancelled) { _, _ in read("when an attempt is cancelled") })
        observations.add(attempt.observe(\.isFinished) { _, _ in read("when an attempt finishes") })
        return attempt
      }
      observations.add(
        retry.observe(\.isCancelled, options: .prior) { _, _ in read("when the retry is cancelled") })
      reference.object = retry
      let isOver = returns { retry.start() }
      expect(
        isOver && retry.isFinished && observations.entries.count == 5 && answers.lines.isEmpty,
        """
        cancel() in the second of three tries, and result read on another thread: expected nil each time, \
        got \(answers.lines.first ?? "no second try"). Is a lock held while other code is called?
        """)
    }
  }

  @Test func `A finished retry retains no attempt, and no error but that of its result`() async {
    await inOwnProcess {
      for (failures, delays) in [(0, 1), (2, 2), (9, 2), (9, 0)] {
        let errors = Lifetimes()
        let server = Server(failures: failures) { errors.object("error \($0)") }
        let retry = server.retry(after: Array(repeating: .zero, count: delays))
        retry.start()
        let alive = withExtendedLifetime(retry) { server.lifetimes.alive + errors.alive }
        let expected = failures > delays ? ["error \(delays + 1)"] : []
        expect(
          alive == expected && server.tries.lines.count == min(failures, delays) + 1,
          """
          \(failures) failures and \(delays) delays: expected \(min(failures, delays) + 1) tries, and \
          \(expected.first ?? "no attempt and no error") to be alive, got \(server.tries.lines.count), and \
          \(alive)
          """)
      }
      for isMade in [false, true] {
        let (attempts, reference) = (Lifetimes(), Reference<Retry>())
        let retry = Retry(delays: [.zero], on: JumpingTime(virtual: VirtualTime())) { number in
          if !isMade { reference.object?.cancel() }
          let attempt = Attempt { _ in
            reference.object?.cancel()
            throw Failure(number: number)
          }
          return attempts.observe(attempt, as: "attempt \(number)")
        }
        reference.object = retry
        retry.start()
        let alive = withExtendedLifetime(retry) { attempts.alive }
        expect(
          alive.isEmpty && retry.isFinished,
          """
          cancel() \(isMade ? "during a try" : "while its attempt is made"): expected it to finish and to \
          retain no attempt, got \(alive)
          """)
      }
    }
  }
}

/// Expects a retry that is not cancelled to succeed, so that doing nothing does not suffice.
private func expectSuccess() {
  let retry = Server(failures: 0).retry(after: [])
  retry.start()
  expect(
    retry.outcome == "success 1",
    "a retry whose first try succeeds: expected success 1, got \(retry.outcome)")
}

/// The time, with a moment before each wait in which another thread can run.
private struct OvertakenTime: Timekeeper {
  let scene: Scene

  var now: Duration { SystemTime().now }

  func sleep(until deadline: Duration) { SystemTime().sleep(until: deadline) }

  func wait(on condition: Condition, until deadline: Duration) -> Bool {
    scene.point("about to wait")
    return SystemTime().wait(on: condition, until: deadline)
  }
}
