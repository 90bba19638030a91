import ExerciseSupport
import MiniOperations
import Testing

@testable import Exercise03

@Suite(.serialized, .requirements) struct Core {
  @Test func `next returns ready jobs of equal priority in the order in which they were added`() async {
    await inOwnProcess {
      var dice = Dice()
      var queue = ReadyQueue<Int>()
      let jobs = (0..<dice.roll(4...8)).map { _ in dice.roll(100...999) }
      for job in jobs { _ = queue.add(job) }
      let (count, out) = (queue.count, queue.takeAll())
      expect(
        count == jobs.count && out == jobs,
        """
        \(jobs) are added, then next is called until it returns nil: expected a count of \(jobs.count), and \
        then \(jobs), got \(count), and \(out). Where does add put a job, which of two equal ones does next \
        choose, and does it remove it?
        """)
    }
  }

  @Test func `next returns the ready job with the highest priority first`() async {
    await inOwnProcess {
      var queue = ReadyQueue<String>()
      let priorities: [ReadyQueue<String>.Priority] = [.low, .normal, .veryHigh, .veryLow, .high]
      for round in 1...2 {
        for priority in priorities { _ = queue.add("\(priority) \(round)", priority: priority) }
      }
      let out = queue.takeAll()
      let expected = ["veryHigh", "high", "normal", "low", "veryLow"].flatMap { ["\($0) 1", "\($0) 2"] }
      expect(
        out == expected,
        """
        two jobs of each priority: expected \(expected), got \(out). Is the highest rawValue first, and \
        among equals the one that was added first?
        """)
    }
  }

  @Test func `next skips a job that is not ready, even one with the highest priority`() async {
    await inOwnProcess {
      var queue = ReadyQueue<String>()
      let urgent = queue.add("urgent", priority: .high, isReady: false)
      queue.setPriority(.veryHigh, of: urgent)
      _ = queue.add("first")
      _ = queue.add("low", priority: .low)
      let before = queue.take(1)
      queue.becameReady(urgent)
      let after = queue.takeAll()
      expect(
        before == ["first"] && after == ["urgent", "low"],
        """
        urgent, which is not ready, first and low are added: expected first from next, and urgent, low after \
        becameReady, got \(before), and \(after). Does next skip jobs that are not ready?
        """)
    }
  }

  @Test func `A job that becomes ready later keeps its place in the order of adding`() async {
    await inOwnProcess {
      var queue = ReadyQueue<String>()
      let late = (1...3).map { queue.add("late \($0)", isReady: false) }
      for number in 1...2 { _ = queue.add("early \(number)") }
      for ticket in [late[1], late[0]] { queue.becameReady(ticket) }
      let (out, count) = (queue.takeAll(), queue.count)
      let expected = ["late 1", "late 2", "early 1", "early 2"]
      expect(
        out == expected && count == 5,
        """
        late 1 to 3 are added, not ready, then early 1 and 2; late 2 and then late 1 become ready: expected \
        \(expected), and a count of 5, got \(out), and \(count). Is the order that of adding, or of becoming \
        ready?
        """)
    }
  }

  @Test func `A new priority takes effect at once, and jobs of equal priority stay in the order of adding`()
    async
  {
    await inOwnProcess {
      var queue = ReadyQueue<String>()
      let tickets = ["a", "b", "c", "d", "e"].map { queue.add($0) }
      let changes: [(Int, ReadyQueue<String>.Priority)] = [
        (3, .high), (1, .high), (0, .low), (3, .normal), (2, .normal),
      ]
      for (number, priority) in changes { queue.setPriority(priority, of: tickets[number]) }
      let out = queue.takeAll()
      expect(
        out == ["b", "c", "d", "e", "a"],
        """
        a to e are normal; b becomes high, a low, d high and normal again, and c normal, as it was: expected \
        b, c, d, e, a, got \(out.joined(separator: ", ")). Does a job lose its place when its priority is set?
        """)
    }
  }

