import ExerciseSupport
import Explorer
import MiniOperations
import Testing

@testable import Exercise02

@Suite(.serialized, .requirements) struct Core {
  @Test func `All parts are copied in order, after both resources are opened and before both are closed`()
    async
  {
    await inOwnProcess {
      for parts in [[31, 7, 31], []] {
        let belt = Belt(parts)
        Copy(belt).start()
        let expected = belt.calls(upTo: belt.allCalls.count)
        expect(
          belt.notes.lines == expected,
          """
          calls of a copy of the parts \(parts): expected \(expected.joined(separator: ", ")), got \
          \(belt.notes.text). Is each part written before next is called again, until next returns nil?
          """)
      }
    }
  }

  @Test func `If a call throws, error is that error, and no call but close follows`() async {
    await inOwnProcess {
      for number in Belt([1, 2]).allCalls.indices {
        let (belt, story) = (Belt([1, 2]), Story(throwsIn: number))
        let operation = story.copy(belt)
        operation.start()
        let (calls, expected) = (belt.notes.lines.withoutClose, Array(belt.allCalls.prefix(number + 1)))
        expect(
          shown(operation.error) == "Jam 7" && calls == expected,
          """
          '\(belt.allCalls[number])' throws Jam 7: expected that error and the calls \
          \(expected.joined(separator: ", ")), got \(shown(operation.error)) and \
          \(calls.joined(separator: ", ")). Is every error caught and stored?
          """)
      }
    }
  }

  @Test func `If a call throws, every opened resource is closed once, the last opened first`() async {
    await inOwnProcess {
      for number in Belt([1, 2]).allCalls.indices {
        checkCalls(Story(throwsIn: number), "Which calls of close are skipped, and which undo no open?")
      }
    }
  }

  @Test
  func `If the operation is cancelled during a call, at most one more call begins, and error stays nil`()
    async
  {
    await inOwnProcess {
      for number in Belt([1, 2]).allCalls.indices {
        let (belt, story) = (Belt([1, 2]), Story(cancelledIn: number))
        let operation = story.copy(belt)
        operation.start()
        let (calls, allowed) = (
          belt.notes.lines.withoutClose, belt.callsIfCancelled(in: number).map(\.withoutClose)
        )
        let question =
          operation.error == nil
          ? "Is isCancelled checked before each part, and after open?"
          : "Is the cancellation stored as an error?"
        expect(
          allowed.contains(calls) && operation.error == nil,
          """
          calls other than close, where cancel() is called during '\(belt.allCalls[number])': expected \
          \(allowed.alternatives), and the error nil, got \(calls.inBrackets), and \
          \(shown(operation.error)). \(question)
          """)
      }
    }
  }

  @Test func `If the operation is cancelled between start() and the first open, at most one call begins`()
    async
  {
    await inOwnProcess {
      checkCalls(Story(), "Does a copy that is not cancelled copy?")
      let belt = Belt([1, 2])
      let operation = Copy(belt)
      let observation = operation.observe(\.isExecuting) { operation, _ in operation.cancel() }
      operation.start()
      observation.invalidate()
      let allowed = [[], belt.calls(upTo: 0)]
      expect(
        allowed.contains(belt.notes.lines) && operation.isFinished && operation.error == nil,
        """
        calls of a copy that is cancelled when isExecuting becomes true: expected \(allowed.alternatives), \
        and the error nil, got \(belt.notes.lines.inBrackets), and \(shown(operation.error)). Is isCancelled \
        checked before the second open?
        """)
    }
  }

  @Test
  func
    `If the operation is cancelled during a call, every opened resource is closed once, the last opened first`()
    async
  {
    await inOwnProcess {
      for number in Belt([1, 2]).allCalls.indices {
        checkCalls(Story(cancelledIn: number), "Does each way out of main close every opened resource?")
      }
    }
  }

  @Test func `If the operation is cancelled before it starts, nothing is opened`() async {
    await inOwnProcess {
      let (cancelled, next) = (Belt([1, 2]), Belt([3]))
      let isThrough = runOneByOne([Story(isCancelledBefore: true).copy(cancelled), Copy(next)])
      expect(
        isThrough && cancelled.notes.lines.isEmpty && next.notes.lines == next.calls(upTo: 9),
        """
        one copy is cancelled before it starts, the next one is not: expected no call and all calls, got \
        \(cancelled.notes.text), and \(next.notes.text). Is anything opened in init, or shared by all copies?
        """)
    }
  }

  @Test func `When isFinished becomes true, everything is closed, and error has its final value`() async {
    await inOwnProcess {
      for story in [Story(), Story(cancelledIn: 4), Story(throwsIn: 4)] {
        let belt = Belt([1, 2, 3])
        let operation = story.copy(belt)
        let observation = operation.observe(\.isFinished) { operation, _ in
          belt.notes("finished with \(shown((operation as? Copy)?.error))")
        }
        operation.start()
        observation.invalidate()
        let last = belt.notes.lines.suffix(3)
        let expected = ["close target", "close source", "finished with \(story.allowedErrors[0])"]
        expect(
          Array(last) == expected,
          """
          a copy that \(story): expected \(expected.joined(separator: ", ")) as the last events, got \
          \(last.joined(separator: ", ")). Is closing left to deinit or to a completion block?
          """)
      }
    }
  }

  @Test func `Another thread can read error at any time, also during a call`() async {
    await inOwnProcess {
      for number in Belt([1]).allCalls.indices {
        let (belt, read, itself) = (Belt([1]), Notes(), Reference<Copy>())
        let operation = Copy(belt)
        itself.object = operation
        belt.inCall(number) {
          if !returns({ read(shown(itself.object?.error)) }) { read("no return") }
          throw Jam(number: 8)
        }
        operation.start()
        expect(
          read.lines == ["nil"] && shown(operation.error) == "Jam 8",
          """
          error, read by another thread during '\(belt.allCalls[number])', which then throws, and after the \
          finish: expected nil and Jam 8, got \(read.text) and \(shown(operation.error)). Is a lock held \
          during the call?
          """)
      }
      everyOrder(
        "one thread runs a copy that fails, another one reads its error",
        cause: "which lock do the thread that stores the error and the one that reads it both hold?"
      ) { scene in
        let operation = Story(throwsIn: 0).copy(Belt([]))
        scene.thread("run") { operation.start() }
        scene.thread("read") {
          let error = shown(operation.error)
          scene.expect(["nil", "Jam 7"].contains(error), "error is nil or Jam 7 (got \(error))")
        }
        scene.finally { scene.expect(operation.error != nil, "the finished copy has its error (got nil)") }
      }
    }
  }
}
