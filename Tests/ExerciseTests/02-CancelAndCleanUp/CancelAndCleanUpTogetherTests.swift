import ExerciseSupport
import MiniOperations
import Testing

@testable import Exercise02

extension `Cancel and clean up` {
  @Test func `Cancelled by another thread in the middle of a part, it closes when the part is done`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        var dice = Dice()
        let parts = dice.parts(3...4)
        for isObserved in [false, true] {
          for (number, call) in Belt(parts).allCalls.enumerated() {
            let (isInside, isCancelled) = (Milestone(), Milestone())
            let belt = Belt(parts, surpriseAt: number) {
              isInside.reach()
              isCancelled.wait()
            }
            let operation = Copy(belt)
            let tell: @Sendable () -> Void = {
              belt.notes("cancelled")
              isCancelled.reach()
            }
            // isCancelled is true from here on, and cancel returns when the copy has ended.
            let observation = operation.observe(\.isCancelled) { operation, _ in
              guard isObserved else { return }
              tell()
              _ = operation.ends()
            }
            Threads.start(named: "canceller") {
              guard isInside.wait() else { return }
              operation.cancel()
              if !isObserved { tell() }
            }
            operation.start()
            observation.invalidate()
            let allowed = belt.callsWhenCancelled(in: number).map { calls -> [String] in
              let (before, after) = (Array(calls[...number]), Array(calls[(number + 1)...]))
              return before + ["cancelled"] + after
            }
            let holds = allowed.contains(belt.notes.lines)
            expect(
              holds,
              """
              expected \(allowed[0].joined(separator: ", ")) when it is cancelled during '\(call)'\
              \(isObserved ? " and an observer of isCancelled waits for the end" : ""), got \(belt.notes.text): does \
              cancel close what main still uses, or wait for a lock that main holds while it works? Does main look at \
              anything but isCancelled?
              """)
            if !holds { return }
          }
        }
      }
    }
    judge(end)
  }

  @Test func `A cancel that comes after the error does not hide it`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let calls = Belt([1, 2]).allCalls
        for (number, call) in calls.enumerated() {
          for isInClose in [false, true] {
            for error in [Jam(number: 7), CancellationError()] as [any Error] {
              let belt = Belt([1, 2], surpriseAt: number) { throw error }
              let operation = Copy(belt)
              if isInClose { belt.whenClosing { operation.cancel() } }
              // The call before the change: main has returned, and the operation has not ended yet.
              let observation = operation.observe(\.isFinished, options: [.prior]) { operation, change in
                if change.isPrior { operation.cancel() }
              }
              operation.start()
              observation.invalidate()
              belt.forget()
              let holds = operation.isCancelled && operation.shownError == "\(error)"
              expect(
                holds,
                """
                expected \(error), with which '\(call)' ended the work before the cancel came \
                \(isInClose ? "in the closing" : "after it"), got \(operation.shownError): is a cancel checked where the \
                error is stored or read, and does that come after the closing?
                """)
              if !holds { return }
            }
          }
        }
      }
    }
    judge(end)
  }

  @Test func `While it works, its error can be asked for`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let calls = Belt([1, 2]).allCalls
        for (number, call) in (calls + ["close"]).enumerated() {
          let (asked, notes) = (Log<Copy>(), Notes())
          // On another thread, as a lock may let its owner in.
          let ask: @Sendable () -> Void = {
            if !returns({ notes(asked.entries.first?.shownError ?? "no operation") }) { notes("no answer") }
          }
          let belt = Belt([1, 2], surpriseAt: number) {
            ask()
            throw Jam(number: 8)
          }
          let isClosing = number == calls.count
          if isClosing { belt.whenClosing(ask) }
          let operation = Copy(belt)
          asked.add(operation)
          operation.start()
          let expected = isClosing ? "no error" : "Jam 8"
          let holds = Set(notes.lines) == ["no error"] && operation.shownError == expected
          expect(
            holds,
            """
            expected no error during '\(call)', and \(expected) in the end, got \(notes.text), and \
            \(operation.shownError): is a lock held while a source or a target is called?
            """)
          if !holds { return }
        }
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
          [[], ["open source", "close source"]].contains(belt.notes.lines) && operation.error == nil
            && fine.notes.lines == fine.calls(upTo: 9),
          """
          expected the source to be opened and closed at most, and no error, got \(belt.notes.text), and \
          \(operation.shownError), and all calls for one that is not cancelled, got \(fine.notes.text): a cancel may come \
          before the first call, after the operation was started
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
          first.notes.lines.isEmpty && operation.error == nil && second.notes.lines == second.calls(upTo: 9),
          """
          expected no call and no error for the cancelled one, and all calls for the other, got \(first.notes.text), \
          \(operation.shownError), and \(second.notes.text): is something opened in init, or shared by all copies?
          """)
      }
    }
    judge(end)
  }

  @Test func `Everything is closed by the time the end is announced`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        for way in [Way.fine, .cancelled(4), .failing(4), .cancelledAndFailing(4)] {
          let (belt, operation) = way.make([1, 2, 3])
          let observation = operation.observe(\.isFinished) { _, _ in belt.notes("the end") }
          operation.start()
          observation.invalidate()
          belt.forget()
          let last = Array(belt.notes.lines.suffix(3))
          expect(
            last == ["close target", "close source", "the end"],
            """
            expected close target, close source, the end of a copy \(way), got \(last.joined(separator: ", ")): is \
            closing left to deinit or to a completion block, which come later?
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
        let copies = (0..<40).map { _ in
          let parts = dice.parts(0...6)
          let way = Way.random(&dice, calls: Belt(parts).allCalls.count)
          let (belt, operation) = way.make(parts)
          return (way: way, allowed: way.allowed(of: parts), belt: belt, operation: operation)
        }
        queue.addOperations(copies.map(\.operation), waitUntilFinished: false)
        let isEmpty = queue.empties()
        expect(
          isEmpty,
          "seed \(dice.seed): expected every copy to end, got a standstill: does main wait for something?")
        for copy in copies where !copy.allowed.contains(copy.belt.notes.lines) {
          Issue.record(
            """
            seed \(dice.seed): expected \(copy.allowed[0].joined(separator: ", ")) of a copy \(copy.way), got \
            \(copy.belt.notes.text). If a requirement about one copy fails as well, look there first; if not, look for \
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
        let parts = [1, 2]
        for way in Way.all(calls: Belt(parts).allCalls.count) {
          weak var remaining: Copy?
          weak var remainingBelt: Belt?
          weak var remainingError: Spill?
          var calls: [String] = []
          func run() {
            let (belt, operation) = way.make(parts)
            (remaining, remainingBelt) = (operation, belt)
            operation.start()
            remainingError = operation.error as? Spill
            belt.forget()
            calls = belt.notes.lines
          }
          run()
          let allowed = way.allowed(of: parts)
          let isRight = allowed.contains(calls)
          expect(
            isRight,
            """
            expected \(allowed[0].joined(separator: ", ")) of a copy \(way), got \
            \(calls.isEmpty ? "nothing" : calls.joined(separator: ", ")): see the requirements about copying and \
            closing first; this one is about what stays in memory
            """)
          guard isRight else { return }
          let kept = [remaining.map { _ in "the copy" }, remainingBelt.map { _ in "its source or target" }]
          let all = (kept + [remainingError.map { _ in "its error" }]).compactMap { $0 }
          expect(
            all.isEmpty,
            """
            expected nothing to stay of a copy \(way), got \(all.joined(separator: ", ")): which of them holds the \
            other? Is everything that the copy stores for the closing gone on every way out?
            """)
          if !all.isEmpty { return }
        }
      }
    }
    judge(end)
  }
}
