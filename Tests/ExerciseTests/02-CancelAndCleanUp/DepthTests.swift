import ExerciseSupport
import Explorer
import MiniOperations
import Testing

@testable import Exercise02

@Suite(.serialized, .requirements) struct Depth {
  @Test
  func `If a call throws and cancel() is called, in either order, every opened resource is closed once`()
    async
  {
    await inOwnProcess {
      for story in Story.all(of: Belt([1, 2])) {
        checkCalls(story, "Which way out of main skips a call of close?")
      }
    }
  }

  @Test
  func
    `Cancelling after a call has thrown, during close or after the copy has finished changes neither calls nor error`()
    async
  {
    await inOwnProcess {
      for (number, call) in Belt([1]).allCalls.enumerated() {
        for isCancelledInClose in [false, true] {
          let (belt, story) = (Belt([1]), Story(throwsIn: number, isCancelledInClose: isCancelledInClose))
          let operation = story.copy(belt)
          // Called before isFinished changes: main has returned, and the operation has not finished.
          let observation = operation.observe(\.isFinished, options: .prior) { operation, change in
            if change.isPrior { operation.cancel() }
          }
          operation.start()
          observation.invalidate()
          expect(
            operation.isCancelled && shown(operation.error) == "Jam 7",
            """
            '\(call)' throws Jam 7, then cancel() is called \
            \(isCancelledInClose ? "in close" : "before the finish"): expected error to be Jam 7, got \
            \(shown(operation.error)). Is isCancelled checked where the error is stored or read?
            """)
        }
      }
      let belt = Belt([1])
      let operation = Copy(belt)
      operation.start()
      operation.cancel()
      expect(
        belt.notes.lines == belt.calls(upTo: 9),
        """
        cancel() after the finish: expected no other call after \
        \(belt.calls(upTo: 9).joined(separator: ", ")), got \(belt.notes.text). Does cancel() close anything?
        """)
    }
  }

  @Test func `A CancellationError that a call throws is stored like any other error`() async {
    await inOwnProcess {
      for number in Belt([1]).allCalls.indices {
        for isCancelledInClose in [false, true] {
          let belt = Belt([1])
          let story = Story(
            throwsIn: number, error: CancellationError(), isCancelledInClose: isCancelledInClose)
          let operation = story.copy(belt)
          operation.start()
          expect(
            shown(operation.error) == "\(CancellationError())",
            """
            '\(belt.allCalls[number])' throws a \
            CancellationError\(isCancelledInClose ? ", then cancel() in close" : ""): expected it as error, \
            got \(shown(operation.error)). Can your code tell it from a cancellation of its own?
            """)
        }
      }
    }
  }

  @Test
  func `If another thread cancels during a call, cancel() returns at once, and main closes after the call`()
    async
  {
    await inOwnProcess {
      for (number, call) in Belt([1]).allCalls.enumerated() {
        for isObserved in [false, true] {
          let (belt, itself) = (Belt([1]), Reference<Copy>())
          let operation = Copy(belt)
          itself.object = operation
          // An observer that returns late: isCancelled is true, and cancel() has not returned yet.
          let (isCancelled, mayReturn) = (Milestone(), Milestone())
          let observation = operation.observe(\.isCancelled) { _, _ in
            isCancelled.reach()
            if isObserved { mayReturn.wait() }
          }
          let hasReturned = Milestone()
          belt.inCall(number) {
            Threads.start(named: "canceller") {
              itself.object?.cancel()
              hasReturned.reach()
            }
            let isInTime = isObserved ? isCancelled.wait() : hasReturned.wait()
            belt.notes(isInTime ? "cancelled" : "cancel() does not return")
          }
          operation.start()
          mayReturn.reach()
          if !belt.notes.lines.isEmpty { hasReturned.wait() }
          observation.invalidate()
          let allowed = belt.callsIfCancelled(in: number).map { calls in
            calls[...number] + ["cancelled"] + calls[(number + 1)...]
          }
          let holds = allowed.contains { Array($0) == belt.notes.lines }
          expect(
            holds,
            """
            cancelled by another thread during \
            '\(call)'\(isObserved ? ", with an observer that returns late" : ""): expected \
            \(allowed.map(Array.init).alternatives), got \(belt.notes.lines.inBrackets). Does cancel() close \
            anything, or wait for a lock that main holds?
            """)
        }
      }
    }
  }

  @Test
  func
    `Whenever another thread cancels, opened resources are closed after the last call and before the copy finishes`()
    async
  {
    await inOwnProcess {
      checkCalls(Story(), "Does a copy that is not cancelled copy?")
      everyOrder(
        "one thread runs a copy, another one cancels it",
        cause: "does the thread that cancels close anything?"
      ) { scene in
        let belt = Belt([10])
        for number in belt.allCalls.indices { belt.inCall(number) { scene.point("call \(number + 1)") } }
        let operation = Copy(belt)
        let observation = operation.observe(\.isFinished) { _, _ in belt.notes("finished") }
        scene.thread("run") { operation.start() }
        scene.thread("cancel") { operation.cancel() }
        scene.finally {
          observation.invalidate()
          let allowed = [[]] + belt.allCalls.indices.map { belt.calls(upTo: $0) }
          scene.expect(
            allowed.contains { $0 + ["finished"] == belt.notes.lines } && operation.error == nil,
            "everything that was opened is closed, then the copy finishes (got \(belt.notes.text))")
        }
      }
    }
  }

  @Test func `Many copies run at the same time, each with its own error`() async {
    await inOwnProcess {
      let stories = (1...5).flatMap { _ in Story.all(of: Belt([1, 2])) }
      let copies = stories.enumerated().map { number, story in
        var story = story
        story.error = Jam(number: number)
        let belt = Belt([1, 2])
        return (story: story, belt: belt, operation: story.copy(belt))
      }
      let queue = MiniOperationQueue()
      queue.addOperations(copies.map(\.operation).shuffled(), waitUntilFinished: false)
      let isEmpty = queue.empties()
      let wrong = copies.first { story, belt, operation in
        !story.allowed(belt).contains(belt.notes.lines)
          || !story.allowedErrors.contains(shown(operation.error))
      }
      let expected = wrong.map { story, belt, _ in
        "\(story.allowedErrors[0]) after \(story.allowed(belt).alternatives)"
      }
      let got = wrong.map { "\(shown($0.operation.error)) after \($0.belt.notes.lines.inBrackets)" }
      expect(
        isEmpty && wrong == nil,
        """
        one of \(copies.count) copies, which \(wrong.map { "\($0.story)" } ?? "does not finish"): expected \
        \(expected ?? "its finish"), got \(got ?? "none"). What do two copies share?
        """)
    }
  }
}
