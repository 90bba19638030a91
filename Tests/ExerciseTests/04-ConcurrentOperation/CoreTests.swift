import ExerciseSupport
import Explorer
import MiniOperations
import Testing

@testable import Exercise04

@Suite(.serialized, .requirements) struct Core {
  @Test func `start() begins the work once and returns, and the operation executes until done is called`()
    async
  {
    await inOwnProcess {
      let work = ManualWork()
      let operation = Transfer(work: work.closure())
      let hasReturned = returns { operation.start() }
      let (begins, before) = (work.begins, operation.state)
      expect(
        hasReturned && begins == 1 && before == "isExecuting true, isFinished false",
        """
        after start(): expected a call that returns, 1 call of work, isExecuting true, isFinished false, got \
        \(hasReturned ? "" : "no return, ")\(begins) calls of work, \(before). Does start wait for done?
        """)
      work.finish()
      expect(
        operation.state == "isExecuting false, isFinished true",
        """
        after done(): expected isExecuting false, isFinished true, got \(operation.state). What does the \
        closure do that work receives?
        """)
    }
  }

  @Test func `isExecuting is true and announced before the work begins`() async {
    await inOwnProcess {
      let (work, itself) = (ManualWork(), Reference<Transfer>())
      let operation = Transfer(work: work.closure { work.notes("\(itself.object?.state ?? "")") })
      itself.object = operation
      let notifications = Notifications(of: operation, in: work.notes)
      _ = returns { operation.start() }
      notifications.stop()
      let expected = ["isExecuting: false to true", "work begins", "isExecuting true, isFinished false"]
      expect(
        work.notes.lines == expected,
        """
        notifications and calls during start(): expected \(expected.joined(separator: "; ")), got \
        \(work.notes.text). Is work called first, so that it can be done before isExecuting is true? \
        ("unknown" is a missing willChangeValue)
        """)
    }
  }

  @Test func `Each change is announced once, and isExecuting is false when isFinished becomes true`() async {
    await inOwnProcess {
      let work = ManualWork()
      let operation = Transfer(work: work.closure())
      let notifications = Notifications(of: operation)
      _ = returns { operation.start() }
      work.finish()
      notifications.stop()
      expect(
        notifications.areComplete,
        """
        notifications from start() to done(): expected \(Notifications.executing.joined(separator: ", ")) \
        and \(Notifications.finished[0]), once each, got \(notifications.notes.text). How are the keys \
        spelled, and which property changes first?
        """)
    }
  }

  @Test func `If the work calls done before it returns, the operation finishes`() async {
    await inOwnProcess {
      let operation = Transfer { done in done() }
      let notifications = Notifications(of: operation)
      let hasReturned = returns { operation.start() }
      notifications.stop()
      expect(
        hasReturned && operation.state == "isExecuting false, isFinished true" && notifications.areComplete,
        """
        after start(), where work calls done at once: expected isExecuting false, isFinished true, got \
        \(hasReturned ? "" : "no return, ")\(operation.state) after \(notifications.notes.text). Does start \
        change anything after it has called work?
        """)
    }
  }

  @Test func `If the operation is cancelled before it starts, start() finishes it, and it never executes`()
    async
  {
    await inOwnProcess {
      let work = ManualWork()
      let operation = Transfer(work: work.closure())
      let notifications = Notifications(of: operation)
      operation.cancel()
      let before = operation.state
      _ = returns { operation.start() }
      notifications.stop()
      expect(
        before == "isExecuting false, isFinished false",
        """
        after cancel(), before start(): expected isExecuting false, isFinished false, got \(before). \
        Cancelled is not finished
        """)
      expect(
        work.begins == 0 && operation.isFinished && notifications.notes.lines == Notifications.finished,
        """
        after cancel() and start(): expected no call of work, and isFinished: false to true as the only \
        notification, got \(work.begins) calls, \(notifications.notes.text), and \(operation.state). Which \
        check comes first in start?
        """)
    }
  }

