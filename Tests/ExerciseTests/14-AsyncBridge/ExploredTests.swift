import ExerciseSupport
import Explorer
import MiniOperations
import Synchronization
import Testing

@testable import Exercise14

/// The outcomes of the tasks of one scene.
private final class Heard: Sendable {
  private let outcomes = Synchronization.Mutex<[Outcome]>([])

  /// Asks, and keeps what comes.
  func ask(_ calculation: Calculation) async {
    var outcome: Outcome
    do { outcome = Outcome(.success(try await calculation.value())) } catch {
      outcome = Outcome(.failure(error))
    }
    outcomes.withLock { $0.append(outcome) }
  }

  var all: [Outcome] { outcomes.withLock { $0 } }
}

extension `Await a value` {
  @Test func `Two tasks that ask while the work ends get the same outcome, in every order`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        everyOrder(
          "two ask",
          cause: "can the work end between the check of the outcome and the line that adds the waiter?",
          settings: Settings(.exhaustive(preemptions: 1))
        ) { scene in
          let (heard, calculation) = (Heard(), Calculation { 7 })
          for name in ["A", "B"] { scene.task(name) { await heard.ask(calculation) } }
          scene.thread("W") { calculation.start() }
          scene.finally {
            scene.expect(heard.all == [.value(7), .value(7)], "both get the value 7 (got \(heard.all))")
          }
        }
      }
    }
    judge(end)
  }

  @Test func `A task that is cancelled while the work ends resumes once, in every order`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        for (anotherAsks, fails) in [(false, false), (false, true), (true, false)] {
          var settings = Settings()
          // Two who ask have many orders; a thread that is overtaken once is enough to part them.
          if anotherAsks || fails { settings.search = .exhaustive(preemptions: 1) }
          let isFine = everyOrder(
            "cancelled while it ends",
            cause: anotherAsks
              ? "does a cancelled task get an answer of its own?"
              : "do the end and the cancel both take the same waiter?",
            settings: settings
          ) { scene in
            let calculation = Calculation { if fails { throw Broken(number: 7) } else { 7 } }
            let heard = Heard()
            scene.task("A", mayBeCancelled: true) { await heard.ask(calculation) }
            if anotherAsks {
              scene.task("W") {
                calculation.start()
                await heard.ask(calculation)
              }
            } else {
              scene.thread("W") { calculation.start() }
            }
            scene.finally {
              let (count, own) = (anotherAsks ? 2 : 1, fails ? Outcome.broken(7) : .value(7))
              scene.expect(
                [own, .cancelled].contains { heard.all == Array(repeating: $0, count: count) },
                "\(count) ask, and all get \(own), or all a CancellationError (got \(heard.all))")
            }
          }
          if !isFine { return }
        }
      }
    }
    judge(end)
  }

  @Test func `An operation that is cancelled while a task asks leaves no task behind, in every order`() async
  {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        everyOrder(
          "cancelled operation", cause: "can the cancel come between two reads of the decision?"
        ) { scene in
          let (heard, calculation) = (Heard(), Calculation { 7 })
          for name in ["A", "B"] { scene.task(name) { await heard.ask(calculation) } }
          scene.thread("C") { calculation.cancel() }
          scene.finally {
            scene.expect(
              heard.all == [.cancelled, .cancelled], "both get a CancellationError (got \(heard.all))")
          }
        }
      }
    }
    judge(end)
  }
}
