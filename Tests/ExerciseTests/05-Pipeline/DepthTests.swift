import ExerciseSupport
import Explorer
import MiniOperations
import Testing

@testable import Exercise05

@Suite(.serialized, .requirements) struct Depth {
  @Test
  func
    `At any time and on any thread, result returns at once: nil until the step has finished, then its value`()
    async
  {
    await inOwnProcess {
      // Each reads on another thread: a recursive lock would let its owner in.
      let (reads, called) = (Notes(), Milestone())
      let read: @Sendable (MiniOperation?, String) -> Void = { step, place in
        let result = Notes()
        let returned = returns { result(shown((step as? Step)?.result)) }
        reads("\(place): \(returned ? result.text : "no return")")
      }
      let itself = Reference<Step>()
      let fetch = Step("fetch") { _ in
        read(itself.object, "work")
        return "text"
      }
      itself.object = fetch
      fetch.completionBlock = {
        read(itself.object, "completion block")
        called.reach()
      }
      let observation = fetch.observe(\.isFinished, options: .prior) { operation, _ in
        read(operation, operation.isFinished ? "isFinished true" : "isFinished false")
      }
      fetch.start()
      called.wait()
      observation.invalidate()
      let expected = [
        "work: nil", "isFinished false: nil", "isFinished true: text", "completion block: text",
      ]
      expect(
        Set(reads.lines) == Set(expected),
        """
        result, read on other threads while fetch runs and finishes: expected \
        \(expected.joined(separator: ", ")), got \(reads.text). Is a lock held while work runs? Which line \
        makes the result visible, and when is it stored?
        """)
      // Observers of a cancelled step, and of one that finds out in main that an input has no result.
      let (input, atCancel) = (step("input"), Notes())
      let dependent = step("dependent", after: [input])
      let observations = [input, dependent].map { step in
        step.observe(\.isCancelled) { operation, _ in
          if !returns({ atCancel(shown((operation as? Step)?.result)) }) { atCancel("no return") }
        }
      }
      input.cancel()
      let areThrough = runOneByOne([input, dependent])
      for observation in observations { observation.invalidate() }
      expect(
        areThrough && Set(atCancel.lines) == ["nil"],
        """
        result, read by observers of isCancelled on another thread: expected nil, got \(atCancel.text). Is \
        cancel() called while a lock is held?
        """)
    }
  }

  @Test func `If another thread cancels a step, all readers and dependents agree whether it has a result`()
    async
  {
    await inOwnProcess {
      everyOrder(
        "a step runs, and another thread cancels it",
        cause: """
          does result, or a dependent, check isCancelled before the step has finished, or does the code note \
          a call of cancel() that has no effect, because the step has finished?
          """,
        // Two switches: cancel() begins before the step has finished, and returns after that.
        settings: Settings(.exhaustive(preemptions: 2))
      ) { scene in
        let (notes, seen) = (Notes(), Log<String>())
        let fetch = step("fetch")
        let count = step("count", after: [fetch], notes: notes)
        scene.thread("run") { for step in [fetch, count] { step.start() } }
        scene.thread("cancel") {
          if let result = fetch.result { seen.add(result) }
          fetch.cancel()
          if let result = fetch.result { seen.add(result) }
        }
        scene.finally {
          let hasResult = !fetch.isCancelled
          scene.expect(
            fetch.result == (hasResult ? "fetch" : nil) && (hasResult || seen.entries.isEmpty),
            """
            fetch has a result exactly if it was not cancelled, and otherwise no thread has read one (got \
            \(shown(fetch.result)), isCancelled \(fetch.isCancelled), read by the other thread: \
            \(seen.entries))
            """)
          scene.expect(
            notes.lines == (hasResult ? ["count(fetch)"] : []) && count.isCancelled == !hasResult,
            """
            count works if fetch has a result, and is cancelled otherwise (got work \(notes.text), \
            isCancelled of fetch \(fetch.isCancelled), of count \(count.isCancelled))
            """)
        }
      }
      for moment in Moment.allCases where moment.isBeforeFinish {
        everyOrder(
          "fetch is cancelled \(moment.rawValue), and another thread reads its result",
          cause: "can the step be cancelled and finish between the two checks in result?"
        ) { scene in
          let (fetch, observation) = moment.step("fetch") { $0.cancel() }
          scene.thread("run") { fetch.start() }
          scene.thread("read") {
            let result = fetch.result
            scene.expect(result == nil, "a step that is cancelled has no result (got \(shown(result)))")
          }
          scene.finally { observation.invalidate() }
        }
      }
    }
  }

