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
        step.cancel()
        step.start()
        expect(
          step.result == text,
          """
          expected the result \(text) to stay after a late cancel and a second start, got \(shown(step.result)): what \
          takes a result away after the end?
          """)
        // The completion block belongs to the caller, and a new step may get the address of a released one.
        for number in 1...20 {
          let (notes, called) = (Notes(), Milestone())
          let other = Step("\(number)") { _ in "\(number)" }
          let early = other.result
          other.completionBlock = { [weak other] in
            notes(shown(other?.result))
            called.reach()
          }
          other.start()
          let holds =
            called.wait() && early == nil && notes.lines == ["\(number)"] && other.result == "\(number)"
          expect(
            holds,
            """
            expected step \(number) to have no result before its work, and \(number) when its completion block is called, \
            got \(shown(early)) and \(notes.text): whose is the block, and where is the result kept?
            """)
          if !holds { return }
        }
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
        // More than fit into a byte or a set of bits; some make the same.
        let many = (0..<300).map { number in Step("step") { _ in "\(number % 100)" } }
        let list = Step("list", after: many) { $0.joined(separator: "+") }
        let areThrough = runOneByOne(many + [list])
        expect(
          areThrough && list.result == (0..<300).map { "\($0 % 100)" }.joined(separator: "+"),
          """
          expected the results of 300 inputs in their order, 0 to 99 three times, got \
          \(list.result.map { "\($0.prefix(40))…" } ?? "none"): can inputs have equal results, and is there a limit?
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
        // Nor does it have to be a step, and an input remains one without its dependency.
        let (block, page) = (MiniBlockOperation {}, step("page", after: [fetch], notes: notes))
        page.addDependency(block)
        page.removeDependency(fetch)
        block.cancel()
        block.start()
        expect(
          runOneByOne([page]) && notes.lines.last == "page of fetch",
          """
          expected page to work on the result of its input although the input is no longer a dependency, and a cancelled \
          operation of another class is one, got \(notes.text): are the inputs looked for among the dependencies?
          """)
      }
    }
    judge(end)
  }
}
