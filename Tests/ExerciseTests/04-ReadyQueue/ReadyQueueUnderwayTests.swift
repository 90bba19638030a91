import ExerciseSupport
import MiniOperations
import Testing

@testable import Exercise04

extension `The ready queue` {
  @Test func `While suspended it hands out nothing, but records every event`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        var queue = ReadyQueue<String>(limit: 1)
        let first = queue.add("first")
        let second = queue.add("second", isReady: false)
        var out = queue.takeAll()
        queue.isSuspended = true
        let third = queue.add("third")
        queue.finished(first)
        queue.becameReady(second)
        queue.setPriority(.low, of: second)
        let meanwhile = queue.takeAll()
        queue.isSuspended = false
        out += queue.takeAll()
        queue.finished(third)
        out += queue.takeAll()
        expect(
          meanwhile.isEmpty && out == ["first", "third", "second"],
          """
          expected first, nothing while it is suspended, then third, which is more urgent by now, then second, \
          got \(out), and \(meanwhile) meanwhile: suspension concerns next, and no other method
          """)
        // The same value twice changes nothing, and a limit that is set meanwhile holds afterwards.
        var other = ReadyQueue<Int>(limit: 1)
        let others = (1...4).map { other.add($0) }
        var taken: [[Int]] = []
        for isSuspended in [true, true, false, false, true] {
          other.isSuspended = isSuspended
          // While it is suspended for the first time.
          if taken.isEmpty { other.limit = 3 }
          // A free slot while it is suspended again.
          if taken.count == 4 { other.finished(others[0]) }
          taken.append(other.takeAll() + [other.limit])
        }
        expect(
          taken == [[3], [3], [1, 2, 3, 3], [3], [3]],
          """
          expected a limit of 3 throughout, no job while isSuspended is true, which is set twice, 1, 2 and 3 when it is \
          first set to false, and none when it is true again, got \
          \(taken.map { "\($0.dropLast()) at \($0.last ?? 0)" }.joined(separator: ", then ")): does isSuspended change the \
          limit, or count how often it was set?
          """)
      }
    }
    judge(end)
  }

  @Test func `An end that is reported twice, or for a job that never ran, frees no slot`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        var queue = ReadyQueue<String>(limit: 2)
        let tickets = ["a", "b", "c", "d", "e", "f"].map { queue.add($0) }
        var out = [queue.takeAll()]
        queue.finished(tickets[2])
        out.append(queue.takeAll())
        queue.finished(tickets[0])
        queue.finished(tickets[0])
        out.append(queue.takeAll())
        queue.finished(4711)
        out.append(queue.takeAll())
        expect(
          out == [["a", "b"], [], ["d"], []] && queue.runningCount == 2 && queue.count == 4,
          """
          expected a and b, nothing for the end of c, which waited, d for the end of a, told twice, and nothing \
          for an unknown ticket, got \(out), \(queue.runningCount) running, \(queue.count) here: \
          does the queue remember which jobs run, or only how many?
          """)
      }
    }
    judge(end)
  }

  @Test func `A ticket stands for one job forever`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        var queue = ReadyQueue<String>()
        var tickets = ["a", "b", "c"].map { queue.add($0) }
        for ticket in tickets[0..<2] { queue.finished(ticket) }
        tickets += ["d", "e"].map { queue.add($0) }
        // They were over before d and e were added.
        for ticket in tickets[0..<2] { queue.finished(ticket) }
        let out = queue.takeAll()
        expect(
          Set(tickets).count == 5 && out == ["c", "d", "e"],
          """
          expected five tickets, and c, d, e when a and b are over, got the tickets \(tickets) and \(out): \
          is a ticket used again when jobs have left?
          """)
        // One job stays, and more than two bytes can count come and go.
        var one = ReadyQueue<Int>()
        let rest = one.add(-1, isReady: false)
        var passed: Set = [rest]
        for number in 1...70_000 {
          let ticket = one.add(number)
          passed.insert(ticket)
          one.finished(ticket)
        }
        expect(
          passed.count == 70_001 && one.count == 1,
          """
          expected a ticket of its own for each of 70001 jobs, got \(passed.count) tickets, and \(one.count) jobs here \
          instead of 1: from which number on do tickets come again?
          """)
        // More jobs than a byte can count are here; then one after the other comes and goes.
        var many = ReadyQueue<Int>()
        var given = (0..<600).map { many.add($0, isReady: false) }
        for number in 600..<1200 {
          many.finished(given[number - 600])
          given.append(many.add(number, isReady: false))
        }
        let here = many.count
        many.setPriority(.high, of: given[1199])
        for ticket in given[1198...] { many.becameReady(ticket) }
        let ready = many.takeAll()
        for number in 1200..<1800 {
          given.append(many.add(number))
          many.finished(given[number])
        }
        _ = many.add(1800)
        for ticket in given { many.finished(ticket) }
        expect(
          Set(given).count == 1800 && here == 600 && ready == [1199, 1198] && many.takeAll() == [1800],
          """
          expected 1800 tickets for 1800 jobs, 600 here after 1200 of them, then 1199 and 1198, which became ready, then \
          1800, which is left, got \(Set(given).count) tickets, \(here) here, and \(ready) ready: is there a number of \
          jobs from which tickets are mixed up?
          """)
      }
    }
    judge(end)
  }

  @Test func `An event for an unknown ticket changes nothing, not even for jobs added later`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        var queue = ReadyQueue<String>(limit: 3)
        let first = queue.add("a")
        let second = queue.add("b")
        // The fourth is likely to be the next ticket.
        let strangers = [-1, .min, .max, second &+ (second &- first), 4711]
        for stranger in strangers where ![first, second].contains(stranger) {
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
          expected 2 jobs here, none running, then a, b and d, as c is not ready and the limit is 3, got \
          \(counts[0]) here, \(counts[1]) running, then \(out): is something stored for a ticket that was \
          not given yet?
          """)
      }
    }
    judge(end)
  }

  @Test func `A copy is independent of the original`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        // The tickets belong to a, which runs, to b, to c, which is not ready, and to d.
        let news: [(name: String, tell: (inout ReadyQueue<String>, [Int]) -> Void)] = [
          ("limit", { copy, _ in copy.limit = 0 }),
          ("isSuspended", { copy, _ in copy.isSuspended = true }),
          ("add", { copy, _ in _ = copy.add("e") }),
          ("becameReady", { copy, tickets in copy.becameReady(tickets[2]) }),
          ("setPriority", { copy, tickets in copy.setPriority(.low, of: tickets[1]) }),
          ("next", { copy, _ in _ = copy.next() }),
          ("finished, of one that runs,", { copy, tickets in copy.finished(tickets[0]) }),
          ("finished, of one that waits,", { copy, tickets in copy.finished(tickets[1]) }),
        ]
        for (name, tell) in news {
          var queue = ReadyQueue<String>()
          let tickets = ["a", "b", "c", "d"].map { queue.add($0, isReady: $0 != "c") }
          var out = queue.take(1)
          var copy = queue
          tell(&copy, tickets)
          let counts = [queue.count, queue.runningCount]
          out += queue.takeAll()
          expect(
            counts == [4, 1] && out == ["a", "b", "d"],
            """
            expected 4 jobs here, 1 running, and a, b, d to come out, whatever a copy hears, got \(counts[0]) \
            here, \(counts[1]) running, and \(out) when \(name) was told to a copy: is its state in an object \
            that two queues share?
            """)
        }
      }
    }
    judge(end)
  }

  @Test func `A job that was handed out and has finished is released`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        final class Load {}
        // What happens to a job while it waits.
        let events: [(name: String, tell: (inout ReadyQueue<Load>, Int) -> Void)] = [
          ("nothing", { _, _ in }),
          ("a higher priority", { queue, ticket in queue.setPriority(.high, of: ticket) }),
          ("a lower priority", { queue, ticket in queue.setPriority(.low, of: ticket) }),
          (
            "a higher priority and the former one again",
            { queue, ticket in
              queue.setPriority(.high, of: ticket)
              queue.setPriority(.normal, of: ticket)
            }
          ),
          ("becameReady, twice", { queue, ticket in for _ in 1...2 { queue.becameReady(ticket) } }),
          ("a suspension", { queue, _ in queue.isSuspended = true }),
        ]
        for (name, tell) in events {
          for (isReady, runs) in [(true, true), (true, false), (false, true), (false, false)] {
            var queue = ReadyQueue<Load>(limit: 0)
            // It stays, and is less urgent than all others.
            _ = queue.add(Load(), priority: .veryLow)
            weak var load: Load?
            func add() -> Int {
              let new = Load()
              load = new
              return queue.add(new, isReady: isReady)
            }
            let ticket = add()
            tell(&queue, ticket)
            queue.isSuspended = false
            if runs {
              queue.becameReady(ticket)
              queue.limit = 1
            }
            let count = queue.take(1).count
            // What is told about a running job changes nothing.
            tell(&queue, ticket)
            queue.finished(ticket)
            expect(
              count == (runs ? 1 : 0) && queue.count == 1 && load == nil,
              """
              expected a job that \(runs ? "ran" : "never ran") to be over and released, got \(count) that ran, \
              \(queue.count - 1) of it here, and the job \(load == nil ? "gone" : "held") after \(name) while it waited, \
              \(isReady ? "ready" : "not ready") when it was added: what is left of a job when it is over?
              """)
            withExtendedLifetime(queue) {}
          }
        }
      }
    }
    judge(end)
  }

  @Test func `After any sequence of events it answers as the rules say`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        var dice = Dice()
        for round in 1...20 {
          // Once with more jobs than a byte can count.
          var pair = Pair(round == 1 ? 400 : 0, &dice)
          for _ in 1...100 {
            pair.step(&dice)
            let difference = pair.difference
            expect(
              difference == nil,
              """
              seed \(dice.seed): expected \(difference?.expected ?? ""), got \(difference?.got ?? "") after: \
              \(pair.events.suffix(12).joined(separator: ", "))
              """)
            if difference != nil { return }
          }
        }
      }
    }
    judge(end)
  }
}
