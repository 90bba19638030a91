import ExerciseSupport
import Explorer
import MiniOperations
import Testing

@testable import Exercise06

@Suite(.serialized, .requirements) struct Depth {
  @Test func `Before an operation of others begins, at most as many pieces run as were added before it`()
    async
  {
    await inOwnProcess {
      let bench = Bench()
      bench.addOther(0)
      for number in 1...2 {
        bench.add(number) { if number == 2 { bench.add(3) } }
        bench.addOther(number)
      }
      bench.workers.run()
      let counts = bench.trace.lines.indices.filter { bench.trace.lines[$0].hasPrefix("other") }
        .map { index in bench.trace.lines[..<index].count { Int($0) != nil } }
      expect(
        bench.numbers == [2, 3, 1] && counts.count == 3 && zip(counts, [0, 1, 2]).allSatisfy(<=),
        """
        expected other 0 to begin after no piece, other 1 after at most one and other 2 after at most two, \
        where 1 and 2 were added between them, and 2 adds 3, got \(bench.trace.text): has an operation of \
        the stack another priority?
        """)
    }
  }

  @Test func `Pieces begin no later than if those taken back had never been added`() async {
    await inOwnProcess {
      let bench = Bench()
      var tickets: [LastInFirstOut.Ticket] = []
      for number in 1...3 {
        tickets.append(bench.add(number))
        bench.addOther(number)
      }
      let isTakenBack = bench.stack.takeBack(tickets[2])
      bench.workers.run()
      expect(
        isTakenBack && bench.trace.text == "2, other 1, 1, other 2, other 3",
        """
        expected 2, other 1, 1, other 2, other 3 to run where 3, added between other 2 and other 3, was \
        taken back, got \(bench.trace.text): does an operation of the stack run nothing although a piece \
        waits?
        """)
    }
  }

  @Test
  func `In every order of takeBack and the running queue, taking back loses and delays no other piece`()
    async
  {
    await inOwnProcess {
      everyOrder(
        "a queue with a limit of two, and takeBack",
        cause: "is the newest piece read in one step under the lock and removed in another?",
        settings: Settings(.exhaustive(preemptions: 1))
      ) { scene in
        let queue = MiniOperationQueue()
        queue.maxConcurrentOperationCount = 2
        queue.isSuspended = true
        let stack = LastInFirstOut(queue: queue)
        let (run, takenBack) = (Log<Int>(), Log<Int>())
        let tickets = (1...2).map { number in stack.add { run.add(number) } }
        scene.thread("A") {
          queue.isSuspended = false
          queue.waitUntilAllOperationsAreFinished()
        }
        scene.thread("B") { if stack.takeBack(tickets[0]) { takenBack.add(1) } }
        scene.finally {
          scene.expect(
            (run.entries + takenBack.entries).sorted() == [1, 2],
            "2 runs, and 1 runs or is taken back (got \(run.entries) run, \(takenBack.entries) taken back)")
          withExtendedLifetime(stack) {}
        }
      }
      everyOrder(
        "add(1), other 1, add(2), and then the queue and takeBack(2)",
        cause: "does an operation of the stack choose a piece that is taken back, and then run nothing?"
      ) { scene in
        let bench = Bench()
        bench.add(1)
        bench.addOther(1)
        let ticket = bench.add(2)
        let takenBack = Log<Bool>()
        scene.thread("A") { bench.workers.run() }
        scene.thread("B") { takenBack.add(bench.stack.takeBack(ticket)) }
        scene.finally {
          let expected = takenBack.entries == [true] ? "1, other 1" : "2, other 1, 1"
          scene.expect(
            bench.trace.text == expected,
            "\(expected) run where takeBack returns \(takenBack.entries) (got \(bench.trace.text))")
        }
      }
    }
  }

  @Test func `If the queue begins an operation before add has returned, the piece runs, in every order`()
    async
  {
    await inOwnProcess {
      everyOrder(
        "a piece is added while the queue runs",
        cause:
          """
          can an operation of the stack begin before its piece is stored, or be stored after it has finished?
          """,
        settings: Settings(.exhaustive(preemptions: 1))
      ) { scene in
        let queue = ObservedQueue()
        queue.maxConcurrentOperationCount = 1
        let (stack, run) = (LastInFirstOut(queue: queue), Log<Int>())
        scene.thread("A") {
          _ = stack.add { run.add(1) }
          queue.waitUntilAllOperationsAreFinished()
        }
        scene.finally {
          scene.expect(run.entries == [1], "1 runs (got \(run.entries))")
          scene.expect(
            queue.added.alive.isEmpty,
            "its operation is released afterwards (got \(queue.added.alive) alive)")
          withExtendedLifetime(stack) {}
        }
      }
    }
  }
}

// MARK: - Fixtures

/// A queue that observes what is added to it.
private final class ObservedQueue: MiniOperationQueue, @unchecked Sendable {
  // Unchecked: constant.
  let added = Lifetimes()

  override func addOperation(_ operation: MiniOperation) {
    added.observe(operation, as: "an operation")
    super.addOperation(operation)
  }
}
