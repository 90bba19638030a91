import ExerciseSupport
import MiniOperations
import Testing

@testable import Exercise02

extension `Cancel and clean up` {
  @Test func `Cancelled by another thread in the middle of a part, it closes when the part is done`() async {
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
        expect(
          allowed.contains(belt.notes.lines),
          """
          expected \(allowed[0].joined(separator: ", ")), got \(belt.notes.text): does cancel close what main \
          still uses, or wait for a lock that main holds while it works?
          """)
      }
    }
    judge(end)
  }

  @Test func `A cancel that comes after the error does not hide it`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        for isInClose in [false, true] {
          let belt = Belt([1, 2, 3], surpriseAt: 4) { throw Jam(number: 7) }
          let operation = Copy(belt)
          if isInClose { belt.whenClosing { operation.cancel() } }
          // The call before the change: main has returned, and the operation has not ended yet.
          let observation = operation.observe(\.isFinished, options: [.prior]) { operation, change in
            if change.isPrior { operation.cancel() }
          }
          operation.start()
          observation.invalidate()
          belt.whenClosing {}
          expect(
            operation.isCancelled && operation.shownError == "Jam 7",
            """
            expected Jam 7, which ended the work before the cancel came \(isInClose ? "in the closing" : "after it"), \
            got \(operation.shownError): is a cancel checked where the error is stored or read?
            """)
        }
      }
    }
    judge(end)
  }

  @Test func `While it works, its error can be asked for`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let (asked, notes) = (Log<Copy>(), Notes())
        let belt = Belt([1, 2, 3], surpriseAt: 3) {
          // On another thread, as a lock may let its owner in.
          if !returns({ notes(asked.entries.first?.shownError ?? "no operation") }) { notes("no answer") }
          throw Jam(number: 8)
        }
        let operation = Copy(belt)
        asked.add(operation)
        operation.start()
        expect(
          notes.lines == ["no error"] && operation.shownError == "Jam 8",
          """
          expected no error while it works, and Jam 8 in the end, got \(notes.text), and \
          \(operation.shownError): is a lock held while parts are copied?
          """)
      }
    }
    judge(end)
  }

  @Test func `Cancelled right after it announces that it executes, it makes at most one call`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let belt = Belt([1, 2, 3])
        let operation = Copy(belt)
        let observation = operation.observe(\.isExecuting) { operation, _ in operation.cancel() }
        operation.start()
        observation.invalidate()
        let fine = Belt([1])
        Copy(fine).start()
        expect(
          [[], ["open source", "close source"]].contains(belt.notes.lines)
            && fine.notes.lines == fine.calls(upTo: 9),
          """
          expected the source to be opened and closed at most, got \(belt.notes.text), and all calls for one \
          that is not cancelled, got \(fine.notes.text): a cancel may come before the first call, after the \
          operation was started
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
        expect(
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
          expect(
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

  @Test func `When many run, some fail and some are cancelled, nothing stays open`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        var dice = Dice()
        let queue = MiniOperationQueue()
        queue.maxConcurrentOperationCount = dice.roll(2...8)
        let fates = (0..<40).map { _ in Fate(&dice) }
        queue.addOperations(fates.map(\.operation), waitUntilFinished: false)
        let isEmpty = queue.empties()
        expect(
          isEmpty,
          "seed \(dice.seed): expected every copy to end, got a standstill: does main wait for something?")
        for fate in fates where !fate.allowed.contains(fate.belt.notes.lines) {
          Issue.record(
            """
            seed \(dice.seed): expected \(fate.allowed[0].joined(separator: ", ")) \(fate.description), got \
            \(fate.belt.notes.text). If a requirement about one copy fails as well, look there first; if not, look for \
            what two operations share
            """)
          return
        }
      }
    }
    judge(end)
  }

  @Test func `When the operation is released, nothing of it stays in memory`() async {
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
          let isRight = allowed.contains(calls)
          expect(
            isRight,
            """
            expected \(allowed[0].joined(separator: ", ")), got \
            \(calls.isEmpty ? "nothing" : calls.joined(separator: ", ")): see the requirements about copying and \
            closing first; this one is about what stays in memory
            """)
          guard isRight else { return }
          expect(
            remaining == nil && remainingBelt == nil,
            """
            expected no trace of a copy that has ended, got \(remaining == nil ? "its source or target" : "it") \
            still there: which of them holds the other?
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
