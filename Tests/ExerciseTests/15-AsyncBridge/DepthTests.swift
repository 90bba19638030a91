import ExerciseSupport
import Explorer
import MiniOperations
import Testing

@testable import Exercise15

@Suite(.serialized, .requirements) struct Depth {
  @Test func `In every order of value(), cancelling and the work, all tasks get the same outcome`() async {
    await inOwnProcess {
      everyOrder(
        "two calls of value() and cancel()", cause: "can cancel() be called between two reads of the outcome?"
      ) { scene in
        let (outcomes, calculation) = (Log<Outcome>(), Calculation { 7 })
        for name in ["A", "B"] {
          scene.task(name) {
            outcomes.add(await .of(calculation))
            scene.expect(calculation.isCancelled, "isCancelled is true when a task has its error (got false)")
          }
        }
        scene.thread("cancel") { calculation.cancel() }
        scene.finally {
          scene.expect(
            outcomes.entries == [.cancelled, .cancelled],
            "both get CancellationError (got \(outcomes.entries))")
        }
      }
      everyOrder(
        "one of two tasks is cancelled while the work returns",
        cause: "does a cancelled task get an outcome of its own?",
        settings: Settings(.exhaustive(preemptions: 1))
      ) { scene in
        let (outcomes, calculation) = (Log<Outcome>(), Calculation { 7 })
        scene.task("A", mayBeCancelled: true) { outcomes.add(await .of(calculation)) }
        scene.task("work") {
          calculation.start()
          outcomes.add(await .of(calculation))
        }
        scene.finally {
          scene.expect(
            outcomes.entries.count == 2 && Set(outcomes.entries.map(\.description)).count == 1,
            "both get the value 7, or both CancellationError (got \(outcomes.entries))")
        }
      }
    }
  }

  @Test func `No lock is held while tasks are resumed`() async {
    await inOwnProcess {
      for way in ["the value", "the error", "cancel()", "the cancellation of another task"] {
        let expected: Outcome = way == "the value" ? .value(7) : way == "the error" ? .broken(7) : .cancelled
        let calculation = Calculation { try expected.get() }
        let (other, caller) = (Caller(of: calculation), Caller(of: calculation))
        for caller in [other, caller] { caller.expectWaiting() }
        let blocked = Notes()
        caller.whenResumed {
          // On another thread, because a recursive lock does not block its owner.
          if !returns({ calculation.cancel() }) { return blocked("cancel()") }
          if !returns({ Caller(of: calculation).runHere() }) { blocked("value()") }
        }
        switch way {
        case "cancel()": calculation.cancel()
        case "the cancellation of another task": other.cancel()
        default: calculation.start()
        }
        let texts = [other, caller].map(\.text)
        expect(
          texts == ["\(expected)", "\(expected)"] && blocked.lines.isEmpty,
          """
          cancel() and value() on another thread while two tasks are resumed by \(way): expected both calls \
          to return, and \(expected) twice, got \
          \(blocked.lines.first.map { "a call of \($0) that blocks" } ?? "both"), and \
          \(texts.joined(separator: ", ")). Is a continuation resumed while your lock is held?
          """)
      }
    }
  }

  @Test func `The completionBlock that the caller has set is called`() async {
    await inOwnProcess {
      let (calculation, completed) = (Calculation { 7 }, Milestone())
      let caller = Caller(of: calculation)
      caller.expectWaiting()
      calculation.completionBlock = { completed.reach() }
      calculation.start()
      let isCalled = completed.wait()
      expect(
        caller.outcome == .value(7) && isCalled,
        """
        value(), completionBlock is set, start(): expected the value 7, and a call of the block, got \
        \(caller.text), and \(isCalled ? "a" : "no") call
        """)
    }
  }
}
