import ExerciseSupport
import Explorer
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
        for limit in [2, 5] {
          let queue = MiniOperationQueue()
          queue.maxConcurrentOperationCount = limit
          let stack = LastInFirstOut(queue: queue)
          let (busy, open, meeting) = (Milestone(), Milestone(), Milestone())
          let met = Log<Bool>()
          // With all places taken, what is added now really has to wait.
          for _ in 0..<limit {
            _ = stack.add {
              busy.reach()
              if !open.wait() { met.add(false) }
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
          let isEmpty = isFull && queue.empties()
          let haveMet = isFull && isEmpty && met.entries == Array(repeating: true, count: limit)
          expect(
            haveMet,
            """
            expected \(limit) to run at the same time \(isFull ? "after they have waited" : "at the beginning"), \
            got fewer: does one wait for the other, by a dependency or for a lock that is held while work is done?
            """)
          guard haveMet else { return }
        }
      }
    }
    judge(end)
  }

  @Test func `Whatever is added and taken back, each turn does the newest waiting work`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        // Work holds an object whose deinit calls the stack, in each way in which work is released.
        let ways: [(name: String, release: @Sendable (Bench, LastInFirstOut.Ticket) -> Void)] = [
          ("work that is done", { bench, _ in bench.workers.step() }),
          ("work that is taken back", { bench, ticket in _ = bench.stack.takeBack(ticket) }),
          (
            "work that running work takes back",
            { bench, ticket in
              bench.add(4) { _ = bench.stack.takeBack(ticket) }
              bench.workers.step()
            }
          ),
        ]
        for (name, release) in ways {
          let bench = Bench()
          let isThrough = returns {
            let (one, two) = (bench.add(1), bench.add(2))
            release(
              bench,
              bench.add(
                3,
                holding: ReleaseObserver {
                  if bench.stack.takeBack(one), !bench.stack.takeBack(one) { bench.add(5) }
                }))
            bench.workers.run()
            _ = bench.stack.takeBack(two)
          }
          let done = bench.numbers.filter { $0 < 3 || $0 > 4 }
          expect(
            isThrough && done.sorted() == [2, 5],
            """
            expected 1 to be taken back and 5 to be added by a deinit, and 2 and 5 to be done, got \
            \(isThrough ? bench.notes.text : "no end") for \(name): is work released while a lock is held?
            """)
          guard isThrough else { return }
        }
        // Each selection of four pieces, taken back from either end, at once or after a turn or two.
        for selection in 0..<16 {
          for (turns, isReversed) in [(0, false), (0, true), (1, false), (1, true), (2, false), (2, true)] {
            let bench = Bench()
            let tickets = (0..<4).map { bench.add($0) }
            for _ in 0..<turns { bench.takeTurn() }
            let selected = (0..<4).filter { selection >> $0 & 1 == 1 }
            for number in isReversed ? selected.reversed() : selected {
              _ = bench.stack.takeBack(tickets[number])
            }
            var expected = Array([3, 2].prefix(turns))
            for number in (0..<4 - turns).reversed() where !selected.contains(number) {
              expected.append(number)
              bench.takeTurn()
              expect(
                bench.numbers == expected,
                """
                expected \(expected) to be done of 0, 1, 2 and 3 when \(selected) were taken back after \(turns) turns, \
                and \(expected.count - turns) turns came, got \(bench.numbers): does a turn look for the next work where \
                the newest was taken back?
                """)
              if bench.numbers != expected { return }
            }
          }
        }
        var dice = Dice()
        let bench = Bench()
        var tickets: [LastInFirstOut.Ticket] = []
        var waiting: [Int] = []
        var expected: [Int] = []
        var story: [String] = []
        for _ in 0..<300 where bench.numbers == expected {
          switch dice.roll(1...6) {
          case 1, 2, 3:
            waiting.append(tickets.count)
            story.append("add \(tickets.count)")
            tickets.append(bench.add(tickets.count))
          case 4 where !tickets.isEmpty:
            // Every second one waits, or most would have been done long ago.
            let waitingOne = dice.once(in: 2) ? waiting.randomElement(using: &dice) : nil
            let number = waitingOne ?? dice.number(below: tickets.count)
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
            bench.takeTurn()
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
        let isFineToo = everyOrder(
          "two add, and take back the same",
          cause: "is a number given in one step and used in another?",
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
              1 is taken back once, then 3 and 4, and 2 is done (got \(takenBack.entries) taken back, \
              \(bench.numbers) done)
              """)
          }
        }
        guard isFineToo else { return }
        let queue = MiniOperationQueue()
        queue.maxConcurrentOperationCount = 2
        let stack = LastInFirstOut(queue: queue)
        let done = Log<Int>()
        let (takenBack, tickets) = (Log<Int>(), Log<LastInFirstOut.Ticket>())
        let end = Milestone()
        for thread in 0..<4 {
          Threads.start(named: "adding \(thread)") {
            for number in thread * 1250..<(thread + 1) * 1250 {
              let ticket = stack.add { done.add(number) }
              tickets.add(ticket)
              if number % 3 == 0, stack.takeBack(ticket) { takenBack.add(number) }
            }
            end.reach()
          }
        }
        let isThrough = end.wait(for: 4) && queue.empties()
        let all = (done.entries + takenBack.entries).sorted()
        expect(
          isThrough && all == Array(0..<5000) && Set(tickets.entries).count == 5000,
          """
          expected each of 5 000 pieces of work to have a ticket of its own, and to be done or taken back, once, got \
          \(Set(tickets.entries).count) tickets and \(all.count) (\(done.entries.count) done, \
          \(takenBack.entries.count) taken back): is everything that threads share under one lock?
          """)
      }
    }
    judge(end)
  }
}
