import ExerciseSupport
import Explorer
import MiniOperations
import Synchronization
import Testing

@testable import Exercise04

@Suite(.serialized, .requirements) struct Depth {
  @Test func `A second start() changes nothing: while the work runs, after cancel() and after done`()
    async
  {
    await inOwnProcess {
      for (isCancelled, isFinished) in [(false, false), (true, false), (false, true), (true, true)] {
        let work = ManualWork()
        let operation = Transfer(work: work.closure())
        let notifications = Notifications(of: operation)
        _ = returns { operation.start() }
        if isFinished { work.finish() }
        if isCancelled { operation.cancel() }
        _ = returns { operation.start() }
        let state = operation.state
        work.finish()
        notifications.stop()
        expect(
          work.begins == 1 && state == "isExecuting \(!isFinished), isFinished \(isFinished)"
            && notifications.areComplete,
          """
          start()\(isFinished ? ", done()" : "")\(isCancelled ? ", cancel()" : ""), then start() again: \
          expected 1 call of work and isFinished \(isFinished), got \(work.begins) calls, \(state), and, \
          when done was called, \(notifications.notes.text). Does start check first whether it is the first \
          call?
          """)
      }
      everyOrder(
        "the operation is cancelled, and two threads call start",
        cause: "can a second start() finish an operation that the first one has not?"
      ) { scene in
        let work = ManualWork()
        let operation = Transfer(work: work.closure())
        let notifications = Notifications(of: operation)
        operation.cancel()
        for name in ["A", "B"] { scene.thread(name) { operation.start() } }
        scene.finally {
          notifications.stop()
          scene.expect(
            work.begins == 0 && notifications.notes.lines == Notifications.finished,
            """
            it finishes once, without its work (got \(work.begins) calls of work, \(notifications.notes.text))
            """)
        }
      }
    }
  }

  @Test func `A property changes only between willChangeValue and didChangeValue of its own key`() async {
    await inOwnProcess {
      for story in [
        "done is called later", "done is called at once", "the operation is cancelled before it starts",
      ] {
        let work = ManualWork()
        let atOnce: Transfer.Work = { done in done() }
        let operation = Transfer(work: story.hasSuffix("at once") ? atOnce : work.closure())
        let monitor = ChangeMonitor()
        let notifications = Notifications(of: operation) { monitor.check(operation, in: $0, isPrior: $1) }
        if story.contains("cancelled") { operation.cancel() }
        _ = returns { operation.start() }
        work.finish()
        notifications.stop()
        expect(
          monitor.surprises.lines.isEmpty && operation.isFinished,
          """
          both properties, read in each notification, where \(story): expected each to change between the \
          two announcements of its key, got \(monitor.surprises.text), and \(operation.state). Is one of \
          them computed from a value that changes earlier?
          """)
      }
    }
  }

  @Test func `Observers and the work may call the operation, also on a thread that they wait for`() async {
    await inOwnProcess {
      let waiting = Notes()
      let waited = Transfer { done in waiting(returns(done) ? "returned" : "no return") }
      let hasReturned = returns { waited.start() }
      expect(
        hasReturned && waiting.lines == ["returned"] && waited.isFinished,
        """
        work waits for a thread that calls done: expected done to return, got \(waiting.text), and \
        \(waited.state). Is a lock held while work is called?
        """)
      for isElsewhere in [false, true] {
        let (work, called, stuck) = (ManualWork(), Notes(), Notes())
        let operation = Transfer(work: work.closure())
        let notifications = Notifications(of: operation) { name, isPrior in
          // Once in each of the six notifications, or a wrong answer would call itself without an end.
          let moment =
            "\(isPrior ? "will" : "did")ChangeValue of \(name), isExecuting \(operation.isExecuting)"
          guard !called.lines.contains(moment), stuck.lines.isEmpty else { return }
          called(moment)
          let again: @Sendable () -> Void = {
            work.finish()
            operation.start()
            _ = operation.state
          }
          if !isElsewhere { again() } else if !returns(again) { stuck(moment) }
        }
        _ = returns { operation.start() }
        work.finish()
        notifications.stop()
        expect(
          work.begins == 1 && operation.isFinished && notifications.areComplete && stuck.lines.isEmpty,
          """
          each observer calls done and start() \
          \(isElsewhere ? "on another thread, and waits for it" : "itself"): expected 1 call of work and \
          each change announced once, got \(work.begins) calls, \(notifications.notes.text), \
          \(stuck.lines.isEmpty ? "" : "no return in \(stuck.text), ")\(operation.state). Is a lock held \
          while a change is announced? Is a call recorded only after its announcement?
          """)
      }
    }
  }

