import ExerciseSupport
import Explorer
import MiniOperations
import Testing

@testable import Exercise06

@Suite(.serialized, .requirements) struct `The newest first, in every order` {
  @Test func `A turn that begins at once finds its work`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let queue = EagerQueue.make()
        let stack = LastInFirstOut(queue: queue)
        let notes = Notes()
        for number in 1...3 { _ = stack.add { notes("\(number)") } }
        queue.workers.run()
        expect(
          notes.text == "1, 2, 3",
          """
          expected 1, 2 and 3 on a queue that begins a turn before addOperation has returned, got \(notes.text): \
          what comes first, the work on the stack or the turn in the queue?
          """)
      }
    }
    judge(end)
  }

  @Test func `Two turns and a takeBack do each piece of work once, in every order`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        for number in 1...2 {
          let isFine = everyOrder(
            "two turns and a taking back of \(number)",
            cause: "is the newest read in one step and removed in another?",
            settings: Settings(.exhaustive(preemptions: 1))
          ) { scene in
            let queue = MiniOperationQueue()
            queue.maxConcurrentOperationCount = 2
            queue.isSuspended = true
            let stack = LastInFirstOut(queue: queue)
            let (done, takenBack) = (Log<Int>(), Log<Int>())
            let tickets = (1...2).map { number in stack.add { done.add(number) } }
            scene.thread("A") {
              queue.isSuspended = false
              queue.waitUntilAllOperationsAreFinished()
            }
            scene.thread("B") { if stack.takeBack(tickets[number - 1]) { takenBack.add(number) } }
            scene.finally {
              scene.expect(
                (done.entries + takenBack.entries).sorted() == [1, 2],
                """
                each piece of work is done or taken back, once (got \(done.entries) done, \(takenBack.entries) \
                taken back)
                """)
            }
          }
          guard isFine else { return }
        }
        everyOrder(
          "a turn and a taking back of the newest", cause: "can both take the same piece, and one give up?"
        ) { scene in
          let bench = Bench()
          let tickets = (1...2).map { bench.add($0) }
          let turn = bench.queue.operations.first
          scene.thread("A") { bench.workers.step() }
          scene.thread("B") { if bench.stack.takeBack(tickets[1]) { bench.notes("2 is taken back") } }
          scene.finally {
            // It was not the turn of what was taken back, but it may have been removed for it.
            let (hasDone, seen) = (turn?.isCancelled == true || bench.numbers.count == 1, bench.notes.text)
            bench.workers.run()
            scene.expect(
              hasDone, "a turn does the newest waiting work, whatever is taken back meanwhile (got \(seen))")
          }
        }
      }
    }
    judge(end)
  }

  @Test func `Work that is added while a turn begins is done, in every order`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        everyOrder(
          "added while a turn begins", cause: "can a turn begin before its work is on the stack?",
          settings: Settings(.exhaustive(preemptions: 1))
        ) { scene in
          let queue = MiniOperationQueue()
          queue.maxConcurrentOperationCount = 1
          let stack = LastInFirstOut(queue: queue)
          let (done, tickets) = (Log<Int>(), Log<LastInFirstOut.Ticket>())
          for (name, number) in [("A", 1), ("B", 2)] {
            scene.thread(name) {
              tickets.add(stack.add { done.add(number) })
              queue.waitUntilAllOperationsAreFinished()
            }
          }
          scene.finally {
            scene.expect(done.entries.sorted() == [1, 2], "both are done (got \(done.entries))")
            scene.expect(Set(tickets.entries).count == 2, "each has a ticket of its own (got the same twice)")
          }
        }
      }
    }
    judge(end)
  }
}
