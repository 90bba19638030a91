import ExerciseSupport
import MiniOperations
import Testing

@testable import Exercise04

@Suite(.serialized, .requirements) struct `The ready queue` {
  @Test func `Ready jobs come out in the order in which they were added`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        var dice = Dice()
        var queue = ReadyQueue<Int>()
        let jobs = (0..<dice.roll(4...8)).map { _ in dice.roll(100...999) }
        for job in jobs { _ = queue.add(job) }
        let (before, out) = (queue.count, queue.takeAll())
        expect(
          before == jobs.count && out == jobs && queue.next() == nil,
          """
          expected \(jobs.count) jobs to be here, and \(jobs) to come out, got \(before) and \(out): \
          the job that was added first is next, and comes out once
          """)
      }
    }
    judge(end)
  }

  @Test func `The most urgent of the ready jobs comes first, and the oldest among equals`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        var queue = ReadyQueue<String>()
        let priorities: [ReadyQueue<String>.Priority] = [.low, .normal, .veryHigh, .veryLow, .high]
        for round in 1...2 {
          for priority in priorities { _ = queue.add("\(priority) \(round)", priority: priority) }
        }
        let out = queue.takeAll()
        let expected = ["veryHigh", "high", "normal", "low", "veryLow"].flatMap { ["\($0) 1", "\($0) 2"] }
        expect(
          out == expected,
          "expected \(expected), got \(out): is the highest rawValue first, and the first added before the second?"
        )
      }
    }
    judge(end)
  }

  @Test func `A job that is not ready is passed over, however urgent it is`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        var queue = ReadyQueue<String>()
        let urgent = queue.add("urgent", priority: .high, isReady: false)
        queue.setPriority(.veryHigh, of: urgent)
        _ = queue.add("first")
        _ = queue.add("low", priority: .low)
        var out = queue.take(1)
        queue.becameReady(urgent)
        out += queue.takeAll()
        expect(
          out == ["first", "urgent", "low"],
          """
          expected first, then urgent, which became ready meanwhile, then low, got \(out): a priority \
          orders the jobs that are ready, and makes no other job wait; a new priority makes no job ready
          """)
      }
    }
    judge(end)
  }

  @Test func `A job that becomes ready late keeps the place where it was added`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        var queue = ReadyQueue<String>()
        let late = (1...3).map { queue.add("late \($0)", isReady: false) }
        for number in 1...2 { _ = queue.add("early \(number)") }
        for ticket in [late[1], late[0], late[1]] { queue.becameReady(ticket) }
        let out = queue.takeAll()
        expect(
          out == ["late 1", "late 2", "early 1", "early 2"] && queue.count == 5,
          """
          expected late 1, late 2, early 1, early 2, and late 3 to be here still, got \(out), and \
          \(queue.count) of 5 jobs here: age counts from the adding, not from the moment a job became ready. If \
          one comes twice: is a job that becomes ready twice in the list twice?
          """)
        var dice = Dice()
        for _ in 1...40 {
          // Ready in any order; then some are taken back.
          var many = ReadyQueue<Int>()
          let tickets = (0..<40).map { many.add($0, isReady: false) }
          for number in tickets.indices.shuffled(using: &dice) { many.becameReady(tickets[number]) }
          let taken = Set(tickets.indices.shuffled(using: &dice).prefix(dice.roll(1...15)))
          for number in taken { many.finished(tickets[number]) }
          let (expected, got) = (tickets.indices.filter { !taken.contains($0) }, many.takeAll())
          expect(
            got == expected,
            """
            seed \(dice.seed): expected \(expected) after \(taken.sorted()) were taken back, got \(got): where does \
            the job go that fills a gap?
            """)
          if got != expected { return }
        }
      }
    }
    judge(end)
  }

  @Test func `A priority that changes counts at once, and the job keeps its age`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        var queue = ReadyQueue<String>()
        let tickets = ["a", "b", "c", "d", "e"].map { queue.add($0) }
        queue.setPriority(.high, of: tickets[3])
        queue.setPriority(.high, of: tickets[1])
        queue.setPriority(.low, of: tickets[0])
        queue.setPriority(.normal, of: tickets[3])
        let out = queue.takeAll()
        expect(
          out == ["b", "c", "d", "e", "a"],
          """
          expected b, c, d, e, a, where b was raised, a lowered, and d raised and lowered again, got \(out): \
          does a job with a new priority lose its age?
          """)
        var dice = Dice()
        for _ in 1...20 {
          // Any priority, any number of times, also the one that a job has, and whether it is ready or not.
          var many = ReadyQueue<Int>()
          var last = Array(repeating: ReadyQueue<Int>.Priority.normal, count: 40)
          let tickets = last.indices.map { many.add($0, isReady: dice.once(in: 2)) }
          for _ in 1...60 {
            let number = dice.number(below: 40)
            last[number] = ReadyQueue<Int>.Priority.allCases.randomElement(using: &dice) ?? .normal
            many.setPriority(last[number], of: tickets[number])
          }
          for ticket in tickets { many.becameReady(ticket) }
          let highestFirst = Set(last).sorted { $0.rawValue > $1.rawValue }
          let expected = highestFirst.flatMap { priority in last.indices.filter { last[$0] == priority } }
          let got = many.takeAll()
          expect(
            got == expected,
            """
            seed \(dice.seed): expected \(expected) after 60 changes of the priorities of 40 jobs, got \(got): what happens \
            to a job that is given the priority that it has?
            """)
          if got != expected { return }
        }
      }
    }
    judge(end)
  }

  @Test func `However long it waits, a job has the priority that it was given`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        var dice = Dice()
        var queue = ReadyQueue<Int>(limit: 1)
        let count = dice.roll(70_000...70_100)
        _ = queue.add(0, priority: .low)
        var out: [Int] = []
        for number in 1...count {
          _ = queue.add(number)
          if let next = queue.next() {
            out.append(next.job)
            queue.finished(next.ticket)
          }
        }
        if let next = queue.next() { out.append(next.job) }
        expect(
          out == Array(1...count) + [0],
          """
          expected a job of low priority to come out after \(count) of a normal one, each added before the \
          next was asked for, got it \(out.firstIndex(of: 0).map { "after \($0)" } ?? "not at all"), and \
          \(out.count) jobs: does waiting change a priority, or does only age count?
          """)
      }
    }
    judge(end)
  }

  @Test func `As many run as the limit allows, and no more`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        var dice = Dice()
        for limit in [1, dice.roll(2...5), 256, .max, -1] {
          var queue = ReadyQueue<Int>(limit: limit)
          let jobs = 9
          let tickets = (0..<jobs).map { queue.add($0) }
          let first = queue.takeAll()
          let allowed = limit == -1 ? jobs : min(limit, jobs)
          expect(
            first.count == allowed && queue.runningCount == allowed && queue.limit == limit,
            """
            expected \(allowed) of \(jobs) jobs to run at a limit of \(limit), got \(first.count), a runningCount of \
            \(queue.runningCount) and a limit of \(queue.limit): a job that is handed out runs until its end is reported
            """)
          queue.finished(tickets[0])
          let next = queue.takeAll()
          expect(
            next == (allowed == jobs ? [] : [limit]),
            "expected the end of one to make room for one more, got \(next): is the end counted?")
        }
      }
    }
    judge(end)
  }

  @Test func `A lowered limit stops no running job, and none begins until a slot is free`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        var queue = ReadyQueue<Int>(limit: 4)
        let tickets = (0..<8).map { queue.add($0) }
        var counts = [queue.takeAll().count]
        queue.limit = 2
        counts.append(queue.runningCount)
        for ticket in tickets[0..<3] {
          queue.finished(ticket)
          counts.append(queue.takeAll().count)
        }
        queue.limit = 0
        counts.append(queue.takeAll().count)
        queue.limit = 4
        counts.append(queue.takeAll().count)
        let expected = [4, 4, 0, 0, 1, 0, 2]
        expect(
          counts == expected,
          """
          expected 4 to begin, 4 to run on at a limit of 2, none to begin after the first two ends and one \
          after the third, none at a limit of 0, and 2 at 4: \(expected), got \(counts): after the limit is \
          lowered, more may run than it allows
          """)
      }
    }
    judge(end)
  }
}

extension ReadyQueue {
  /// Takes out so many jobs, if there are as many that may begin.
  mutating func take(_ count: Int) -> [Job] {
    var jobs: [Job] = []
    while jobs.count < count, let (_, job) = next() { jobs.append(job) }
    return jobs
  }

  /// Takes out the jobs that may begin, but no more than were ever added: a queue may be wrong.
  mutating func takeAll() -> [Job] { take(50) }
}