  @Test func `If three threads call start(), done and cancel(), the operation finishes once`() async {
    await inOwnProcess {
      everyOrder(
        "three threads call start, done and cancel",
        cause: "does cancel, or start after it has called work, change anything?",
        settings: Settings(.exhaustive(preemptions: 1))
      ) { scene in
        let work = ManualWork()
        let operation = Transfer(work: work.closure { scene.point("work has begun") })
        let notifications = Notifications(of: operation)
        scene.thread("start") { operation.start() }
        scene.thread("done") {
          scene.point("is done called?")
          work.finish()
        }
        scene.thread("cancel") {
          operation.cancel()
          // In this order: an operation that has finished never executes again.
          let isBoth = operation.isFinished && operation.isExecuting
          scene.expect(!isBoth, "no thread reads isFinished true and then isExecuting true")
        }
        scene.finally {
          // If the thread was too early, done has not been called.
          work.finish()
          notifications.stop()
          scene.expect(
            operation.state == "isExecuting false, isFinished true",
            "the operation has finished and does not execute (got \(operation.state))")
          let isRight =
            notifications.areComplete
            || work.begins == 0 && notifications.notes.lines == Notifications.finished
          scene.expect(isRight, "each change is announced once (got \(notifications.notes.text))")
        }
      }
      twoThreadsCallDone(
        cause: "is it decided before the announcement which call of done makes the change?"
      ) { scene, _, notifications in
        scene.expect(
          notifications.areComplete, "each change is announced once (got \(notifications.notes.text))")
      }
    }
  }

  @Test func `A released operation is deallocated, and done may still be called`() async {
    await inOwnProcess {
      guard returns({ Transfer { _ in }.start() }) else {
        return expect(Bool(false), "start() does not return")
      }
      let stories = [
        "done is called", "done is called twice", "start() is called twice",
        "start() is called after the finish",
        "it is cancelled before it starts", "it is cancelled while it executes",
      ]
      for story in stories {
        let work = ManualWork()
        weak var remaining: Transfer?
        var hasFinished = false
        do {
          let operation = Transfer(work: work.closure())
          remaining = operation
          if story.hasSuffix("before it starts") { operation.cancel() }
          operation.start()
          if story.hasSuffix("while it executes") { operation.cancel() }
          if story.hasPrefix("start() is called twice") { operation.start() }
          for _ in 0..<(story.hasSuffix("done is called twice") ? 2 : 1) { work.finish() }
          if story.hasSuffix("after the finish") { operation.start() }
          hasFinished = operation.isFinished
        }
        // The work may retain done, and done may retain the operation, until done is released.
        work.finish()
        work.forget()
        let isGone = remaining == nil
        expect(
          hasFinished && isGone,
          """
          the last reference is released after the finish, where \(story): expected isFinished true and then \
          no operation in memory, got isFinished \(hasFinished) and \(isGone ? "none" : "one"). Does the \
          operation retain a closure that retains it?
          """)
      }
      everyOrder(
        "done is called while start returns", cause: "does start store anything after it has called work?"
      ) { scene in
        let (work, itself) = (ManualWork(), Reference<Transfer>())
        let held = Synchronization.Mutex<Transfer?>(Transfer(work: work.closure()))
        itself.object = held.withLock { $0 }
        scene.thread("start") { held.withLock { $0 }?.start() }
        scene.thread("done") { work.finish() }
        scene.finally {
          work.finish()
          work.forget()
          let hasFinished = held.withLock { $0.take() }?.isFinished == true
          scene.expect(
            hasFinished && itself.object == nil,
            """
            it finishes and is deallocated (got isFinished \(hasFinished), in memory \(itself.object != nil))
            """)
        }
      }
    }
  }
}
