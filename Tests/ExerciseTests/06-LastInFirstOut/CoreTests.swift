import ExerciseSupport
import Explorer
import MiniOperations
import Testing

@testable import Exercise06

@Suite(.serialized, .requirements) struct Core {
  @Test func `The newest waiting piece begins first`() async {
    await inOwnProcess {
      let bench = Bench()
      for number in 1...5 { bench.add(number) }
      bench.workers.run()
      expect(
        bench.trace.text == "5, 4, 3, 2, 1",
        """
        expected 5, 4, 3, 2, 1 to run after add(1) to add(5), got \(bench.trace.text): is the next piece \
        chosen when it may begin, and not when it is added?
        """)
    }
  }

  @Test func `A piece added while others run begins before all older waiting pieces`() async {
    await inOwnProcess {
      // The seven pictures of a well-known bug report, and seven more when the seventh is loading.
      let bench = Bench()
      bench.add(1) { for number in 2...6 { bench.add(number) } }
      bench.runOne()
      bench.add(7) { for number in 8...14 { bench.add(number) } }
      bench.workers.run()
      expect(
        bench.trace.text == "1, 7, 14, 13, 12, 11, 10, 9, 8, 6, 5, 4, 3, 2",
        """
        expected 1, which adds 2 to 6, then 7, which adds 8 to 14, then 14 down to 8, then 6 down to 2, got \
        \(bench.trace.text): does the order depend on an operation that runs already? A dependency that is \
        added to it has no effect.
        """)
    }
  }

  @Test func `No piece begins before the queue allows it`() async {
    await inOwnProcess {
      let bench = Bench()
      bench.queue.isSuspended = true
      for number in 1...3 { bench.add(number) }
      bench.workers.run()
      let early = bench.trace.text
      bench.queue.isSuspended = false
      bench.runOne()
      bench.queue.isSuspended = true
      bench.workers.run()
      expect(
        early == "nothing" && bench.numbers == [3],
        """
        expected nothing to run after add(1) to add(3) in a suspended queue, and only 3 where the queue is \
        suspended again after one piece, got \(early), then \(bench.trace.text): is each piece run by an \
        operation of the queue?
        """)
    }
  }

  @Test func `Pieces that have waited run at the same time if the queue allows it`() async {
    await inOwnProcess {
      let first = Bench()
      first.add(1)
      first.workers.run()
      expect(first.numbers == [1], "expected 1 to run after add(1), got \(first.trace.text)")
      for limit in [2, 5] {
        let queue = MiniOperationQueue()
        queue.maxConcurrentOperationCount = limit
        let stack = LastInFirstOut(queue: queue)
        let (busy, open, meeting) = (Milestone(), Milestone(), Milestone())
        let met = Log<Bool>()
        // All slots are taken by these, so that the pieces added next have to wait.
        for _ in 0..<limit {
          _ = stack.add {
            busy.reach()
            open.wait()
          }
        }
        let isFull = busy.wait(for: limit)
        for _ in 0..<limit {
          _ = stack.add {
            meeting.reach()
            met.add(meeting.wait(for: limit))
          }
        }
        open.reach()
        expect(
          isFull && queue.empties() && met.entries == Array(repeating: true, count: limit),
          """
          expected \(limit) pieces to run at the same time in a queue with a limit of \(limit), got \
          fewer\(isFull ? " after they had waited" : ", where none had to wait"): does one wait for another, \
          by a dependency or a lock that is held while a piece \
          runs\(isFull ? "" : ", or does an operation begin before its piece is stored")?
          """)
      }
    }
  }

  @Test func `A piece that is taken back does not run, and the others keep their order`() async {
    await inOwnProcess {
      let bench = Bench()
      let tickets = (1...5).map { bench.add($0) }
      let answers = [tickets[1], tickets[4]].map(bench.stack.takeBack)
      bench.workers.run()
      expect(
        answers == [true, true] && bench.numbers == [4, 3, 1],
        """
        expected true from takeBack for 2 and for 5, and 4, 3, 1 to run, after add(1) to add(5), got \
        \(answers) and \(bench.trace.text): is the piece found by its ticket, and removed alone?
        """)
    }
  }

