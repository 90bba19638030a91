import ExerciseSupport
import Explorer
import Foundation
import MiniOperations
import Testing

@testable import Exercise10

@Suite(.serialized, .requirements) struct `A status that several threads change, overtaken` {
  @Test func `Of two threads that resume, exactly one is told to continue`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        everyOrder(
          "two resume",
          cause: "is the rule asked before the lock is acquired, so that both get yes?"
        ) { scene in
          let answers = Log<Bool>()
          let state = scene.state(.paused, rule: { $0 == .paused && $1 == .executing })
          for name in ["A", "B"] {
            scene.thread(name) { answers.add(state.change(to: .executing)) }
          }
          scene.finally {
            let yes = answers.entries.filter { $0 }.count
            scene.expect(yes == 1, "one of the two resumes is answered with true (got \(yes))")
          }
        }
      }
    }
    judge(end)
  }

  @Test func `A change that was judged while executing is not made while paused`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        everyOrder(
          "a pause overtakes a finish",
          cause: "can another thread come between the check and the change?"
        ) { scene in
          let heard = Log<Change>()
          let answers = Log<Bool>()
          let state = scene.state(
            .executing, rule: { from, _ in from == .executing }, listener: { heard.add(Change($0, $1)) })
          scene.thread("N") { answers.add(state.change(to: .finished)) }
          scene.thread("M") { answers.add(state.change(to: .paused)) }
          scene.finally {
            let yes = answers.entries.filter { $0 }.count
            scene.expect(
              yes == 1 && heard.entries == [Change(.executing, state.status)],
              """
              the first of finish and pause rules the other out: one change is made \
              (got \(yes), the listener got \(words(heard.entries)), the status is \(state.status))
              """)
          }
        }
      }
    }
    judge(end)
  }

  @Test func `No thread ever reads a status that was refused`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        everyOrder(
          "a refused status is seen", cause: "is the status changed first and changed back afterwards?"
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
              another thread sees executing or paused, and it ends as paused \
              (got \(words(seen.entries)), and \(state.status) at the end)
              """)
          }
        }
      }
    }
    judge(end)
  }

  @Test func `No change is refused because another one is in progress`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        // While one thread makes a change, another makes one or two, also to the same status.
        let meetings: [(Status, [Status])] = [
          (.executing, [.paused]), (.executing, [.executing]), (.finished, [.paused, .executing]),
        ]
        for (first, others) in meetings {
          let holds = everyOrder(
            "\(others.count + 1) changes meet",
            cause: """
              is the change given up if another thread holds the lock, or has changed the status meanwhile? Is the rule \
              asked again each time?
              """, settings: Settings(.exhaustive(preemptions: others.count + 1))
          ) { scene in
            let (answers, heard) = (Log<Bool>(), Log<Change>())
            let state = scene.state(.ready, rule: { _, _ in true }, listener: { heard.add(Change($0, $1)) })
            scene.thread("A") { answers.add(state.change(to: first)) }
            scene.thread("B") { for next in others { answers.add(state.change(to: next)) } }
            scene.finally {
              scene.expect(
                answers.entries.allSatisfy { $0 } && heard.entries.count == others.count + 1,
                """
                where the rule allows everything, each change is made and reported (got \(answers.entries) and \
                \(words(heard.entries)))
                """)
            }
          }
          if !holds { return }
        }
        for times in [3, 10, 150] {
          let meeting = Overtaking(times: times)
          let (isMade, others, heard) = meeting.change()
          let holds = isMade && !others.contains(false) && heard == others.count + 1
          expect(
            holds,
            """
            expected a change to be made where the rule allows everything, also if another thread changes the status \
            after each question to the rule, \(times) times, got \(isMade), the answers \
            \(Set(others)) to the other thread and \(heard) of \(others.count + 1) reports: after how many attempts \
            is a change given up?
            """)
          if !holds { return }
        }
      }
    }
    judge(end)
  }

  @Test func `The listener may wait for another thread that changes the status`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let heard = Log<Status>()
        let state = ThreadSafeState(.ready, rule: { _, _ in true }) { heard.add($1) }
        _ = state.change(to: .executing)
        let statuses = heard.entries
        guard statuses == [.executing] else {
          return expect(
            Bool(false), "expected the listener to get [executing], got \(words(statuses)): is it called?"
          )
        }
        everyOrder(
          "a listener waits",
          cause: "is the listener called while the lock is held? It may wait for anything."
        ) { scene in
          let paused = Flag("B has paused")
          let (box, answers) = (Weak<ThreadSafeState>(), Log<Bool>())
          // A second state: its listener has nothing to do with the first one, either.
          let other = scene.state(.ready, rule: { _, _ in true }) { _, _ in }
          let state = scene.state(.ready, rule: { _, _ in true }) { _, to in
            if to == .executing { paused.wait() }
            if to == .paused { answers.add(box.value?.change(to: .finished) == true) }
          }
          box.value = state
          scene.thread("A") { answers.add(state.change(to: .executing)) }
          scene.thread("B") {
            _ = state.status
            answers.add(state.change(to: .paused))
            answers.add(other.change(to: .executing))
            paused.raise()
          }
          scene.finally {
            scene.expect(
              answers.entries == [true, true, true, true],
              "each change is made, whatever a listener does meanwhile (got \(answers.entries))")
          }
        }
      }
    }
    judge(end)
  }

  @Test func `Random changes by three threads make one history that the rule allows`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let seed = freshSeed()
        for number in 0..<6 {
          let holds = everyOrder(
            "three threads, script \(number)",
            cause: "does the listener get the status that was replaced, read under the same lock?",
            settings: Settings(.random(seed: seed, schedules: 60)), seed: seed, realRuns: 25
          ) { scene in
            var dice = Dice(seed: seed &+ UInt64(number))
            let rule = RandomRule(&dice)
            let start = everyStatus.randomElement(using: &dice)!
            let heard = Log<Change>()
            let yes = Log<Status>()
            // The reports and the answers with true, each with its thread.
            let events = Log<Event>()
            let state = scene.state(start, rule: rule.allows) { from, to in
              heard.add(Change(from, to))
              events.add(Event(status: to, isAnswer: false))
            }
            let scripts = (0..<3).map { _ in
              (0..<3).map { _ in everyStatus.randomElement(using: &dice)! }
            }
            for (name, script) in zip(["A", "B", "C"], scripts) {
              scene.thread(name) {
                for next in script where state.change(to: next) {
                  yes.add(next)
                  events.add(Event(status: next, isAnswer: true))
                }
              }
            }
            let isStuck = scripts.joined().allSatisfy { !rule.allows(start, $0) }
            scene.finally {
              let changes = heard.entries
              scene.expect(
                changes.allSatisfy { rule.allows($0.from, $0.to) } && changes.isEmpty == isStuck
                  && isOneWay(changes, from: start, to: state.status) && changes.count == yes.entries.count,
                """
                the changes that were heard of lead from \(start) to \(state.status), and there are as many \
                as answers with true, \(yes.entries.count) (got \(words(changes)))
                """)
              for own in Dictionary(grouping: events.entries, by: \.thread).values {
                let pairs = own.filter(\.isAnswer).flatMap {
                  ["\($0.status) is reported", "true for \($0.status)"]
                }
                scene.expect(
                  own.map(\.description) == pairs,
                  "each thread reports its own change and then gets true (got \(words(own)) on one of them)")
              }
            }
          }
          if !holds { return }
        }
      }
    }
    judge(end)
  }
}

// MARK: - Fixtures

extension Scene {
  /// Makes a state during whose rule another thread may come.
  func state(
    _ status: Status, rule: @escaping ThreadSafeState.Rule,
    listener: @escaping ThreadSafeState.Listener = { _, _ in }
  ) -> ThreadSafeState {
    ThreadSafeState(
      status,
      rule: { from, to in
        self.point("may \(from) become \(to)?")
        return rule(from, to)
      }, listener: listener)
  }
}

/// A change that was reported on a thread, or answered with true there.
private struct Event: Sendable, CustomStringConvertible {
  let thread = ObjectIdentifier(Foundation.Thread.current)
  let status: Status
  let isAnswer: Bool

  var description: String { isAnswer ? "true for \(status)" : "\(status) is reported" }
}
