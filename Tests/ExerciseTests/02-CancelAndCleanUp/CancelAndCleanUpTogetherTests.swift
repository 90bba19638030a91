import ExerciseSupport
import MiniOperations
import Testing

@testable import Exercise02

extension `Cancel and clean up` {
  @Test func `Cancelled by another thread in the middle of a part, it closes when the part is through`() async
  {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        var dice = Dice()
        let (isWriting, isCancelled) = (Milestone(), Milestone())
        let belt = Belt(dice.parts(4...5), surpriseAt: 5) {
          isWriting.reach()
          isCancelled.wait()
        }
        let operation = Copy(belt)
        Threads.start(named: "canceller") {
          guard isWriting.wait() else { return }
          operation.cancel()
          isCancelled.reach()
        }
        operation.start()
        let allowed = belt.callsWhenCancelled(in: 5)
        #expect(
          allowed.contains(belt.notes.lines),
          """
          expected \(allowed[0].joined(separator: ", ")), got \(belt.notes.text): does cancel close what main \
          still uses, or wait for a lock that main holds while it works?
          """)
      }
    }
    judge(end)
  }

  @Test func `Cancelled before it starts, it opens nothing, and the next one copies`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let workers = SteppedWorkers()
        let queue = MiniOperationQueue(workers: workers)
        let (first, second) = (Belt([1, 2]), Belt([3, 4]))
        let operation = Copy(first)
        operation.cancel()
        queue.addOperations([operation, Copy(second)], waitUntilFinished: false)
        workers.run()
        #expect(
          first.notes.lines.isEmpty && second.notes.lines == second.calls(upTo: 9),
          """
          expected no call for the cancelled one and all for the other, got \(first.notes.text), and \
          \(second.notes.text): is something opened in init, or shared by all copies?
          """)
      }
    }
    judge(end)
  }

  @Test func `Everything is closed by the time the end is announced`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        for isCancelledIn in [nil, 4] {
          let belt = Belt([1, 2, 3], surpriseAt: isCancelledIn)
          let operation = Copy(belt)
          belt.surprise(with: { operation.cancel() })
          let observation = operation.observe(\.isFinished) { _, _ in belt.notes("the end") }
          operation.start()
          observation.invalidate()
          let last = Array(belt.notes.lines.suffix(3))
          #expect(
            last == ["close target", "close source", "the end"],
            """
            expected close target, close source, the end\(isCancelledIn == nil ? "" : " after a cancel"), got \
            \(last.joined(separator: ", ")): is closing left to deinit or to a completion block, which come later?
            """)
        }
      }
    }
    judge(end)
  }

  @Test func `Many at a time, some fail, some are cancelled, and nothing stays open`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        var dice = Dice()
        let queue = MiniOperationQueue()
        queue.maxConcurrentOperationCount = dice.roll(2...8)
        let fates = (0..<40).map { _ in Fate(&dice) }
        queue.addOperations(fates.map(\.operation), waitUntilFinished: false)
        let isEmpty = queue.empties()
        #expect(
          isEmpty,
          "seed \(dice.seed): expected every copy to end, got a standstill: does main wait for something?")
        for fate in fates where !fate.allowed.contains(fate.belt.notes.lines) {
          Issue.record(
            """
            seed \(dice.seed): expected \(fate.allowed[0].joined(separator: ", ")) \(fate.description), got \
            \(fate.belt.notes.text). Where single copies hold, look for what two operations share
            """)
          return
        }
      }
    }
    judge(end)
  }

  @Test func `When it is let go of, nothing of it stays`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        for isCancelledIn in [nil, 3] {
          weak var remaining: Copy?
          weak var remainingBelt: Belt?
          var calls: [String] = []
          var allowed: [[String]] = []
          func run() {
            let belt = Belt([1, 2, 3], surpriseAt: isCancelledIn)
            let operation = Copy(belt)
            (remaining, remainingBelt) = (operation, belt)
            belt.surprise(with: { operation.cancel() })
            operation.start()
            belt.surprise(with: {})
            (calls, allowed) = (belt.notes.lines, belt.callsWhenCancelled(in: isCancelledIn ?? 9))
          }
          run()
          #expect(
            allowed.contains(calls) && remaining == nil && remainingBelt == nil,
            """
            expected \(allowed[0].joined(separator: ", ")) and then no trace, got \
            \(calls.isEmpty ? "nothing" : calls.joined(separator: ", ")); \(remaining == nil ? "what it copied" : "the operation") \
            \(remainingBelt == nil ? "is gone" : "is still there"): who holds whom?
            """)
        }
      }
    }
    judge(end)
  }
}

/// A copy to which something happens or not, and what it may have done in the end.
private struct Fate: CustomStringConvertible {
  let belt: Belt
  let operation: Copy
  let allowed: [[String]]
  let description: String

  init(_ dice: inout Dice) {
    let parts = dice.parts(0...6)
    let calls = Belt(parts).allCalls
    let number = dice.number(below: calls.count)
    switch dice.number(below: 3) {
    case 0:
      belt = Belt(parts)
      operation = Copy(belt)
      allowed = [belt.calls(upTo: calls.count)]
      description = "for a copy without trouble"
    case 1:
      belt = Belt(parts, surpriseAt: number) { throw Jam(number: 1) }
      operation = Copy(belt)
      allowed = [belt.calls(upTo: number, hasFailed: true)]
      description = "when '\(calls[number])' throws"
    default:
      (belt, operation) = copyThatIsCancelled(in: number, parts)
      allowed = belt.callsWhenCancelled(in: number)
      description = "when it is cancelled during '\(calls[number])'"
    }
  }
}
