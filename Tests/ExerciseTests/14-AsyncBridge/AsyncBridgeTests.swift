import ExerciseSupport
import Foundation
import MiniOperations
import Synchronization
import Testing

@testable import Exercise14

@Suite(.serialized, .requirements) struct `Await a value` {
  @Test func `A task that awaits gets the value or the error, early or late`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        var dice = Dice()
        let number = dice.roll(1...1_000_000)
        // Any number may be a value, and any error may be thrown.
        let outcomes: [Outcome] = [
          .value(number), .value(0), .value(-1), .value(.min), .value(.max), .broken(number), .cancelled,
        ]
        for expected in outcomes {
          let runs = Milestone()
          let calculation = Calculation {
            runs.reach()
            switch expected {
            case .value(let value): return value
            case .cancelled: throw CancellationError()
            default: throw Broken(number: number)
            }
          }
          let early = Listener(to: calculation)
          guard early.waits() else { return }
          // The owner of the operation has set a block of its own.
          let completed = Milestone()
          calculation.completionBlock = { completed.reach() }
          calculation.start()
          expect(
            early.outcome == expected,
            """
            expected \(expected) for the task that has waited, got \(early.text): does main() hand the \
            outcome to the waiting tasks? The completionBlock cannot do that: its owner has set it to something else.
            """)
          let late = (1...2).map { _ in Listener(to: calculation).text }
          expect(
            late == ["\(expected)", "\(expected)"] && runs.count == 1,
            """
            expected \(expected) for two tasks that ask when all is over, got \(late.joined(separator: " and ")), \
            and work that ran \(runs.count) times: where is the outcome kept?
            """)
          expect(
            !calculation.isCancelled,
            "expected an operation that no one has cancelled, got a cancelled one: what do you do with an error?"
          )
          expect(
            calculation.isFinished && completed.wait(),
            """
            expected a finished operation and then a call of the completionBlock that its owner has set, got \
            \(calculation.isFinished ? "no call" : "one that has not finished"): is the block replaced?
            """)
        }
      }
    }
    judge(end)
  }

  @Test func `A task that awaits gets a cancel at once, whether or not the operation is ever started`() async
  {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let calculation = Calculation { 1 }
        let early = Listener(to: calculation)
        guard early.waits() else { return }
        calculation.cancel()
        expect(
          early.outcome == .cancelled,
          """
          expected CancellationError as soon as the operation is cancelled, got \(early.text): main() never \
          runs for one that was cancelled before its start. What resumes its tasks then?
          """)
        let late = Listener(to: calculation)
        expect(late.outcome == .cancelled, "expected CancellationError later too, got \(late.text)")
        expect(
          calculation.isCancelled && !calculation.isFinished,
          """
          expected a cancelled operation that has not finished, got isCancelled \(calculation.isCancelled) and \
          isFinished \(calculation.isFinished): it finishes when it is started, as any other
          """)
      }
    }
    judge(end)
  }

  @Test func `A task that is cancelled cancels the operation that it awaits`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        for isEarly in [false, true] {
          let runs = Notes()
          let calculation = Calculation {
            runs("work")
            return 1
          }
          let listener = Listener(to: calculation)
          if isEarly {
            listener.cancel()
          } else {
            guard listener.waits() else { return }
            listener.cancel()
          }
          expect(
            listener.outcome == .cancelled && calculation.isCancelled,
            """
            expected CancellationError and a cancelled operation when the task is cancelled \
            \(isEarly ? "before it asks" : "while it waits"), got \(listener.text) and isCancelled \
            \(calculation.isCancelled): a task that waits does not check Task.isCancelled. What is called \
            when it is cancelled?
            """)
          calculation.start()
          expect(
            runs.lines.isEmpty && calculation.isFinished,
            "expected it to finish without its work, got the work \(runs.lines.count) times")
        }
      }
    }
    judge(end)
  }

  @Test func `All tasks get the same outcome`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        var dice = Dice()
        let number = dice.roll(1...1_000_000)
        let calculation = Calculation { number }
        // More than a byte can count.
        let listeners = (0..<300).map { _ in Listener(to: calculation) }
        for listener in listeners { guard listener.waits() else { return } }
        calculation.start()
        let heard = listeners.map(\.text)
        let others = heard.filter { $0 != "the value \(number)" }
        expect(
          others.isEmpty,
          """
          expected the value \(number) for each of 300 tasks, got something else for \(others.count) of them, the first of \
          which has \(others.first ?? ""): are some waiters not kept?
          """)
        calculation.cancel()
        let late = Listener(to: calculation)
        expect(
          late.outcome == .value(number),
          "expected a cancel after the end to change nothing, got \(late.text) for a task that asks later")
        let gone = Listener(to: calculation)
        gone.cancel()
        expect(
          gone.outcome == .value(number),
          """
          expected the value \(number) for a task that was cancelled and asks when all is over, got \(gone.text): \
          which came first, the value or the cancel?
          """)
        // The call before the change: the work is over, and its end is not announced yet.
        let cancelled = Calculation { number }
        let waiting = Listener(to: cancelled)
        guard waiting.waits() else { return }
        let observation = cancelled.observe(\.isFinished, options: [.prior]) { operation, change in
          if change.isPrior { operation.cancel() }
        }
        cancelled.start()
        observation.invalidate()
        let both = [waiting, Listener(to: cancelled)].map(\.text)
        expect(
          cancelled.isCancelled,
          "expected isCancelled to be true after a cancel that comes before the end, got false: is super called?"
        )
        expect(
          both == ["the value \(number)", "the value \(number)"],
          """
          expected the value \(number) for a task that waited and for one that asks later, when the operation is \
          cancelled between the end of its work and the announcement of its end, got \(both[0]) and \
          \(both[1]): which one decides, the stored outcome or isCancelled?
          """)
      }
    }
    judge(end)
  }

  @Test func `While a task waits it blocks no thread`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let (first, second) = (Calculation { 1 }, Calculation { 2 })
        let listeners = [Listener(to: first), Listener(to: second)]
        for listener in listeners { listener.goOn() }
        expect(
          !Steps.isStuck,
          """
          expected both tasks to wait without their thread, got a thread that waits with the first of them: \
          all tasks of a program share a few threads. What suspends a task?
          """)
        guard !Steps.isStuck else { return }
        second.start()
        first.start()
        let heard = listeners.map(\.text)
        expect(
          heard == ["the value 1", "the value 2"],
          "expected the value 1 and the value 2, got \(heard.joined(separator: " and "))")
        // More than there are threads for work that is handed to others.
        let others = (0..<200).map { _ in Calculation { 3 } }
        let threads = threadCount()
        let waiting = others.map { Listener(to: $0) }
        for listener in waiting { listener.goOn() }
        let more = threadCount() - threads
        expect(more < 100, "expected 200 tasks to wait without a thread each, got \(more) more threads")
        let last = Calculation { 4 }
        let listener = Listener(to: last)
        listener.goOn()
        last.start()
        expect(
          listener.outcome == .value(4),
          """
          expected the value 4 while 200 other tasks wait, got \(listener.text): does a thread of another \
          queue wait for each of them?
          """)
        // Nothing happens meanwhile, so a right answer has nothing to do, however long this is. A task that looks for
        // the outcome less often than this is too slow for the first requirement.
        Foundation.Thread.sleep(forTimeInterval: 0.3)
        let awake = waiting.count { $0.isResumed }
        expect(
          awake == 0,
          """
          expected 200 tasks that wait to be resumed by the outcome, got \(awake) that go on before there is one: does a \
          task look for it again and again?
          """)
      }
    }
    judge(end)
  }

  @Test func `Nothing is kept once every task has its outcome`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        for ending in CalculationEnding.allCases {
          weak var calculation: Calculation?
          var heard: [Outcome?] = []
          do {
            let cancel = Synchronization.Mutex<(@Sendable () -> Void)?>(nil)
            let made = Calculation {
              cancel.withLock { $0 }?()
              if ending == .error { throw Broken(number: 1) }
              return 1
            }
            calculation = made
            if ending == .workIsCancelled { cancel.withLock { $0 = { [weak made] in made?.cancel() } } }
            heard = ending.outcomes(of: made)
          }
          expect(
            heard == Array(repeating: ending.outcome, count: ending.isAsked ? 2 : 0),
            "expected \(ending.outcome) for both tasks where \(ending.rawValue), got \(heard)")
          expect(
            calculation == nil,
            "expected the operation to be freed where \(ending.rawValue), got it alive: what still holds it?")
          if calculation != nil || heard.contains(nil) { return }
        }
      }
    }
    judge(end)
  }
}

/// How many threads the process has; on Linux only, elsewhere always the same.
private func threadCount() -> Int {
  (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task"))?.count ?? 0
}
