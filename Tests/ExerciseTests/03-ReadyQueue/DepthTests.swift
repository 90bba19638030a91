import ExerciseSupport
import MiniOperations
import Testing

@testable import Exercise03

@Suite(.serialized, .requirements) struct Depth {
  @Test func `A call with an unknown ticket changes nothing, not even for jobs added later`() async {
    await inOwnProcess {
      var queue = ReadyQueue<String>(limit: 3)
      let (first, second) = (queue.add("a"), queue.add("b"))
      // The last one is likely to be the next ticket.
      for stranger in [-1, .min, .max, 4711, second &+ (second &- first)]
      where stranger != first && stranger != second {
        queue.becameReady(stranger)
        queue.setPriority(.veryLow, of: stranger)
        queue.finished(stranger)
      }
      let counts = [queue.count, queue.runningCount]
      _ = queue.add("c", isReady: false)
      for job in ["d", "e"] { _ = queue.add(job) }
      let out = queue.takeAll()
      expect(
        counts == [2, 0] && out == ["a", "b", "d"],
        """
        a and b are added, unknown tickets used, then c, which is not ready, d and e added at a limit of 3: \
        expected 2 jobs, none running, then a, b, d, got \(counts[0]), \(counts[1]) running, then \
        \(out.joined(separator: ", ")). Is anything stored for a ticket that belongs to no job?
        """)
    }
  }

  @Test func `A job that has finished is released, and so is one that was removed while it waited`() async {
    await inOwnProcess {
      final class Load {}
      let calls: [(name: String, call: (inout ReadyQueue<Load>, Int) -> Void)] = [
        ("no call", { _, _ in }), ("becameReady", { queue, ticket in queue.becameReady(ticket) }),
        ("setPriority(.high)", { queue, ticket in queue.setPriority(.high, of: ticket) }),
        (
          "setPriority(.high) and setPriority(.normal)",
          { queue, ticket in
            for priority in [.high, .normal] as [ReadyQueue<Load>.Priority] {
              queue.setPriority(priority, of: ticket)
            }
          }
        ),
      ]
      for (name, call) in calls {
        for runs in [true, false] {
          var queue = ReadyQueue<Load>(limit: 1)
          _ = queue.add(Load(), priority: .veryLow)
          weak var load: Load?
          func add() -> Int {
            let new = Load()
            load = new
            return queue.add(new)
          }
          let ticket = add()
          call(&queue, ticket)
          let count = runs ? queue.take(1).count : 0
          // While it runs, these calls change nothing.
          call(&queue, ticket)
          queue.finished(ticket)
          let holds = count == (runs ? 1 : 0) && queue.count == 1 && load == nil
          expect(
            holds,
            """
            add, \(name)\(runs ? ", next, \(name)" : "") and finished: expected the job released and 1 other \
            job, got the job \(load == nil ? "released" : "in memory") and \(queue.count) jobs. Is an entry \
            left behind?
            """)
          withExtendedLifetime(queue) {}
          if !holds { return }
        }
      }
    }
  }

  @Test func `After any sequence of calls, the queue answers as the rules say`() async {
    await inOwnProcess {
      var dice = Dice()
      for round in 1...80 {
        // Every second one begins with many jobs: a heap that is wrong in one place shows it only then.
        var pair = Pair(round % 2 == 0 ? 100 : 0, &dice)
        for step in 1...101 {
          if step <= 100 { pair.step(&dice) } else { pair.drain(&dice) }
          let difference = pair.difference
          expect(
            difference == nil,
            """
            seed \(dice.seed): expected \(difference?.expected ?? ""), got \(difference?.got ?? ""), after \
            the calls \(pair.events.suffix(12).joined(separator: ", "))
            """)
        }
      }
    }
  }
}