  @Test func `If the operation is cancelled while it executes, it finishes when done is called`() async {
    await inOwnProcess {
      let work = ManualWork()
      let operation = Transfer(work: work.closure())
      _ = returns { operation.start() }
      operation.cancel()
      let before = operation.state
      work.finish()
      expect(
        before == "isExecuting true, isFinished false" && operation.isFinished,
        """
        after start() and cancel(), and after done(): expected isExecuting true, isFinished false, and then \
        isFinished true, got \(before), and \(operation.state). Does cancel finish an operation whose work \
        still runs?
        """)
    }
  }

  @Test func `If done is called twice, also by two threads, the operation finishes once`() async {
    await inOwnProcess {
      let work = ManualWork()
      let operation = Transfer(work: work.closure())
      let notifications = Notifications(of: operation)
      guard returns({ operation.start() }) else { return expect(Bool(false), "start() does not return") }
      for _ in 1...2 { work.finish() }
      notifications.stop()
      expect(
        notifications.areComplete,
        """
        notifications after start() and two calls of done: expected each change once, got \
        \(notifications.notes.text). Where is it checked whether the operation has finished?
        """)
      twoThreadsCallDone(
        cause: "can two threads check whether the operation has finished before one of them records it?"
      ) { scene, operation, notifications in
        scene.expect(
          operation.state == "isExecuting false, isFinished true",
          "the operation has finished and does not execute (got \(operation.state))")
        // An announcement around the change of another thread is the subject of the depth.
        scene.expect(
          notifications.valuesAreRight,
          "observers read isFinished true, and no other state later (got \(notifications.notes.text))")
      }
    }
  }

  @Test func `If start() is called twice, also by two threads, the work is called once`() async {
    await inOwnProcess {
      let work = ManualWork()
      let operation = Transfer(work: work.closure())
      let hasReturned = returns { for _ in 1...2 { operation.start() } }
      expect(
        hasReturned && work.begins == 1,
        """
        two calls of start(): expected 1 call of work, got \
        \(work.begins)\(hasReturned ? "" : " and no return"). Does start check first whether it was called \
        before?
        """)
      everyOrder(
        "two threads call start",
        cause: "can two threads check whether the operation was started before one of them records it?"
      ) { scene in
        let work = ManualWork()
        let operation = Transfer(work: work.closure { scene.point("work has begun") })
        for name in ["A", "B"] { scene.thread(name) { operation.start() } }
        scene.finally {
          let state = operation.state
          scene.expect(
            work.begins == 1 && state == "isExecuting true, isFinished false",
            "work is called once, and the operation executes (got \(work.begins) calls, \(state))")
        }
      }
    }
  }

  @Test
  func
    `In a queue with two slots, two operations execute at the same time, and when one finishes, the next one starts`()
    async
  {
    await inOwnProcess {
      let works = (0..<3).map { _ in ManualWork() }
      let operations = works.map { Transfer(work: $0.closure()) }
      operations[2].addDependency(operations[0])
      let workers = SteppedWorkers()
      let queue = MiniOperationQueue(workers: workers)
      queue.maxConcurrentOperationCount = 2
      queue.addOperations(operations, waitUntilFinished: false)
      let isThrough = returns { workers.run() }
      let begun = works.map(\.begins)
      works[0].finish()
      if isThrough { workers.run() }
      let afterOne = works.map(\.begins)
      for work in works { work.finish() }
      if isThrough { workers.run() }
      expect(
        isThrough && begun == [1, 1, 0] && afterOne == [1, 1, 1] && queue.operationCount == 0,
        """
        calls of work of a, b and c, which depends on a: expected [1, 1, 0], and [1, 1, 1] when a has \
        finished, and an empty queue when all have, got \(begun), \(afterOne) and \(queue.operationCount) \
        operations in the queue. A queue reads isFinished when it is announced, and only then: is it?
        """)
    }
  }
}
