import ExerciseSupport
import MiniOperations
import Testing

@testable import Exercise05

@Suite(.serialized, .requirements) struct `Pipeline` {
  @Test func `A step has no result before its work, and the result of its work afterwards`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        var dice = Dice()
        let text = "\(dice.roll(100...999))"
        let step = Step("fetch") { _ in text }
        expect(
          step.result == nil,
          "expected no result before the step has run, got \(shown(step.result)): is the work done in init?")
        step.start()
        expect(
          step.result == text,
          "expected the result \(text), got \(shown(step.result)): where does main put what the work returns?"
        )
        expect(
          step.name == "fetch",
          "expected the name fetch, got \(shown(step.name)): is the rest of init as it was given?")
      }
    }
    judge(end)
  }

  @Test func `A step gets the results of those before it, in the order of its inputs`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        var dice = Dice()
        let (one, two) = ("\(dice.roll(100...999))", "\(dice.roll(100...999))")
        for isTurned in [false, true] {
          // The second time all have the same name.
          let names = isTurned ? ["step", "step", "step"] : ["a", "b", "both"]
          let a = Step(names[0]) { _ in one }
          let b = Step(names[1]) { _ in two }
          let both = Step(names[2], after: isTurned ? [b, a] : [a, b]) { $0.joined(separator: "+") }
          let isThrough = runOneByOne([a, b, both])
          let expected = isTurned ? "\(two)+\(one)" : "\(one)+\(two)"
          expect(
            isThrough && both.result == expected,
            """
            expected \(expected) of the inputs \(isTurned ? "b and a, all of the same name" : "a and b"), got \
            \(shown(both.result)): are the inputs read in their order, whichever ended first and whatever its name?
            """)
        }
        // A text without characters is a result, too, and each input counts, however often it is one.
        let (empty, full) = (Step("empty") { _ in "" }, Step("full") { _ in one })
        let all = Step("all", after: [full, empty, full]) { $0.joined(separator: "+") }
        let isThrough = runOneByOne([empty, full, all])
        expect(
          isThrough && all.result == "\(one)++\(one)",
          """
          expected \(one)++\(one) of a step that is an input twice and of one with an empty result between the \
          two, got \(shown(all.result)): does each place in inputs get its result, whatever that is?
          """)
      }
    }
    judge(end)
  }

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
        // Made when the work of its input is done, and right before the end of it.
        let (handle, last) = (Handle(), step("last", notes: notes))
        let observation = last.observe(\.isFinished, options: [.prior]) { last, change in
          guard change.isPrior, let last = last as? Step else { return }
          handle.hold(Step("late", after: [last]) { $0.joined() })
        }
        let isLastThrough = runOneByOne([last])
        observation.invalidate()
        let late = handle.take()
        let isLateThrough = runOneByOne(late.map { [$0] } ?? [])
        expect(
          isLastThrough && isLateThrough && late?.result == "last",
          """
          expected last for a step that is made while its input ends, got \(shown(late?.result)): when does the \
          input hand its result over, and what of a step that comes between that and its end?
          """)
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

  @Test func `A step begins when those before it have ended, and holds no slot until then`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let notes = Notes()
        let steps = diamond(notes: notes)
        let isThrough = runOneByOne(steps.reversed())
        expect(
          isThrough,
          """
          expected a queue that runs one at a time to get through, got a standstill after \(notes.text): \
          does a waiting step hold the only slot, so that what it waits for cannot run?
          """)
        expect(
          notes.lines == ["fetch of nothing", "shout of fetch", "count of fetch", "page of count and shout"],
          """
          expected fetch, shout, count, page, which were added the other way round, got \(notes.text): \
          what keeps a step from beginning too early?
          """)
      }
    }
    judge(end)
  }

  @Test func `Two steps that do not need each other run at the same time`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let meeting = Milestone()
        let meet: @Sendable ([String]) -> String = { _ in
          meeting.reach()
          return meeting.wait(for: 2) ? "met" : "alone"
        }
        let fetch = Step("fetch") { _ in "text" }
        let count = Step("count", after: [fetch], work: meet)
        let shout = Step("shout", after: [fetch], work: meet)
        let queue = MiniOperationQueue()
        queue.addOperations([fetch, count, shout], waitUntilFinished: false)
        let isEmpty = queue.empties()
        expect(
          isEmpty && count.result == "met" && shout.result == "met",
          """
          expected count and shout to meet while both work, got \(shown(count.result)) and \
          \(shown(shout.result)): does one wait for the other, or is a lock held while the work runs?
          """)
      }
    }
    judge(end)
  }

  @Test func `A dependency that is not an input delays the step but passes nothing on`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let notes = Notes()
        let log = step("log", notes: notes)
        let fetch = step("fetch", notes: notes)
        let count = step("count", after: [fetch], notes: notes)
        count.addDependency(log)
        let isThrough = runOneByOne([count, fetch, log])
        expect(
          isThrough && notes.lines == ["fetch of nothing", "log of nothing", "count of fetch"],
          """
          expected fetch, log, and then count of fetch alone, got \(notes.text): \
          is each dependency taken for an input, or are the inputs not dependencies?
          """)
        let (other, shout) = (step("other", notes: notes), step("shout", after: [fetch], notes: notes))
        shout.addDependency(other)
        other.cancel()
        expect(
          runOneByOne([shout, other]) && notes.lines.last == "shout of fetch",
          """
          expected shout to work although a dependency that is not an input was cancelled, got \
          \(notes.text): which steps must not be cancelled?
          """)
      }
    }
    judge(end)
  }
}
