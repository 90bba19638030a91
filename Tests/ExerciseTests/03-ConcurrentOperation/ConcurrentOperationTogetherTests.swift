import ExerciseSupport
import Explorer
import MiniOperations
import Testing

@testable import Exercise03

extension `A concurrent operation` {
  @Test func `In a queue, two execute at the same time, and their end lets the next ones begin`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let lates = (0..<3).map { _ in LateWork() }
        let operations = lates.map { Transfer(work: $0.work()) }
        operations[2].addDependency(operations[0])
        let workers = SteppedWorkers()
        let queue = MiniOperationQueue(workers: workers)
        queue.maxConcurrentOperationCount = 2
        queue.addOperations(operations, waitUntilFinished: false)
        let isThrough = returns { workers.run() }
        let begun = lates.map(\.begins)
        expect(
          isThrough && begun == [1, 1, 0],
          """
          expected the first two to have begun, and the third, which waits for the first, not, got \(begun)\
          \(isThrough ? "" : " and a queue that waits in start"): a queue calls start and continues when it returns
          """)
        guard isThrough, begun == [1, 1, 0] else { return }
        lates[0].sayDone()
        workers.run()
        let next = lates.map(\.begins)
        expect(
          next == [1, 1, 1],
          """
          expected the end of the first to let the third begin, got \(next), the first has \
          \(operations[0].shown): a queue observes announcements and nothing else. Is isFinished one of them?
          """)
        for late in lates { late.sayDone() }
        workers.run()
        expect(
          queue.operationCount == 0,
          "expected an empty queue, got \(queue.operationCount) left in it: which operation did not end?")
      }
    }
    judge(end)
  }

  @Test func `Two threads call done, and in every order it ends once`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        everyOrder(
          "done is said by two",
          cause: "can two threads check whether it has ended before one of them records it?"
        ) { scene in
          let late = LateWork()
          let operation = Transfer(work: late.work())
          let announcements = Announcements(of: operation)
          operation.start()
          for name in ["A", "B"] { scene.thread(name) { late.sayDone() } }
          scene.finally {
            announcements.end()
            scene.expect(
              operation.isFinished && !operation.isExecuting,
              "it has finished and does not execute (got \(operation.shown))")
            scene.expect(
              announcements.about("isFinished").count == 1 && announcements.about("isExecuting").count == 2,
              "the end is announced once (got \(announcements.notes.text))")
          }
        }
      }
    }
    judge(end)
  }

  @Test func `Two threads start it, and in every order it begins once`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        for isCancelled in [false, true] {
          let isFine = everyOrder(
            isCancelled ? "cancelled, and started by two" : "started by two",
            cause: "can two calls of start check whether they are the first before one of them records it?"
          ) { scene in
            let late = LateWork()
            let operation = Transfer(work: late.work { scene.point("the work has begun") })
            let announcements = Announcements(of: operation)
            if isCancelled { operation.cancel() }
            for name in ["A", "B"] { scene.thread(name) { operation.start() } }
            scene.finally {
              let (begins, meanwhile) = (late.begins, operation.shown)
              late.sayDone()
              announcements.end()
              scene.expect(
                begins == (isCancelled ? 0 : 1),
                "the work begins \(isCancelled ? "never" : "once") (got \(begins))")
              scene.expect(
                meanwhile
                  == (isCancelled
                    ? "isExecuting false, isFinished true" : "isExecuting true, isFinished false"),
                "it \(isCancelled ? "has finished" : "executes until the work is done") (got \(meanwhile))")
              scene.expect(
                announcements.about("isFinished") == Announcements.wholeFinished
                  && announcements.about("isExecuting") == (isCancelled ? [] : Announcements.wholeExecuting),
                "each change is announced once (got \(announcements.notes.text))")
            }
          }
          if !isFine { return }
        }
      }
    }
    judge(end)
  }

  @Test func `Started, done and cancelled by three threads, it ends once in every order`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        everyOrder(
          "start, done and cancel",
          cause: "is something changed after the work has begun, or by cancel?",
          settings: Settings(.exhaustive(preemptions: 1))
        ) { scene in
          let late = LateWork()
          let operation = Transfer(work: late.work { scene.point("the work has begun") })
          let announcements = Announcements(of: operation)
          scene.thread("M") { operation.start() }
          scene.thread("N") {
            scene.point("is the work done?")
            late.sayDone()
          }
          scene.thread("U") {
            operation.cancel()
            // In this order: what has finished executes no longer, and never will.
            let isBoth = operation.isFinished && operation.isExecuting
            scene.expect(!isBoth, "no observer sees an operation that has finished and executes")
          }
          scene.finally {
            // Where the other thread came too early, the end is still due.
            late.sayDone()
            announcements.end()
            scene.expect(
              operation.isFinished && !operation.isExecuting,
              "it has finished and does not execute (got \(operation.shown))")
            let executing = late.begins == 0 ? [] : Announcements.wholeExecuting
            scene.expect(
              announcements.about("isFinished") == Announcements.wholeFinished
                && announcements.about("isExecuting") == executing,
              "each change is announced once, by the thread that made it (got \(announcements.notes.text))")
          }
        }
      }
    }
    judge(end)
  }

  @Test func `Many at a time, ended by other threads, all end`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let probe = Transfer { done in done() }
        probe.start()
        expect(probe.isFinished, "expected one to end before there are many, got \(probe.shown)")
        guard probe.isFinished else { return }
        var dice = Dice()
        let running = Crowd()
        let limit = dice.roll(1...4)
        let operations = randomTransfers(40, &dice, running)
        let queue = MiniOperationQueue()
        queue.maxConcurrentOperationCount = limit
        queue.addOperations(operations, waitUntilFinished: false)
        let isEmpty = queue.empties()
        let most = running.most
        expect(
          isEmpty && most <= limit && operations.allSatisfy { $0.isFinished && !$0.isExecuting },
          """
          seed \(dice.seed): expected all of 40 to end, never more than \(limit) at a time, got \
          \(operations.count { $0.isFinished }) ends and \(most) at a time: if the requirements about one \
          operation hold, look at what two threads change at the same time
          """)
        let (late, stuck) = (LateWork(), Notes())
        // Another one, from start to end, while this one announces or begins its work.
        let runAnother: @Sendable (String) -> Void = { moment in
          let other = Transfer { done in done() }
          if stuck.lines.isEmpty, !returns({ other.start() }) || !other.isFinished { stuck(moment) }
        }
        let operation = Transfer(work: late.work { runAnother("the beginning of its work") })
        let announcements = Announcements(of: operation, meddle: runAnother)
        _ = returns { operation.start() }
        late.sayDone()
        announcements.end()
        expect(
          stuck.lines.isEmpty && operation.isFinished,
          """
          expected one to begin and end on another thread while a second one announces a change or begins its work, and \
          waits for it, got \(operation.shown), and one that did not end in \(stuck.text): which lock do all of them share?
          """)
      }
    }
    judge(end)
  }

  @Test func `After its end, nothing of it stays in memory`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        guard returns({ Transfer { _ in }.start() }) else {
          return expect(Bool(false), "expected start to return, got one that waits")
        }
        for ending in [
          "its work is done", "its work is done twice", "its work is done at once", "it was started twice",
          "it was started again afterwards", "it was cancelled before", "it was cancelled meanwhile",
        ] {
          let (weakly, ends, stuck) = (Weakly(), Notes(), Notes())
          let run: @Sendable () -> Void = {
            let late = LateWork()
            let isAtOnce = ending.hasSuffix("at once")
            // When the work is released, one of the things that it captures asks the operation.
            let operation = Transfer { [work = late.work(), asking = asks(weakly, stuck)] done in
              withExtendedLifetime(asking) { isAtOnce ? done() : work(done) }
            }
            weakly.operation = operation
            if ending.hasSuffix("before") { operation.cancel() }
            operation.start()
            if ending.hasSuffix("started twice") { operation.start() }
            if ending.hasSuffix("meanwhile") { operation.cancel() }
            late.sayDone()
            if ending.hasSuffix("done twice") { late.sayDone() }
            if ending.hasSuffix("afterwards") { operation.start() }
            late.forget()
            if operation.isFinished { ends("an end") }
          }
          let isThrough = returns(run) && stuck.lines.isEmpty
          expect(
            isThrough,
            """
            expected an answer to the deinit of what the work captures, which asks the operation, where \(ending), got \
            none: is the work released while a lock is held?
            """)
          guard isThrough else { return }
          let isGone = weakly.operation == nil
          expect(
            ends.lines.count == 1 && isGone,
            """
            expected an end where \(ending), and then no operation any more, got \(ends.lines.isEmpty ? "none" : "an end"), \
            and one that \(isGone ? "is gone" : "stays"): does it hold a closure that holds it?
            """)
          if ends.lines.isEmpty || !isGone { return }
        }
        everyOrder(
          "an end while start returns", cause: "does start store anything after it has begun the work?"
        ) { scene in
          let (late, held, weakly) = (LateWork(), Held(), Weakly())
          held.operation = Transfer(work: late.work())
          weakly.operation = held.operation
          scene.thread("M") { held.operation?.start() }
          scene.thread("N") { late.sayDone() }
          scene.finally {
            late.sayDone()
            late.forget()
            let hasFinished = held.operation?.isFinished == true
            held.operation = nil
            scene.expect(
              hasFinished && weakly.operation == nil,
              """
              it ends, and then nothing keeps it (got \(hasFinished ? "an end" : "no end"), and an operation that \
              \(weakly.operation == nil ? "is gone" : "stays"))
              """)
          }
        }
      }
    }
    judge(end)
  }
}

/// Transfers that two threads end, some late, some twice; some cancelled, some behind others.
private func randomTransfers(_ count: Int, _ dice: inout Dice, _ running: Crowd) -> [Transfer] {
  let network = [RunLoopThread(name: "N1"), RunLoopThread(name: "N2")]
  var operations: [Transfer] = []
  for number in 0..<count {
    let first = dice.number(below: 2)
    let (thread, other) = (network[first], network[1 - first])
    let (isLate, isRepeated) = (dice.once(in: 2), dice.once(in: 4))
    let operation = Transfer { done in
      running.enter()
      let end: @Sendable () -> Void = {
        running.leave()
        if isRepeated { other.post(done) }
        done()
      }
      if isLate { thread.post { thread.post(end) } } else { thread.post(end) }
    }
    if dice.once(in: 6) { operation.cancel() }
    if number > 0, dice.once(in: 4) { operation.addDependency(operations[dice.number(below: number)]) }
    operations.append(operation)
  }
  return operations
}