  @Test func `Cancelling a step that has finished changes neither its result nor any other step`() async {
    await inOwnProcess {
      let steps = diamond()
      let isFirstThrough = runOneByOne([steps[0]])
      steps[0].cancel()
      let areThrough = isFirstThrough && runOneByOne(Array(steps.dropFirst()))
      let results = steps.map { shown($0.result) }
      expect(
        areThrough && results == ["fetch", "count", "shout", "page"],
        """
        fetch is cancelled after it has finished, then the others run: expected fetch, count, shout and page \
        to have their results, got \(results.joined(separator: ", ")). Does cancel() check whether it had an \
        effect?
        """)
    }
  }

  @Test
  func `A step that is created while its inputs run, or after they have finished, receives their results`()
    async
  {
    await inOwnProcess {
      for moment in Moment.allCases {
        let (late, wasEarly) = (Log<Step>(), Notes())
        let (input, observation) = moment.step("input") { input in
          let dependent = step("late", after: [input], notes: wasEarly)
          if dependent.isReady && !input.isFinished { wasEarly("ready too early") }
          late.add(dependent)
        }
        let areThrough = runOneByOne([input]) && runOneByOne(late.entries)
        observation.invalidate()
        expect(
          areThrough && wasEarly.lines == ["late(input)"],
          """
          a dependent of input, created \(moment.rawValue), and run afterwards: expected late(input), got \
          \(wasEarly.text). Who gets a result that exists before the dependent does?
          """)
      }
      everyOrder(
        "one thread runs fetch, another one creates its dependent count",
        cause: "can fetch finish between the check for its result and the line that registers count?"
      ) { scene in
        let created = Log<Step>()
        let fetch = step("fetch")
        scene.thread("run") { fetch.start() }
        scene.thread("create") { created.add(Step("count", after: [fetch]) { $0.joined() }) }
        scene.finally {
          created.entries.first?.start()
          let result = created.entries.first?.result
          scene.expect(result == "fetch", "count receives the result of fetch (got \(shown(result)))")
        }
      }
    }
  }

  @Test func `A dependency that is not an input delays the step and passes no result`() async {
    await inOwnProcess {
      let others: [(kind: String, cancels: Bool, make: @Sendable (Notes) -> MiniOperation)] = [
        ("a step", false, { step("log", notes: $0) }),
        ("a cancelled step", true, { step("log", notes: $0) }),
        ("a block operation", false, { notes in MiniBlockOperation { notes("log()") } }),
        ("a cancelled block operation", true, { notes in MiniBlockOperation { notes("log()") } }),
      ]
      for (kind, cancels, make) in others {
        let notes = Notes()
        let (log, fetch) = (make(notes), step("fetch", notes: notes))
        let count = step("count", after: [fetch], notes: notes)
        count.addDependency(log)
        if cancels { log.cancel() }
        let isThrough = runOneByOne([count, fetch, log])
        let expected = ["fetch()"] + (cancels ? [] : ["log()"]) + ["count(fetch)"]
        expect(
          isThrough && notes.lines == expected,
          """
          count has the input fetch and depends also on \(kind): expected \
          \(expected.joined(separator: ", ")), got \(notes.text). Does main take each dependency for an input?
          """)
      }
    }
  }

  @Test func `A pipeline that its caller has released leaves no step in memory`() async {
    await inOwnProcess {
      for story in ["ran", "was cancelled before it started", "was never started"] {
        weak var fetch: Step?
        weak var page: Step?
        do {
          let (first, notes) = (step("fetch"), Notes())
          let second = step("page", after: [first], notes: notes)
          (fetch, page) = (first, second)
          if story.contains("cancelled") { first.cancel() }
          if !story.contains("never") { _ = runOneByOne([first, second]) }
        }
        expect(
          fetch == nil && page == nil,
          """
          a pipeline of fetch and page that \(story), after its last reference is released: expected no step \
          in memory, got \(fetch == nil ? "page" : "fetch"). A step retains its inputs: does it also retain \
          its dependents, or itself?
          """)
      }
      let fetch = step("fetch")
      _ = step("page", after: [fetch])
      let isThrough = runOneByOne([fetch])
      expect(
        isThrough && fetch.result == "fetch",
        """
        fetch runs after its only dependent was released: expected the result fetch, got \
        \(shown(fetch.result)). Does it refer to a dependent that no longer exists?
        """)
    }
  }
}
