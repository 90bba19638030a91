import ExerciseSupport
import Explorer
import MiniOperations
import Testing

@testable import Exercise05

extension `Pipeline` {
  @Test func `An input may have ended before the step is made`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let notes = Notes()
        let fetch = step("fetch", notes: notes)
        let cancelled = step("cancelled", notes: notes)
        cancelled.cancel()
        let isEarlyThrough = runOneByOne([fetch, cancelled])
        let count = step("count", after: [fetch], notes: notes)
        let shout = step("shout", after: [fetch, cancelled], notes: notes)
        let isThrough = isEarlyThrough && runOneByOne([count, shout])
        expect(
          isThrough && notes.lines == ["fetch of nothing", "count of fetch"] && shout.isCancelled,
          """
          expected fetch, and then count, which is made afterwards, to work on its result, and shout, of whose \
          inputs one was cancelled, not to work, got \(notes.text): is a result handed only to steps that \
          exist already?
          """)
        let freed = stepThatAloneKeepsItsInput()
        let isFreedThrough = runOneByOne([freed])
        expect(
          isFreedThrough && freed.result == "input and input",
          """
          expected a step to work on the result of an input that had ended, although the dependency on it was removed, \
          got \(shown(freed.result)): does a dependency say when, or also what?
          """)
        for moment in Moment.allCases {
          let (handle, early) = (Handle(), Notes())
          let (input, observation) = moment.step("last") { input in
            let late = Step("late", after: [input]) { $0.joined() }
            if !input.isFinished && late.isReady { early("ready") }
            handle.hold(late)
          }
          let isLastThrough = runOneByOne([input])
          observation.invalidate()
          let late = handle.take()
          let isLateThrough = runOneByOne(late.map { [$0] } ?? [])
          let holds = isLastThrough && isLateThrough && late?.result == "last" && early.lines.isEmpty
          expect(
            holds,
            """
            expected a step that is made when its input \(moment.rawValue) to wait for the end of the input and to work on \
            its result, last, got \(shown(late?.result))\(early.lines.isEmpty ? "" : ", and a step that is ready too early"): \
            when is a result handed over, and what if a step is made between that and the end?
            """)
          if !holds { return }
        }
        everyOrder(
          "a step is made while its input works",
          cause: "can the input end between the check for its result and the line that waits for it?"
        ) { scene in
          let handle = Handle()
          let fetch = Step("fetch") { _ in
            scene.point("fetch works")
            return "text"
          }
          scene.thread("M") { fetch.start() }
          scene.thread("N") { handle.hold(Step("count", after: [fetch]) { "count of \($0.joined())" }) }
          scene.finally {
            let count = handle.take()
            count?.start()
            scene.expect(
              count?.result == "count of text",
              "the step gets the result of its input, whenever it was made (got \(shown(count?.result)))")
          }
        }
      }
    }
    judge(end)
  }

  @Test func `While a step works, its result can be read and is nil`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let (itself, notes) = (Handle(), Notes())
        let fetch = Step("fetch") { _ in
          let step = itself.take()
          // On another thread, as a lock may let its owner in.
          if !returns({ notes(shown(step?.result)) }) { notes("no answer") }
          return "text"
        }
        itself.hold(fetch)
        let isThrough = runOneByOne([fetch])
        expect(
          isThrough && notes.lines == ["none"] && fetch.result == "text",
          """
          expected the answer that there is no result while the work runs, got \(notes.text), and \
          \(shown(fetch.result)) in the end: is a lock held while the work runs?
          """)
        guard isThrough else { return }
        // At each announcement: there is a result from the end on, and not before.
        let (announced, first) = (Notes(), step("first", notes: Notes()))
        let keeper = step("observed", after: [first], notes: Notes())
        let ask: @Sendable (MiniOperation, String) -> Void = { operation, key in
          guard let step = operation as? Step else { return }
          let right = step.isFinished ? "observed" : nil
          let answered = returns {
            if step.result != right {
              announced("\(shown(step.result)) at \(key) instead of \(shown(right))")
            }
          }
          if !answered { announced("no answer at \(key)") }
        }
        let everyKey = [
          keeper.observe(\.isReady, options: .prior) { operation, _ in ask(operation, "isReady") },
          keeper.observe(\.isExecuting, options: .prior) { operation, _ in ask(operation, "isExecuting") },
          keeper.observe(\.isFinished, options: .prior) { operation, _ in ask(operation, "isFinished") },
        ]
        let isKeeperThrough = runOneByOne([first, keeper])
        for observation in everyKey { observation.invalidate() }
        expect(
          isKeeperThrough && announced.lines.isEmpty,
          """
          expected observers of a step to read a result from its end on and none before, got \(announced.text): which line \
          makes the result visible, and which one ends the step?
          """)
        guard isKeeperThrough else { return }
        // Nor when an observer hears that a step is cancelled, by its owner or for want of an input's result.
        let (input, seen) = (step("input", notes: Notes()), Notes())
        let dependent = step("dependent", after: [input], notes: Notes())
        let observations = [input, dependent].map { step in
          step.observe(\.isCancelled) { operation, _ in
            let step = operation as? Step
            if !returns({ seen(shown(step?.result)) }) { seen("no answer") }
          }
        }
        input.cancel()
        let areThrough = runOneByOne([input, dependent])
        for observation in observations { observation.invalidate() }
        expect(
          areThrough && seen.lines.count >= 2 && Set(seen.lines) == ["none"],
          """
          expected the answer that there is no result while observers hear of a cancel of a step and of the one \
          that needs it, got \(seen.text): is a lock held while a step is cancelled?
          """)
      }
    }
    judge(end)
  }
}

/// A step whose input, given twice, has ended, is no dependency any more, and is held by no other object.
private func stepThatAloneKeepsItsInput() -> Step {
  let input = Step("input") { _ in "input" }
  _ = runOneByOne([input])
  let step = Step("step", after: [input, input]) { $0.joined(separator: " and ") }
  step.removeDependency(input)
  return step
}
