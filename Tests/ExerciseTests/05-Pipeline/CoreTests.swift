import ExerciseSupport
import Explorer
import MiniOperations
import Testing

@testable import Exercise05

@Suite(.serialized, .requirements) struct Core {
  @Test
  func `A step's result is nil before it starts, and the value that its work returned after it has finished`()
    async
  {
    await inOwnProcess {
      var dice = Dice()
      let text = "\(dice.roll(100...999))"
      let step = Step("fetch") { _ in text }
      let before = step.result
      step.start()
      expect(
        before == nil && step.result == text,
        """
        result of a step whose work returns \(text): expected nil before start() and \(text) after it, got \
        \(shown(before)) and \(shown(step.result)). Where does main store the value that work returns?
        """)
    }
  }

  @Test func `The work receives the results of the inputs, in the order of the inputs`() async {
    await inOwnProcess {
      var dice = Dice()
      let (x, y) = ("\(dice.roll(100...999))", "\(dice.roll(100...999))")
      // The results in the order in which the steps run, and the places of the inputs among them.
      let table: [(case: String, results: [String], inputs: [Int])] = [
        ("the inputs run in their order", [x, y], [0, 1]),
        ("the inputs run in reverse order", [x, y], [1, 0]),
        ("one step is an input twice, and another returns an empty text", [x, ""], [0, 1, 0]),
        ("two inputs return the same text", [x, x], [0, 1]),
        ("there are twelve inputs", (1...12).map { "\($0)" }, Array(0..<12)),
      ]
      for row in table {
        let steps = row.results.map { result in Step("input") { _ in result } }
        let all = Step("all", after: row.inputs.map { steps[$0] }) { $0.joined(separator: "+") }
        let expected = row.inputs.map { row.results[$0] }.joined(separator: "+")
        let isThrough = runOneByOne(steps + [all])
        expect(
          isThrough && all.result == expected,
          """
          a step that joins the results of its inputs, which have the same name; \(row.case): expected \
          \(expected), got \(shown(all.result)). Does each place in inputs get its result, whenever that \
          input has finished?
          """)
      }
    }
  }

  @Test
  func
    `A step's work is called after all of its inputs have finished, and the step occupies no slot while it waits`()
    async
  {
    await inOwnProcess {
      let notes = Notes()
      let steps = diamond(notes: notes)
      let isThrough = runOneByOne(steps.reversed())
      let expected = ["fetch()", "shout(fetch)", "count(fetch)", "page(count, shout)"]
      expect(
        isThrough && notes.lines == expected,
        """
        page, shout, count and fetch are added in this order to a queue that runs one at a time: expected \
        \(expected.joined(separator: ", ")), got \(notes.text)\(isThrough ? "" : " and then nothing more"). \
        Does a step wait in main, in the slot that its input needs? Does it start without its inputs?
        """)
    }
  }

  @Test func `Two steps that do not depend on each other run at the same time`() async {
    await inOwnProcess {
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
        the work of count waits until shout works, and the other way round: expected both to return met, got \
        \(shown(count.result)) and \(shown(shout.result)). Is a lock held while work runs?
        """)
    }
  }

  @Test func `Another thread can read result at any time`() async {
    await inOwnProcess {
      everyOrder(
        "one thread runs a step, another one reads its result",
        cause: "which lock do the thread that stores the result and the one that reads it both hold?"
      ) { scene in
        let fetch = Step("fetch") { _ in "text" }
        scene.thread("run") { fetch.start() }
        scene.thread("read") {
          let result = fetch.result
          scene.expect(
            result == nil || result == "text", "the result is nil or the final text (got \(shown(result)))")
        }
        scene.finally {
          scene.expect(
            fetch.result == "text", "the finished step has its result (got \(shown(fetch.result)))")
        }
      }
    }
  }

  @Test
  func `If a step is cancelled, every step that needs its result, directly or indirectly, is cancelled too`()
    async
  {
    await inOwnProcess {
      let notes = Notes()
      let steps = diamond(notes: notes)
      let (count, page) = (steps[1], steps[3])
      let print = step("print", after: [page], notes: notes)
      count.cancel()
      let isThrough = runOneByOne(steps + [print])
      expect(
        isThrough && !notes.text.contains("page(") && !notes.text.contains("print("),
        """
        count is cancelled, page needs its result, and print needs that of page: expected neither to work, \
        got \(notes.text). A dependency on a cancelled step is met, too: what does main do if a result is \
        missing?
        """)
      let states = [page, print].map { "\($0.isCancelled), \(shown($0.result))" }
      expect(
        states == ["true, nil", "true, nil"],
        """
        isCancelled and result of page and print, after count was cancelled: expected true, nil for both, \
        got \(states.joined(separator: " and ")). How does a step tell its dependents that it has no result?
        """)
    }
  }

  @Test func `A step that does not need the result of a cancelled step runs`() async {
    await inOwnProcess {
      let steps = diamond()
      let (count, shout) = (steps[1], steps[2])
      count.cancel()
      let isThrough = runOneByOne(steps)
      expect(
        isThrough && shout.result == "shout" && !shout.isCancelled,
        """
        count is cancelled, and shout needs only the result of fetch: expected shout to have the result \
        shout, got \(shown(shout.result)), isCancelled \(shout.isCancelled). Which steps are cancelled \
        together with count?
        """)
    }
  }

  @Test
  func `A step that is cancelled while its work runs has no result, and its dependents' work is not called`()
    async
  {
    await inOwnProcess {
      for moment in [Moment.starts, .works] {
        checkCancelling(moment, "Is isCancelled also checked after the work?")
      }
    }
  }

  @Test
  func `A step that is cancelled after its work has returned, but before it has finished, has no result`()
    async
  {
    await inOwnProcess { checkCancelling(.isAboutToFinish, "When is isCancelled checked for the last time?") }
  }
}

/// Expects that fetch, cancelled at a moment before its finish, has no result and that count does not work.
private func checkCancelling(_ moment: Moment, _ cause: String) {
  let notes = Notes()
  let (fetch, observation) = moment.step("fetch", notes: notes) { $0.cancel() }
  let count = step("count", after: [fetch], notes: notes)
  let isThrough = runOneByOne([fetch, count])
  observation.invalidate()
  expect(
    isThrough && fetch.result == nil && count.result == nil && count.isCancelled
      && !notes.text.contains("count"),
    """
    fetch is cancelled \(moment.rawValue): expected no result of fetch, and count cancelled without working, \
    got the results \(shown(fetch.result)) and \(shown(count.result)), isCancelled \(fetch.isCancelled) and \
    \(count.isCancelled), work \(notes.text). \(cause)
    """)
}
