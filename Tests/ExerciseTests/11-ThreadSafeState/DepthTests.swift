import ExerciseSupport
import Explorer
import Foundation
import MiniOperations
import Testing

@testable import Exercise11

@Suite(.serialized, .requirements) struct Depth {
  @Test func `In every order, no thread reads a status that was refused`() async {
    await inOwnProcess {
      everyOrder(
        "a change is refused while another thread reads",
        cause: "is the status set first and set back if the change is refused?"
      ) { scene in
        let seen = Log<Status>()
        let state = scene.state(.executing, rule: { $0 == .executing && $1 == .paused })
        scene.thread("A") {
          _ = state.change(to: .finished)
          _ = state.change(to: .paused)
        }
        scene.thread("B") { for _ in 0..<2 { seen.add(state.status) } }
        scene.finally {
          scene.expect(
            !seen.entries.contains(.finished) && state.status == .paused,
            """
            B reads executing or paused, and the status is paused at last (got \(words(seen.entries)), \
            \(state.status))
            """)
        }
      }
    }
  }

  @Test func `In every order, a change is refused only if the rule refuses it`() async {
    await inOwnProcess {
      // While one thread makes a change, another makes one or two, also to the same status.
      let meetings: [(first: Status, others: [Status])] = [
        (.executing, [.paused]), (.executing, [.executing]), (.finished, [.paused, .executing]),
      ]
      for (first, others) in meetings {
        everyOrder(
          "a change to \(first), and changes to \(words(others))",
          cause:
            "is a change given up where the lock is held, or where another thread has changed the status?",
          settings: Settings(.exhaustive(preemptions: others.count + 1))
        ) { scene in
          let (answers, heard) = (Log<Bool>(), Log<Change>())
          let state = scene.state(.ready, rule: { _, _ in true }) { heard.add(Change($0, $1)) }
          scene.thread("A") { answers.add(state.change(to: first)) }
          scene.thread("B") { for next in others { answers.add(state.change(to: next)) } }
          scene.finally {
            scene.expect(
              answers.entries.allSatisfy { $0 } && heard.entries.count == others.count + 1,
              """
              each change returns true and is reported, where the rule allows all (got \(answers.entries), \
              \(words(heard.entries)))
              """)
          }
        }
      }
    }
  }

  @Test func `The changes of three threads form one history, and each thread reports its own`() async {
    await inOwnProcess {
      let seed = freshSeed()
      for number in 0..<6 {
        everyOrder(
          "three threads, script \(number)",
          cause: "is the old status, which the listener gets, read under the same lock?",
          settings: Settings(.random(seed: seed, schedules: 60)), seed: seed, realRuns: 25
        ) { scene in
          var dice = Dice(seed: seed &+ UInt64(number))
          let (rule, start) = (RandomRule(&dice), everyStatus.randomElement(using: &dice)!)
          let (heard, events) = (Log<Change>(), Log<Event>())
          let state = scene.state(start, rule: rule.allows) {
            heard.add(Change($0, $1))
            events.add(Event("\($1)"))
          }
          let scripts = (0..<3).map { _ in (0..<3).map { _ in everyStatus.randomElement(using: &dice)! } }
          for (name, script) in zip(["A", "B", "C"], scripts) {
            scene.thread(name) {
              for next in script where state.change(to: next) { events.add(Event("\(next) returned true")) }
            }
          }
          scene.finally {
            let changes = heard.entries
            let isEmpty = scripts.joined().allSatisfy { !rule.allows(start, $0) }
            scene.expect(
              changes.allSatisfy { rule.allows($0.from, $0.to) } && changes.isEmpty == isEmpty
                && isOneHistory(changes, from: start, to: state.status),
              """
              the reported changes lead from \(start) to \(state.status), by the rule (got \(words(changes)))
              """)
            for own in Dictionary(grouping: events.entries, by: \.thread).values.map({ $0.map(\.text) }) {
              let pairs = own.filter { !$0.hasSuffix("true") }.flatMap { [$0, "\($0) returned true"] }
              scene.expect(
                own == pairs,
                "each thread reports its change, then change returns true (got \(words(own)) on one)")
            }
          }
        }
      }
    }
  }
}

// MARK: - Fixtures

/// A report or a return, with its thread.
private struct Event: Sendable {
  let thread = ObjectIdentifier(Foundation.Thread.current)
  let text: String

  init(_ text: String) { self.text = text }
}
