import ExerciseSupport
import Foundation
import MiniOperations
import Testing

@testable import Exercise03

@Suite(.serialized, .requirements) struct `A concurrent operation` {
  @Test func `start begins the work and returns, and the operation executes until the work is done`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let late = LateWork()
        let operation = Transfer(work: late.work())
        let hasReturned = returns { operation.start() }
        expect(
          hasReturned && late.begins == 1 && operation.isExecuting && !operation.isFinished,
          """
          expected start to begin the work once, to return, and an operation that executes, got a start that \
          \(hasReturned ? "returned" : "did not return"), \(late.begins) beginnings, \(operation.shown): \
          does start wait for the work, or is isExecuting not announced?
          """)
        expect(
          operation.isAsynchronous, "expected isAsynchronous to be true, as it is given, got false")
        guard hasReturned else { return }
        let starter = ObjectIdentifier(Foundation.Thread.current)
        let areOnStarter = Log<Bool>()
        Transfer { _ in areOnStarter.add(ObjectIdentifier(Foundation.Thread.current) == starter) }.start()
        expect(
          areOnStarter.entries == [true],
          """
          expected one beginning, on the thread that calls start, got \(areOnStarter.entries.count), of which \
          \(areOnStarter.entries.count { $0 }) on that thread: does start begin the work on a thread of its own?
          """)
        late.sayDone()
        expect(
          !operation.isExecuting && operation.isFinished,
          "expected the end when the work is done, got \(operation.shown): what does the closure do that work gets?"
        )
      }
    }
    judge(end)
  }

  @Test func `It announces that it executes before the work begins`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let late = LateWork()
        let operation = Transfer(work: late.work { [notes = late.notes] in notes("begun") })
        let announcements = Announcements(of: operation, in: late.notes)
        _ = returns { operation.start() }
        let expected = ["isExecuting: false to true", "the work begins", "begun"]
        expect(
          late.notes.lines == expected,
          """
          expected \(expected.joined(separator: ", ")), got \(late.notes.text): is the work begun first, \
          so that its end can come before its beginning is recorded? ('unknown' is a change without willChange)
          """)
        announcements.end()
      }
    }
    judge(end)
  }

  @Test func `Work that is done before the call that begins it returns ends the operation too`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let operation = Transfer { done in done() }
        let announcements = Announcements(of: operation)
        let hasReturned = returns { operation.start() }
        announcements.end()
        expect(
          hasReturned && operation.isFinished && !operation.isExecuting,
          """
          expected an operation that has finished when start returns, got \(operation.shown) after \
          \(announcements.notes.text): does start change anything after it has begun the work?
          """)
        guard hasReturned else { return }
        // On another thread, which the work waits for.
        let answers = Notes()
        let other = Transfer { done in answers(returns { done() } ? "done returned" : "done did not return") }
        let hasOtherReturned = returns { other.start() }
        expect(
          hasOtherReturned && answers.lines == ["done returned"] && other.isFinished,
          """
          expected done to return, although it is called on another thread before the work's own call returns, \
          got: \(answers.text), \(other.shown). Is a lock held while the work is begun?
          """)
      }
    }
    judge(end)
  }

  @Test func `Started again while it executes, it begins nothing and ends nothing`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        for isCancelled in [false, true] {
          let late = LateWork()
          let operation = Transfer(work: late.work())
          let announcements = Announcements(of: operation)
          _ = returns { operation.start() }
          if isCancelled { operation.cancel() }
          _ = returns { operation.start() }
          let (begins, meanwhile) = (late.begins, operation.shown)
          late.sayDone()
          announcements.end()
          expect(
            begins == 1 && meanwhile == "isExecuting true, isFinished false" && operation.isFinished
              && announcements.about("isFinished").count == 1
              && announcements.about("isExecuting").count == 2,
            """
            expected a second start\(isCancelled ? " after a cancel" : "") to change nothing while the work \
            continues, got \(begins) beginnings, \(meanwhile), then \(announcements.notes.text): does start \
            check first whether it is the first?
            """)
        }
      }
    }
    judge(end)
  }

  @Test func `Done may be called after the operation was released`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let late = LateWork()
        func run() -> Bool {
          let operation = Transfer(work: late.work())
          operation.start()
          late.sayDone()
          return operation.isFinished
        }
        let hasReturned = returns { Transfer { _ in }.start() }
        let hasFinished = hasReturned && run()
        expect(
          hasFinished,
          "expected an end when the work is done, got \(hasReturned ? "none" : "a start that waits")")
        // Without the operation: if the closure does not keep it alive, it must not need it either.
        if hasFinished { late.sayDone() }
      }
    }
    judge(end)
  }

  @Test func `Cancelled before it starts, it does not begin, and ends when it is started`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let late = LateWork()
        let operation = Transfer(work: late.work())
        let announcements = Announcements(of: operation)
        operation.cancel()
        let before = operation.shown
        _ = returns { operation.start() }
        // After an end by a cancel, too, cancel and start do nothing.
        operation.cancel()
        _ = returns { operation.start() }
        announcements.end()
        expect(
          before == "isExecuting false, isFinished false",
          "expected cancel to end nothing that was not started, got \(before): cancelled is not finished")
        expect(
          late.begins == 0 && operation.isFinished
            && announcements.notes.lines == Announcements.wholeFinished,
          """
          expected no beginning, and the end announced by start and nothing else, got \(late.begins) beginnings, \
          \(announcements.notes.text), \(operation.shown): what does start check first?
          """)
      }
    }
    judge(end)
  }

  @Test func `Cancelled while it executes, it ends when its work does`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let late = LateWork()
        let operation = Transfer(work: late.work())
        _ = returns { operation.start() }
        operation.cancel()
        let meanwhile = operation.shown
        late.sayDone()
        expect(
          meanwhile == "isExecuting true, isFinished false" && operation.isFinished,
          """
          expected it to execute until its work is done, cancelled or not, got \(meanwhile) after cancel and \
          \(operation.shown) when the work was done: does cancel end work that still runs?
          """)
      }
    }
    judge(end)
  }
}
