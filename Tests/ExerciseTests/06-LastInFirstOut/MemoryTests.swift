import ExerciseSupport
import MiniOperations
import Testing

@testable import Exercise06

@Suite(.serialized, .requirements) struct `The newest first, and nothing is kept` {
  @Test func `Work is done after the last reference to the stack is gone, and then nothing is kept`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let workers = SteppedWorkers()
        let queue = MiniOperationQueue(workers: workers)
        let notes = Notes()
        weak var forgotten: LastInFirstOut?
        var (works, turns): ([Weakly], [Weakly]) = ([], [])
        var (heldWorks, heldTurns) = (0, 0)
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
          heldTurns = turns.count { $0.object != nil }
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
        heldTurns += turns.count { $0.object != nil }
        expect(
          heldWorks == 0 && heldTurns == 0 && forgotten == nil,
          """
          expected work to be gone when it is done or taken back, turns when the queue is empty, and then the stack, \
          got \(heldWorks > 0 ? "work" : heldTurns > 0 ? "a turn" : "a stack") that is kept: what still holds it?
          """)
        // Whatever happens last before it is dropped, or while it has no other reference.
        let lasts: [(name: String, happen: (Bench) -> Void)] = [
          ("it was made", { _ in }), ("an add", { $0.add(1) }),
          (
            "a turn",
            { bench in
              bench.add(1)
              bench.workers.run()
            }
          ),
          ("the only one was taken back", { bench in _ = bench.stack.takeBack(bench.add(1)) }),
          (
            "all were taken back",
            { bench in for ticket in [bench.add(1), bench.add(2)] { _ = bench.stack.takeBack(ticket) } }
          ),
          (
            "a turn that found nothing",
            { bench in
              _ = bench.stack.takeBack(bench.add(1))
              bench.workers.run()
            }
          ),
          (
            "running work took the last back",
            { bench in
              let ticket = bench.add(1)
              bench.add(2) { [stack = bench.stack] in _ = stack.takeBack(ticket) }
            }
          ),
          ("running work added one", { bench in bench.add(2) { [stack = bench.stack] in _ = stack.add {} } }),
        ]
        // Also where each turn begins, and its work with it, before the call that adds it has returned.
        for isEager in [false, true] {
          for (name, happen) in lasts {
            weak var last: LastInFirstOut?
            let queue = EagerQueue.make(isEager: isEager)
            var kept = 0
            do {
              let bench = Bench(queue)
              last = bench.stack
              happen(bench)
              if isEager {
                queue.workers.run()
                kept = queue.kept()
              }
            }
            queue.workers.run()
            kept += queue.kept()
            let when = isEager ? "each turn begins before addOperation has returned" : "turns begin later"
            expect(
              last == nil && kept == 0,
              """
              expected the stack to be gone at the end, and turns when the queue is empty, got \
              \(kept > 0 ? "a turn" : "a stack") that is kept after \(name), where \(when): what keeps it, and what is \
              stored after the call that adds the turn?
              """)
            if last != nil || kept > 0 || queue.isLate { break }
          }
        }
      }
    }
    judge(end)
  }
}
