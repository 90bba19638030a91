import ExerciseSupport
import MiniOperations
import Testing

@testable import Exercise06

@Suite(.serialized, .requirements) struct `The newest first` {
  @Test func `Of the waiting work, the newest begins first`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let bench = Bench()
        for number in 1...5 { bench.add(number) }
        bench.workers.run()
        expect(
          bench.notes.lines == ["5", "4", "3", "2", "1"],
          """
          expected 5, 4, 3, 2, 1, which were added the other way round, got \(bench.notes.text): is the work \
          of a turn chosen when the turn begins, and not when work is added?
          """)
      }
    }
    judge(end)
  }

  @Test func `Work that is added while other work runs comes before all work that was already waiting`() async
  {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        // The seven pictures of a well-known bug report, and seven more when the seventh is loading.
        let bench = Bench()
        bench.add(1) { for number in 2...6 { bench.add(number) } }
        bench.workers.step()
        bench.add(7) { for number in 8...14 { bench.add(number) } }
        bench.workers.run()
        expect(
          bench.notes.text == "1, 7, 14, 13, 12, 11, 10, 9, 8, 6, 5, 4, 3, 2",
          """
          expected 1, 7, then 14 down to 8, then 6 down to 2, got \(bench.notes.text): does the \
          order depend on what runs already? A dependency that is added to a running operation has no effect.
          """)
      }
    }
    judge(end)
  }

  @Test func `Nothing begins before the queue allows it`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let bench = Bench()
        // Another stack, whose queue may begin: its turns are not for the work of this one.
        let another = Bench()
        another.add(4)
        bench.queue.isSuspended = true
        for number in 1...3 { bench.add(number) }
        bench.workers.run()
        another.workers.run()
        let early = bench.notes.text
        bench.queue.isSuspended = false
        bench.workers.step()
        expect(
          early == "nothing" && another.notes.lines == ["4"] && bench.notes.lines == ["3"],
          """
          expected nothing while the queue is suspended, 4 of a stack on another queue and then 3 in the first turn, \
          got \(early), \(another.notes.text) and \(bench.notes.text): is each turn an operation of the queue? Does \
          each stack have its own work?
          """)
      }
    }
    judge(end)
  }

  @Test func `Work that is taken back does not begin, and the rest keeps its order`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let bench = Bench()
        let tickets = (1...5).map { bench.add($0) }
        let answers = [tickets[1], tickets[4], tickets[1]].map(bench.stack.takeBack)
        bench.workers.run()
        expect(
          answers == [true, true, false] && bench.notes.lines == ["4", "3", "1"],
          """
          expected [true, true, false] for taking back 2, 5 and 2 again, then 4, 3, 1, got \(answers), \
          then \(bench.notes.text): does each piece have a ticket of its own, which stands for that piece only?
          """)
        let second = Bench()
        var last: LastInFirstOut.Ticket?
        for number in 1...3 {
          last = second.add(number)
          second.queue.addOperation { second.notes("other \(number)") }
        }
        let isTakenBack = last.map(second.stack.takeBack) == true
        second.workers.run()
        expect(
          isTakenBack && second.notes.text == "2, other 1, 1, other 2, other 3",
          """
          expected 2, other 1, 1, other 2, other 3 when 3, whose turn is the last, was taken back, got \
          \(second.notes.text): does a turn do nothing although work waits?
          """)
      }
    }
    judge(end)
  }

  @Test func `Work that has begun cannot be taken back`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let bench = Bench()
        let inside = Log<Bool>()
        let own = Log<LastInFirstOut.Ticket>()
        var tickets = (1...2).map { bench.add($0) }
        tickets.append(
          bench.add(3) {
            // Itself, one that waits, and that one again.
            for index in [2, 0, 0] where index < own.entries.count {
              inside.add(bench.stack.takeBack(own.entries[index]))
            }
          })
        for ticket in tickets { own.add(ticket) }
        bench.workers.step()
        let answers = inside.entries + tickets.map(bench.stack.takeBack)
        bench.workers.run()
        expect(
          answers == [false, true, false, false, true, false] && bench.notes.lines == ["3"],
          """
          expected [false, true, false] for taking back 3, 1 and 1 again while 3 runs, and [false, true, false] for 1, \
          2 and 3 afterwards, got \(answers), and \(bench.notes.text) done: does the stack remove work at the moment \
          it begins, and nothing else?
          """)
      }
    }
    judge(end)
  }

  @Test func `Each piece of work brings one turn, which stands in the queue where it was added`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let bench = Bench()
        bench.queue.addOperation { bench.notes("other 0") }
        for number in 1...3 {
          bench.add(number)
          bench.queue.addOperation { bench.notes("other \(number)") }
        }
        let count = bench.queue.operationCount
        bench.workers.run()
        expect(
          count == 7 && bench.notes.text == "other 0, 3, other 1, 2, other 2, 1, other 3",
          """
          expected 7 operations in the queue, and other 0, 3, other 1, 2, other 2, 1, other 3, got \(count), and \
          \(bench.notes.text): does a turn have another priority than the operations of others, or wait for \
          anything but its place?
          """)
        // Whatever has happened before: every add must bring one more operation.
        let second = Bench()
        var last = second.add(1)
        let events: [(name: String, happen: () -> Void)] = [
          ("nothing", {}), ("an add", { last = second.add(2) }),
          ("the newest was taken back", { _ = second.stack.takeBack(last) }),
          ("a turn", { second.workers.step() }),
          ("all was done", { second.workers.run() }),
          ("the only one was taken back", { _ = second.stack.takeBack(second.add(3)) }),
          ("that turn was left over", { second.workers.run() }),
          ("a suspension", { second.queue.isSuspended = true }),
          ("taken back while suspended", { _ = second.stack.takeBack(last) }),
          ("a resume", { second.queue.isSuspended = false }),
        ]
        for (name, happen) in events {
          happen()
          let brought = second.brought { last = second.add(4) }
          expect(
            brought == "a turn",
            """
            expected an add to bring one turn, got \(brought) after \(name): is a turn of earlier work used again, or \
            are several made at once? Does a turn need anything but its place?
            """)
        }
        let inside = Notes()
        second.add(5) { inside(second.brought { second.add(6) }) }
        second.workers.run()
        expect(
          inside.lines == ["a turn"] && second.queue.operationCount == 0,
          "expected an add inside a piece of work to bring one turn, got \(inside.text): does it wait for anything?"
        )
        // Another stack on the same queue has its own turns, too.
        let third = Bench()
        let other = LastInFirstOut(queue: third.queue)
        var tickets: [LastInFirstOut.Ticket] = []
        func addToBoth(_ number: Int) {
          tickets.append(third.add(number))
          _ = other.add { third.notes("other's \(number)") }
        }
        for number in 1...2 { addToBoth(number) }
        third.workers.run()
        for number in 3...4 { addToBoth(number) }
        let isTakenBack = tickets.last.map(third.stack.takeBack) == true
        third.workers.run()
        expect(
          isTakenBack
            && third.notes.text == "2, other's 2, 1, other's 1, 3, other's 4, other's 3",
          """
          expected 2, other's 2, 1, other's 1 of two stacks on one queue, and 3, other's 4, other's 3 when 4 was taken \
          back, got \(isTakenBack) for taking back 4, and \(third.notes.text): does each stack have its own work and \
          its own turns?
          """)
      }
    }
    judge(end)
  }

  @Test func `Operations that others add to the queue begin in their own order`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let bench = Bench()
        var tickets: [LastInFirstOut.Ticket] = []
        for number in 1...4 {
          tickets.append(bench.add(number))
          bench.queue.addOperation { bench.notes("other \(number)") }
        }
        let isTakenBack = [1, 3].map { bench.stack.takeBack(tickets[$0]) }
        bench.workers.run()
        let (ours, others) = (bench.numbers, bench.notes.lines.filter { $0.hasPrefix("other") })
        expect(
          isTakenBack == [true, true] && ours == [3, 1] && others == (1...4).map { "other \($0)" },
          """
          expected 3 and 1 of the stack, from which 2 and 4 were taken back, and what others added from 1 to 4, got \
          \(bench.notes.text): is the order kept in the stack, or was the order of the whole queue changed? \
          Does taking back touch an operation of others?
          """)
      }
    }
    judge(end)
  }
}
