import ExerciseSupport
import Foundation
import MiniOperations
import Testing

@testable import Exercise11

@Suite(.serialized, .requirements) struct Core {
  @Test func `An allowed change returns true and sets the status`() async {
    await inOwnProcess {
      let state = ThreadSafeState(.paused, rule: { $0 == .paused && $1 == .executing }) { _, _ in }
      let before = state.status
      let isMade = state.change(to: .executing)
      expect(
        before == .paused && isMade && state.status == .executing,
        """
        expected the status paused, then true from change(to: .executing) and the status executing, got \
        \(before), then \(isMade) and \(state.status): is the rule called with the current and the next \
        status?
        """)
    }
  }

  @Test func `A refused change returns false and leaves the status unchanged`() async {
    await inOwnProcess {
      let state = ThreadSafeState(.executing, rule: { $0 == .executing && $1 == .finished }) { _, _ in }
      let refused = state.change(to: .paused)
      let status = state.status
      let answers = [refused, state.change(to: .finished), state.change(to: .paused)]
      expect(
        answers == [false, true, false] && status == .executing && state.status == .finished,
        """
        expected false, true, false from changes to paused, finished and paused, where only finished may \
        follow executing, and the status executing after the first and finished at last, got \
        \(words(answers)), \(status) and \(state.status): is the rule's answer returned?
        """)
    }
  }

  @Test func `The rule decides whether a status may follow itself`() async {
    await inOwnProcess {
      for isAllowed in [true, false] {
        let heard = Log<Change>()
        let state = ThreadSafeState(.executing, rule: { isAllowed && $0 == $1 }) { heard.add(Change($0, $1)) }
        let isMade = state.change(to: .executing)
        let expected = isAllowed ? [Change(.executing, .executing)] : []
        expect(
          isMade == isAllowed && heard.entries == expected,
          """
          expected \(isAllowed) from a change from executing to executing, and \(words(expected)) reported, \
          where the rule \(isAllowed ? "allows" : "refuses") it, got \(isMade) and \(words(heard.entries)): \
          is the rule called for every change?
          """)
      }
    }
  }

  @Test func `The listener is called once for each change, before change returns, and not for a refused one`()
    async
  {
    await inOwnProcess {
      let (trace, thread) = (Notes(), ObjectIdentifier(Foundation.Thread.current))
      let state = ThreadSafeState(.ready, rule: { $1 != .paused }) { from, to in
        let isHere = ObjectIdentifier(Foundation.Thread.current) == thread
        trace("\(from) to \(to)\(isHere ? "" : " on another thread")")
      }
      for next: Status in [.executing, .paused, .finished] { trace("\(state.change(to: next))") }
      expect(
        trace.text == "ready to executing, true, false, executing to finished, true",
        """
        expected the listener to be called on the thread of the change, with the old and the new status, for \
        changes to executing and finished, but not to paused, which is refused, got \(trace.text): is it \
        called when the change has been made, and before change returns?
        """)
    }
  }

  @Test func `While the listener runs, the status is the new one, and the listener may change it again`()
    async
  {
    await inOwnProcess {
      let (trace, target) = (Notes(), Reference<ThreadSafeState>())
      let state = ThreadSafeState(.ready, rule: { $1 != .ready }) { from, to in
        trace("\(from) to \(to)")
        guard let state = target.object else { return }
        if state.status != to { trace("the status is \(state.status)") }
        switch to {
        case .executing: trace("\(state.change(to: .paused)) for paused")
        case .paused: trace("\(state.change(to: .finished)) for finished")
        case .finished: trace("\(state.change(to: .ready)) for ready")
        case .ready: break
        }
      }
      target.object = state
      trace("\(state.change(to: .executing)) for executing")
      let expected = """
        ready to executing, executing to paused, paused to finished, false for ready, true for finished, \
        true for paused, true for executing
        """
      expect(
        trace.text == expected && state.status == .finished,
        """
        expected \(expected), where the listener of each change makes the next one and a change to ready is \
        refused, got \(trace.text): is a change in the listener made like any other?
        """)
    }
  }

  @Test func `While the listener runs, other threads can read and change the status`() async {
    await inOwnProcess {
      let (trace, target) = (Notes(), Reference<ThreadSafeState>())
      let state = ThreadSafeState(.ready, rule: { _, _ in true }) { from, to in
        trace("\(from) to \(to)")
        guard to == .executing, let state = target.object else { return }
        let isBack = returns { trace("\(state.status), \(state.change(to: .paused)) for paused") }
        if !isBack { trace("the other thread waits") }
      }
      target.object = state
      trace("\(state.change(to: .executing)) for executing")
      expect(
        trace.text
          == "ready to executing, executing to paused, executing, true for paused, true for executing",
        """
        expected another thread to read executing and to change it to paused while the listener of the \
        change to executing runs, got \(trace.text): is the listener called with no lock held?
        """)
    }
  }

  @Test func `In every order of two changes that exclude each other, exactly one is made`() async {
    await inOwnProcess {
      let scenes: [(name: String, start: Status, changes: [Status])] = [
        ("two threads resume", .paused, [.executing, .executing]),
        ("one thread finishes and one pauses", .executing, [.finished, .paused]),
      ]
      for (name, start, changes) in scenes {
        everyOrder(
          name, cause: "is the rule called in one step under the lock, and the status set in another?"
        ) { scene in
          let (answers, heard) = (Log<Bool>(), Log<Change>())
          let state = scene.state(start, rule: { from, to in from == start && to != start }) {
            heard.add(Change($0, $1))
          }
          for (name, next) in zip(["A", "B"], changes) {
            scene.thread(name) { answers.add(state.change(to: next)) }
          }
          scene.finally {
            let count = answers.entries.count { $0 }
            scene.expect(
              count == 1 && heard.entries == [Change(start, state.status)],
              """
              one of the two changes returns true and is reported (got \(count) times true, \
              \(words(heard.entries)) reported, and the status \(state.status))
              """)
          }
        }
      }
    }
  }
}
