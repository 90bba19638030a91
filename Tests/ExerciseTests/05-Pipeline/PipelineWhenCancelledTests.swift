import ExerciseSupport
import Explorer
import MiniOperations
import Testing

@testable import Exercise05

extension `Pipeline` {
  @Test func `Every step that needs the result of a cancelled step is cancelled too, down to the last`() async
  {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let notes = Notes()
        let steps = diamond(notes: notes)
        let (count, page) = (steps[1], steps[3])
        count.cancel()
        let isThrough = runOneByOne(steps)
        expect(
          isThrough && notes.lines == ["fetch of nothing", "shout of fetch"],
          """
          expected fetch and shout to work, and neither count, which was cancelled, nor page, which needs it; \
          got \(notes.text): a dependency is met by any end, so what does main do when an input made nothing?
          """)
        expect(
          page.isFinished && page.isCancelled && page.result == nil,
          """
          expected page to have ended as cancelled, without a result, got isFinished \(page.isFinished), \
          isCancelled \(page.isCancelled), result \(shown(page.result)): how do the steps after it learn \
          that no result comes?
          """)
        var chain = [step("first", notes: notes)]
        for number in 1...100 { chain.append(step("\(number)", after: [chain[number - 1]], notes: notes)) }
        chain[0].cancel()
        let isChainThrough = runOneByOne(chain)
        let cancelled = chain.count { $0.isFinished && $0.isCancelled && $0.result == nil }
        expect(
          isChainThrough && cancelled == 101,
          """
          expected each of 101 steps in a row to end as cancelled with the first one, got \(cancelled): does a step \
          that was cancelled for want of a result cancel the next one in turn?
          """)
      }
    }
    judge(end)
  }

  @Test func `A step that does not need a cancelled step continues`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let steps = diamond(notes: Notes())
        let (count, shout) = (steps[1], steps[2])
        count.cancel()
        let isThrough = runOneByOne(steps)
        expect(
          isThrough && shout.result == "shout" && !shout.isCancelled,
          """
          expected shout to work although count was cancelled, got \(shown(shout.result)), isCancelled \
          \(shout.isCancelled): are steps cancelled that do not need the missing result?
          """)
        // A cancel after the end changes nothing for the step itself, so it changes nothing for those that need it.
        let later = diamond(notes: Notes())
        let isFirstThrough = runOneByOne([later[0]])
        later[0].cancel()
        let isRestThrough = runOneByOne(Array(later.dropFirst()))
        expect(
          isFirstThrough && isRestThrough && later.allSatisfy { !$0.isCancelled && $0.result != nil },
          """
          expected all steps to have a result where the first is cancelled after its end, which changes nothing, got \
          \(later.map { shown($0.result) }.joined(separator: ", ")): what does a late cancel do to the steps behind?
          """)
      }
    }
    judge(end)
  }

  @Test func `A step that is cancelled while it works has no result and passes none on`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let notes = Notes()
        let itself = Handle()
        let fetch = Step("fetch") { _ in
          notes("fetch")
          itself.cancel()
          return "half a text"
        }
        itself.hold(fetch)
        let count = step("count", after: [fetch], notes: notes)
        let isThrough = runOneByOne([fetch, count])
        expect(
          isThrough && notes.lines == ["fetch"] && fetch.result == nil && count.result == nil,
          """
          expected fetch to work, be cancelled meanwhile and leave no result, got \(notes.text), results \
          \(shown(fetch.result)) and \(shown(count.result)): is isCancelled also checked after the work?
          """)
      }
    }
    judge(end)
  }

  @Test func `Cancelled after its work and before its end, a step has no result either`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        for moment in Moment.allCases {
          let notes = Notes()
          let (fetch, observation) = moment.step("fetch", notes: notes) { $0.cancel() }
          let count = step("count", after: [fetch], notes: notes)
          let isThrough = runOneByOne([fetch, count])
          observation.invalidate()
          // Only after the end does a cancel come too late.
          let comesTooLate = moment == .ends
          let holds =
            isThrough && fetch.isCancelled != comesTooLate && (fetch.result == "fetch") == comesTooLate
            && notes.lines.filter { $0.hasPrefix("count") } == (comesTooLate ? ["count of fetch"] : [])
          expect(
            holds,
            """
            expected fetch, which is cancelled when it \(moment.rawValue), to \(comesTooLate ? "keep its" : "leave no") \
            result, and count \(comesTooLate ? "" : "not ")to work, got \(notes.text), results \(shown(fetch.result)) and \
            \(shown(count.result)): when is isCancelled checked for the last time?
            """)
          expect(
            count.isCancelled != comesTooLate,
            """
            expected count \(comesTooLate ? "not " : "")to be cancelled where its input \(moment.rawValue), got isCancelled \
            \(count.isCancelled): does a step without a result cancel those that need it, and no other?
            """)
          if !holds { return }
        }
      }
    }
    judge(end)
  }

  @Test func `Cancelled by another thread at any moment, a step has a result for all or for none`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        everyOrder(
          "a cancel and an end", cause: "does result, or a later step, check isCancelled before the end?",
          // Two: the cancel comes before the end, and the end before the cancel has returned.
          settings: Settings(.exhaustive(preemptions: 2))
        ) { scene in
          let (notes, early) = (Notes(), Log<String>())
          let fetch = Step("fetch") { _ in "text" }
          let count = Step("count", after: [fetch]) { results in
            notes("count of \(results.joined())")
            return "4"
          }
          scene.thread("M") {
            fetch.start()
            count.start()
          }
          scene.thread("C") {
            if let result = fetch.result { early.add(result) }
            fetch.cancel()
            if let result = fetch.result { early.add(result) }
          }
          scene.finally {
            let hasResult = !fetch.isCancelled
            scene.expect(
              fetch.result == (hasResult ? "text" : nil) && (hasResult || early.entries.isEmpty),
              """
              fetch has a result if it was not cancelled, and none was ever seen otherwise (got \
              \(shown(fetch.result)), isCancelled \(fetch.isCancelled), seen early: \(early.entries))
              """)
            scene.expect(
              notes.lines == (hasResult ? ["count of text"] : []) && count.isCancelled == !hasResult,
              """
              count works if fetch has a result, and is cancelled otherwise (got \(notes.text), isCancelled of \
              fetch \(fetch.isCancelled), of count \(count.isCancelled))
              """)
          }
        }
        for moment in Moment.allCases where moment != .ends {
          let isFine = everyOrder(
            "a read, and a cancel when it \(moment.rawValue)",
            cause: "can the cancel and the end come between the two questions that result asks?"
          ) { scene in
            let (fetch, observation) = moment.step("fetch") { $0.cancel() }
            let early = Log<String>()
            scene.thread("M") { fetch.start() }
            scene.thread("R") { if let result = fetch.result { early.add(result) } }
            scene.finally {
              observation.invalidate()
              scene.expect(
                fetch.isCancelled && fetch.result == nil && early.entries.isEmpty,
                """
                fetch, which is cancelled before its end, has no result for any thread (got \(shown(fetch.result)), \
                isCancelled \(fetch.isCancelled), seen early: \(early.entries))
                """)
            }
          }
          if !isFine { return }
        }
      }
    }
    judge(end)
  }

  @Test func `Every pipeline ends, with the results that it must have`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        var dice = Dice()
        for round in 1...10 {
          let pipeline = RandomPipeline(&dice)
          let queue = MiniOperationQueue()
          queue.maxConcurrentOperationCount = dice.roll(1...4)
          queue.addOperations(pipeline.steps.shuffled(using: &dice), waitUntilFinished: false)
          let isEmpty = queue.empties()
          let wrong = pipeline.wrongSteps
          expect(
            isEmpty && wrong.isEmpty,
            """
            seed \(dice.seed), pipeline \(round): expected every step to end with what its inputs allow, got \
            \(isEmpty ? wrong.joined(separator: "; ") : "a standstill"). If the simple pipelines hold and \
            this one does not, look for data that steps share
            """)
          if !isEmpty || !wrong.isEmpty { return }
        }
      }
    }
    judge(end)
  }

  @Test func `When a pipeline is released, nothing of it stays in memory`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        for story in ["ran", "was cancelled before", "was cancelled meanwhile", "never ran"] {
          weak var fetch: Step?
          weak var page: Step?
          var result: String?
          func run() {
            let itself = Handle()
            let first = Step("fetch") { _ in
              if story.hasSuffix("meanwhile") { itself.cancel() }
              return "text"
            }
            itself.hold(first)
            let second = step("page", after: [first], notes: Notes())
            (fetch, page) = (first, second)
            if story.hasSuffix("before") { first.cancel() }
            if story != "never ran" { _ = runOneByOne([first, second]) }
            result = second.result
            _ = itself.take()
          }
          run()
          let expected = story == "ran" ? "page" : nil
          expect(
            result == expected,
            "expected the result \(shown(expected)) of a pipeline that \(story), got \(shown(result))")
          expect(
            fetch == nil && page == nil,
            """
            expected nothing to be held of a pipeline that \(story), got \(fetch == nil ? "page" : "fetch") still \
            there: a step holds those before it; does it also hold those after it, or itself?
            """)
          if fetch != nil || page != nil { return }
        }
        let fetch = step("fetch", notes: Notes())
        _ = step("page", after: [fetch], notes: Notes())
        expect(
          runOneByOne([fetch]) && fetch.result == "fetch",
          """
          expected a step to work although its dependent was released before, got \(shown(fetch.result)): does it \
          refer to steps that no longer exist?
          """)
      }
    }
    judge(end)
  }
}
