import ExerciseSupport
import MiniOperations
import Synchronization
import Testing

@testable import Exercise06

@Suite(.serialized, .requirements) struct `The newest first, of many` {
  @Test func `Two pieces that waited run at the same time if the queue allows two`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let first = Bench()
        first.add(1)
        let early = first.notes.text
        first.workers.run()
        guard early == "nothing", first.numbers == [1] else {
          return expect(
            Bool(false), "expected 1 to run in its turn, got \(early), and then \(first.notes.text)")
        }
        let queue = MiniOperationQueue()
        queue.maxConcurrentOperationCount = 2
        let stack = LastInFirstOut(queue: queue)
        let (busy, open, meeting) = (Milestone(), Milestone(), Milestone())
        let met = Log<Bool>()
        // With both places taken, what is added now really has to wait.
        for _ in 0..<2 {
          _ = stack.add {
            busy.reach()
            if !open.wait() { met.add(false) }
          }
        }
        let isFull = busy.wait(for: 2)
        for _ in 0..<2 {
          _ = stack.add {
            meeting.reach()
            met.add(meeting.wait(for: 2))
          }
        }
        open.reach()
        let isEmpty = isFull && queue.empties()
        expect(
          isFull && isEmpty && met.entries == [true, true],
          """
          expected two to run at the same time \(isFull ? "after they have waited" : "at the beginning"), \
          got one after the other: does one wait for the other, by a dependency or for a lock that is held \
          while work is done?
          """)
      }
    }
    judge(end)
  }

  @Test func `Work is done after the last reference to the stack is gone, and then nothing is kept`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let workers = SteppedWorkers()
        let queue = MiniOperationQueue(workers: workers)
        let notes = Notes()
        weak var forgotten: LastInFirstOut?
        var (works, turns): ([Weakly], [Weakly]) = ([], [])
        var heldWorks = 0
        do {
          let stack = LastInFirstOut(queue: queue)
          forgotten = stack
          func add(_ name: String) -> LastInFirstOut.Ticket {
            let held = Milestone()
            works.append(Weakly(object: held))
            defer { turns += queue.operations.map { Weakly(object: $0) } }
            return stack.add { notes("\(name) \(held.count)") }
          }
          let tickets = ["a", "b", "c", "d", "e"].map(add)
          // The oldest, one in the middle, the newest, and the one that is the newest then.
          for index in [0, 2, 4, 3] { _ = stack.takeBack(tickets[index]) }
          workers.run()
          _ = stack.takeBack(add("f"))
          workers.run()
          heldWorks = works.count { $0.object != nil }
          for name in ["g", "h"] { _ = add(name) }
        }
        workers.run()
        expect(
          notes.lines == ["b 0", "h 0", "g 0"],
          """
          expected b, which was not taken back, and after the last reference h and g, got \(notes.text): what holds \
          the stack until then?
          """)
        heldWorks += works.count { $0.object != nil }
        let heldTurns = turns.count { $0.object != nil }
        expect(
          heldWorks == 0 && heldTurns == 0 && forgotten == nil,
          """
          expected work to be gone when it is done or taken back, and the stack and its turns when the queue is \
          empty, got \(heldWorks > 0 ? "work" : heldTurns > 0 ? "a turn" : "a stack") that is kept: what still holds it?
          """)
      }
    }
    judge(end)
  }

  @Test func `Whatever is added and taken back, each turn does the newest waiting work`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        var dice = Dice()
        let bench = Bench()
        var tickets: [LastInFirstOut.Ticket] = []
        var waiting: [Int] = []
        var expected: [Int] = []
        var story: [String] = []
        for _ in 0..<300 where bench.numbers == expected {
          switch dice.roll(1...5) {
          case 1, 2:
            waiting.append(tickets.count)
            story.append("add \(tickets.count)")
            tickets.append(bench.add(tickets.count))
          case 3 where !tickets.isEmpty:
            let number = dice.number(below: tickets.count)
            let isThere = waiting.contains(number)
            waiting.removeAll { $0 == number }
            story.append("take back \(number)")
            let answer = bench.stack.takeBack(tickets[number])
            guard answer == isThere else {
              let last = story.suffix(12).joined(separator: ", ")
              return expect(
                Bool(false),
                "expected \(isThere) from the last call, got \(answer): \(last) (seed \(dice.seed))")
            }
          default:
            if let newest = waiting.popLast() { expected.append(newest) }
            story.append("turn")
            // A turn of something that was taken back may do nothing; then the next one counts.
            let count = bench.numbers.count
            while bench.numbers.count == count, bench.workers.step() {}
          }
        }
        let last = story.suffix(12).joined(separator: ", ")
        expect(
          bench.numbers == expected && !expected.isEmpty,
          """
          expected \(expected.suffix(3)) to be done last, got \(bench.numbers.suffix(3)), after \
          \(last): does taking back leave the other work as it is? (seed \(dice.seed))
          """)
      }
    }
    judge(end)
  }

  @Test func `Several threads that add and take back lose nothing`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let isFine = everyOrder(
          "two are taken back at once", cause: "is the work found in one step and removed in another?"
        ) { scene in
          let bench = Bench()
          let tickets = (1...3).map { bench.add($0) }
          let takenBack = Log<Int>()
          for number in 1...2 {
            scene.thread("\(number)") {
              if bench.stack.takeBack(tickets[number - 1]) { takenBack.add(number) }
            }
          }
          scene.finally {
            bench.workers.run()
            scene.expect(
              takenBack.entries.sorted() == [1, 2] && bench.numbers == [3],
              """
              1 and 2 are taken back and 3 is done (got \(takenBack.entries) taken back, \(bench.numbers) done)
              """)
          }
        }
        guard isFine else { return }
        let queue = MiniOperationQueue()
        queue.maxConcurrentOperationCount = 2
        let stack = LastInFirstOut(queue: queue)
        let done = Log<Int>()
        let takenBack = Log<Int>()
        let end = Milestone()
        for thread in 0..<4 {
          Threads.start(named: "adding \(thread)") {
            for number in thread * 1250..<(thread + 1) * 1250 {
              let ticket = stack.add { done.add(number) }
              if number % 3 == 0, stack.takeBack(ticket) { takenBack.add(number) }
            }
            end.reach()
          }
        }
        let isThrough = end.wait(for: 4) && queue.empties()
        let all = (done.entries + takenBack.entries).sorted()
        expect(
          isThrough && all == Array(0..<5000),
          """
          expected each of 5 000 pieces of work to be done or taken back, once, got \(all.count) \
          (\(done.entries.count) done, \(takenBack.entries.count) taken back): is everything that \
          threads share under one lock?
          """)
      }
    }
    judge(end)
  }
}

/// Knows an object without holding it.
private struct Weakly {
  weak var object: AnyObject?
}