  @Test func `takeBack returns false for a piece that has begun or was taken back before`() async {
    await inOwnProcess {
      let bench = Bench()
      let (answers, tickets) = (Log<Bool>(), Log<LastInFirstOut.Ticket>())
      for number in 1...2 { tickets.add(bench.add(number)) }
      tickets.add(
        bench.add(3) {
          // Itself, and 1, which waits, twice.
          for index in [2, 0, 0] { answers.add(bench.stack.takeBack(tickets.entries[index])) }
        })
      bench.runOne()
      expect(
        answers.entries == [false, true, false],
        """
        expected false, true, false from takeBack for 3, 1 and 1 again, called in 3 while 1 and 2 wait, got \
        \(answers.entries): is a piece removed at the moment it begins, and no other?
        """)
      bench.workers.run()
      let late = tickets.entries.map(bench.stack.takeBack)
      expect(
        late == [false, false, false] && bench.numbers == [3, 2],
        """
        expected false from takeBack for all three afterwards, and 3 and 2 to have run, got \(late) and \
        \(bench.trace.text): does a ticket stay valid?
        """)
      let other = Bench()
      let old = (1...2).map { other.add($0) }
      other.runOne()
      other.add(3)
      let isTaken = other.stack.takeBack(old[1])
      other.workers.run()
      expect(
        !isTaken && other.numbers == [2, 3, 1],
        """
        expected false from takeBack for 2, which had run before 3 was added, and 2, 3, 1 to run, got \(isTaken) \
        and \(other.trace.text): does a ticket stand for one piece for ever?
        """)
    }
  }

  @Test func `The operations of others run in their own order`() async {
    await inOwnProcess {
      let bench = Bench()
      var tickets: [LastInFirstOut.Ticket] = []
      for number in 1...4 {
        tickets.append(bench.add(number))
        bench.addOther(number)
      }
      let answers = [1, 3].map { bench.stack.takeBack(tickets[$0]) }
      bench.workers.run()
      let others = bench.trace.lines.filter { $0.hasPrefix("other") }
      expect(
        answers == [true, true] && bench.numbers == [3, 1] && others == (1...4).map { "other \($0)" },
        """
        expected 3 and 1 of the stack, from which 2 and 4 were taken back, and other 1 to other 4 in this \
        order, got \(bench.trace.text): is the order of the whole queue changed, or an operation of others \
        cancelled?
        """)
    }
  }

  @Test func `In every order of two threads that add and take back, each piece runs or is taken back, once`()
    async
  {
    await inOwnProcess {
      everyOrder(
        "two threads add, and take back the same piece",
        cause: "is a piece found in one step under the lock and removed in another?",
        settings: Settings(.exhaustive(preemptions: 1))
      ) { scene in
        let bench = Bench()
        let both = (1...2).map { bench.add($0) }
        let (takenBack, own) = (Log<Int>(), Log<(number: Int, ticket: LastInFirstOut.Ticket)>())
        for number in 3...4 {
          scene.thread("\(number)") {
            own.add((number, bench.add(number)))
            if bench.stack.takeBack(both[0]) { takenBack.add(1) }
          }
        }
        scene.finally {
          for (number, ticket) in own.entries.reversed() where bench.stack.takeBack(ticket) {
            takenBack.add(number)
          }
          bench.workers.run()
          scene.expect(
            takenBack.entries.sorted() == [1, 3, 4] && bench.numbers == [2],
            """
            1 is taken back once, then 3 and 4, and 2 runs (got \(takenBack.entries) taken back, and \
            \(bench.trace.text) run)
            """)
        }
      }
    }
  }
}