  @Test func `As many jobs run as the limit allows: any number for -1, none for 0`() async {
    await inOwnProcess {
      var dice = Dice()
      for limit in [1, dice.roll(2...5), 0, -1] {
        var queue = ReadyQueue<Int>(limit: limit)
        let tickets = (0..<9).map { queue.add($0) }
        let (out, running) = (queue.takeAll(), queue.runningCount)
        queue.finished(tickets[0])
        let (next, allowed) = (queue.takeAll(), limit == -1 ? 9 : limit)
        expect(
          out.count == allowed && running == allowed && next.count == (1...8 ~= limit ? 1 : 0),
          """
          9 jobs and a limit of \(limit): expected \(allowed) jobs from next, a runningCount of \(allowed), \
          and \(1...8 ~= limit ? "one more job" : "no other job") after finished, got \(out.count), \
          \(running), and \(next.count). Does a job run from next until finished?
          """)
      }
    }
  }

  @Test func `After the limit is lowered, next returns nil until fewer jobs run than it allows`() async {
    await inOwnProcess {
      var queue = ReadyQueue<Int>(limit: 4)
      let tickets = (0..<8).map { queue.add($0) }
      var counts = [queue.takeAll().count]
      queue.limit = 2
      for ticket in tickets[0..<3] {
        counts.append(queue.takeAll().count)
        queue.finished(ticket)
      }
      counts.append(queue.takeAll().count)
      expect(
        counts == [4, 0, 0, 0, 1],
        """
        jobs from next at a limit of 4, after it is lowered to 2, and after each of three calls of finished: \
        expected [4, 0, 0, 0, 1], got \(counts). What does next compare when more jobs run than the limit \
        allows?
        """)
    }
  }

  @Test func `While the queue is suspended, next returns nil, and all other calls take effect`() async {
    await inOwnProcess {
      var queue = ReadyQueue<String>(limit: 1)
      let first = queue.add("first")
      let second = queue.add("second", isReady: false)
      var out = [queue.takeAll()]
      queue.isSuspended = true
      _ = queue.add("third")
      queue.finished(first)
      queue.becameReady(second)
      queue.setPriority(.low, of: second)
      queue.limit = 2
      out.append(queue.takeAll())
      queue.isSuspended = false
      out.append(queue.takeAll())
      expect(
        out == [["first"], [], ["third", "second"]],
        """
        first runs; while suspended, third is added, first finishes, second becomes ready and low, and the \
        limit 2: expected [first], no job while suspended, then [third, second], got \(out). Which calls \
        check isSuspended?
        """)
    }
  }

  @Test func `Calling finished twice, or for a job that does not run, frees no slot`() async {
    await inOwnProcess {
      var queue = ReadyQueue<String>(limit: 2)
      let tickets = ["a", "b", "c", "d", "e"].map { queue.add($0) }
      var out = [queue.takeAll()]
      queue.finished(tickets[2])
      out.append(queue.takeAll())
      for _ in 1...2 { queue.finished(tickets[0]) }
      out.append(queue.takeAll())
      let counts = [queue.runningCount, queue.count]
      expect(
        out == [["a", "b"], [], ["d"]] && counts == [2, 3],
        """
        a and b run; finished is called for c, which waits, then twice for a: expected [a, b], then no job, \
        then [d], with 2 running of 3, got \(out), with \(counts[0]) running of \(counts[1]). Does the queue \
        store which jobs run, or only how many?
        """)
    }
  }

  @Test func `Tickets are never reused`() async {
    await inOwnProcess {
      var queue = ReadyQueue<String>()
      var tickets = ["a", "b", "c"].map { queue.add($0) }
      for ticket in tickets[0..<2] { queue.finished(ticket) }
      tickets += ["d", "e"].map { queue.add($0) }
      for ticket in tickets[0..<2] { queue.finished(ticket) }
      let out = queue.takeAll()
      expect(
        Set(tickets).count == 5 && out == ["c", "d", "e"],
        """
        a and b are finished, then d and e added, then a and b finished again: expected five different \
        tickets, and c, d, e, got the tickets \(tickets), and \(out.joined(separator: ", ")). Is a ticket \
        the number of waiting jobs?
        """)
    }
  }
}
