import ExerciseSupport
import Explorer
import Foundation
import MiniOperations
import Testing

@testable import Exercise15

@Suite(.serialized, .requirements) struct Core {
  @Test func `A waiting task gets the value of the work or the error that it throws`() async {
    await inOwnProcess {
      for expected: Outcome in [.value(7), .value(0), .value(.min), .value(.max), .broken(7), .cancelled] {
        let calculation = Calculation { try expected.get() }
        let caller = Caller(of: calculation)
        caller.expectWaiting()
        calculation.start()
        expect(
          caller.outcome == expected && calculation.isFinished && !calculation.isCancelled,
          """
          value(), then start(), and the work gives \(expected): expected \(expected), and a finished \
          operation that is not cancelled, got \(caller.text), isFinished \(calculation.isFinished), \
          isCancelled \(calculation.isCancelled)
          """)
      }
    }
  }

  @Test func `All tasks get the same outcome, whether they call value() before or after the work`() async {
    await inOwnProcess {
      for number in [7, 0] {
        let runs = Notes()
        let calculation = Calculation {
          runs("run")
          return number
        }
        let early = (1...3).map { _ in Caller(of: calculation) }
        for caller in early { caller.expectWaiting() }
        calculation.start()
        let late = (1...2).map { _ in Caller(of: calculation) }
        let texts = (early + late).map(\.text)
        expect(
          Set(texts) == ["the value \(number)"] && runs.lines.count == 1,
          """
          three tasks call value(), start(), two more call value(): expected the value \(number) five times, \
          and one run of the work, got \(texts.joined(separator: ", ")), and \(runs.lines.count) runs
          """)
      }
    }
  }

  @Test func `While a task waits, it blocks no thread`() async {
    await inOwnProcess {
      let calculations = [Calculation { 1 }, Calculation { 2 }]
      let callers = calculations.map { Caller(of: $0) }
      for caller in callers { caller.run() }
      expect(
        !Steps.isBlocked,
        """
        two tasks with one thread call value(): expected both to be suspended, got a thread that the first \
        one blocks
        """)
      for calculation in calculations.reversed() { calculation.start() }
      let texts = callers.map(\.text)
      expect(
        texts == ["the value 1", "the value 2"],
        "then both operations start: expected the values 1 and 2, got \(texts.joined(separator: ", "))")
      expectNoThreadForEachTask()
    }
  }

  @Test func `When the operation is cancelled, its waiting tasks resume at once`() async {
    await inOwnProcess {
      let calculation = Calculation { 7 }
      let early = Caller(of: calculation)
      early.expectWaiting()
      calculation.cancel()
      let texts = [early.text, Caller(of: calculation).text]
      expect(
        texts == ["CancellationError", "CancellationError"] && calculation.isCancelled
          && !calculation.isFinished,
        """
        value(), cancel(), value(), without start(): expected CancellationError twice, and an operation that \
        is cancelled and not finished, got \(texts.joined(separator: ", ")), isCancelled \
        \(calculation.isCancelled), isFinished \(calculation.isFinished). main() is not called: what resumes \
        the tasks?
        """)
    }
  }

  @Test func `A task that is cancelled cancels the operation and gets CancellationError`() async {
    await inOwnProcess {
      for isWaiting in [true, false] {
        let runs = Notes()
        let calculation = Calculation {
          runs("run")
          return 7
        }
        let caller = Caller(of: calculation)
        if isWaiting { caller.expectWaiting() }
        caller.cancel()
        let text = caller.text
        calculation.start()
        expect(
          text == "CancellationError" && calculation.isCancelled && runs.lines.isEmpty,
          """
          a task is cancelled \(isWaiting ? "while it waits" : "before it calls value()"), then start(): \
          expected CancellationError, and a cancelled operation that does not run its work, got \(text), \
          isCancelled \(calculation.isCancelled), and \(runs.lines.isEmpty ? "no" : "a") run of the work. Is \
          there a cancellation handler, and what does it cancel?
          """)
      }
    }
  }

  @Test func `After the work has returned, cancelling changes no outcome`() async {
    await inOwnProcess {
      let calculation = Calculation { 7 }
      let early = Caller(of: calculation)
      early.expectWaiting()
      // It is cancelled when main has returned, and has not finished yet.
      let observation = calculation.observe(\.isFinished, options: [.prior]) { operation, change in
        if change.isPrior { operation.cancel() }
      }
      calculation.start()
      observation.invalidate()
      calculation.cancel()
      let cancelled = Caller(of: calculation)
      cancelled.cancel()
      let texts = [early, Caller(of: calculation), cancelled].map(\.text)
      expect(
        Set(texts) == ["the value 7"] && calculation.isCancelled,
        """
        value(), start(), cancel() before it has finished and again afterwards, value(), and value() in a \
        cancelled task: expected the value 7 three times, and isCancelled true, got \
        \(texts.joined(separator: ", ")), and isCancelled \(calculation.isCancelled)
        """)
    }
  }

  @Test func `Tasks that call value() while the work returns get its value`() async {
    await inOwnProcess {
      everyOrder(
        "two calls of value() while the work returns",
        cause: "can the outcome be stored between the check for it and the line that adds the continuation?",
        settings: Settings(.exhaustive(preemptions: 1))
      ) { scene in
        let (outcomes, calculation) = (Log<Outcome>(), Calculation { 7 })
        for name in ["A", "B"] { scene.task(name) { outcomes.add(await .of(calculation)) } }
        scene.thread("work") { calculation.start() }
        scene.finally {
          scene.expect(
            outcomes.entries == [.value(7), .value(7)], "both get the value 7 (got \(outcomes.entries))")
        }
      }
    }
  }

  @Test func `A task that is cancelled while the work returns is resumed once`() async {
    await inOwnProcess {
      for expected: Outcome in [.value(7), .broken(7)] {
        everyOrder(
          "a task is cancelled while the work returns",
          cause: "can two threads find that there is no outcome, and resume the same continuation?",
          settings: Settings(.exhaustive(preemptions: expected == .value(7) ? 2 : 1))
        ) { scene in
          let (outcomes, calculation) = (Log<Outcome>(), Calculation { try expected.get() })
          scene.task("task", mayBeCancelled: true) { outcomes.add(await .of(calculation)) }
          scene.thread("work") { calculation.start() }
          scene.finally {
            scene.expect(
              [[expected], [.cancelled]].contains(outcomes.entries),
              "it gets \(expected) or CancellationError (got \(outcomes.entries))")
          }
        }
      }
    }
  }
}

/// Expects that many tasks wait, and that one of them gets its value, with few threads.
private func expectNoThreadForEachTask() {
  // More than there are threads for work that is passed to others.
  let calculations = (0..<200).map { number in Calculation { number } }
  let threads = threadCount()
  let callers = calculations.map { Caller(of: $0) }
  for caller in callers { caller.run() }
  let more = threadCount() - threads
  let last = callers[callers.count - 1]
  last.expectWaiting()
  calculations.last?.start()
  expect(
    more < 100 && last.outcome == .value(199),
    """
    200 tasks call value(), and the last operation starts: expected the value 199, and no thread for each \
    task, got \(last.text)\(more < 100 ? "" : ", and \(more) more threads"). Does a thread wait for each \
    task, so that none is left for the last one?
    """)
}

/// How many threads the process has; on Linux only, elsewhere always the same.
private func threadCount() -> Int {
  (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task"))?.count ?? 0
}
