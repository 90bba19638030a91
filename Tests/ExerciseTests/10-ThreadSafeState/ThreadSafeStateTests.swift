import ExerciseSupport
import MiniOperations
import Synchronization
import Testing

@testable import Exercise10

@Suite(.serialized, .requirements) struct `A status that several threads change` {
  @Test func `A change that the rule allows is made, reported to the listener, and returns true`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let heard = Log<Change>()
        let state = ThreadSafeState(.paused, rule: { $0 == .paused && $1 == .executing }) {
          heard.add(Change($0, $1))
        }
        let answer = state.change(to: .executing)
        expect(answer, "expected true for an allowed change, got false: is the rule asked with (from, to)?")
        expect(
          state.status == .executing,
          "expected the status executing after the change, got \(state.status): is the new status kept?")
        expect(
          heard.entries == [Change(.paused, .executing)],
          """
          expected the listener to hear of [paused to executing], got \(words(heard.entries)): is it called \
          once, with the status from before and the one from after?
          """)
        // A change that the listener makes is a change as any other.
        let (chain, answers) = (Log<Change>(), Log<Bool>())
        let itself = Synchronization.Mutex<ThreadSafeState?>(nil)
        let following: [Status: Status] = [.executing: .paused, .paused: .finished]
        let other = ThreadSafeState(.ready, rule: { _, _ in true }) { from, to in
          chain.add(Change(from, to))
          if let next = following[to], let other = itself.withLock({ $0 }) {
            answers.add(other.change(to: next))
          }
        }
        itself.withLock { $0 = other }
        answers.add(other.change(to: .executing))
        answers.add(other.change(to: .ready))
        let expected: [Change] = [
          Change(.ready, .executing), Change(.executing, .paused), Change(.paused, .finished),
          Change(.finished, .ready),
        ]
        expect(
          answers.entries == [true, true, true, true] && chain.entries == expected,
          """
          expected true for each of four changes, two of which the listener makes, and \(words(expected)) heard, \
          got \(answers.entries) and \(words(chain.entries)): is the listener called for each change, also for \
          one that is made while it is being called?
          """)
      }
    }
    judge(end)
  }

  @Test func `A change that the rule refuses returns false, and the listener is not called`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let heard = Log<Change>()
        let state = ThreadSafeState(.executing, rule: { $1 == .finished && $0 == .executing }) {
          heard.add(Change($0, $1))
        }
        let answers = [state.change(to: .paused), state.change(to: .finished), state.change(to: .paused)]
        expect(
          answers == [false, true, false],
          """
          expected [false, true, false] for paused, finished and paused where only finished may follow \
          executing, got \(answers): does the caller get the answer of the rule?
          """)
        expect(
          state.status == .finished && heard.entries == [Change(.executing, .finished)],
          """
          expected the status finished and the listener to get [executing to finished], got \
          \(state.status) and \(words(heard.entries)): does a refused change leave everything as it was?
          """)
      }
    }
    judge(end)
  }

  @Test func `Whether a status may follow itself is for the rule to say`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        for isAllowed in [true, false] {
          let heard = Log<Change>()
          let state = ThreadSafeState(.executing, rule: { from, to in isAllowed && from == to }) {
            heard.add(Change($0, $1))
          }
          let answers = [state.change(to: .executing), state.change(to: .executing)]
          let expected = isAllowed ? [Change(.executing, .executing), Change(.executing, .executing)] : []
          expect(
            answers == [isAllowed, isAllowed] && heard.entries == expected,
            """
            expected \(isAllowed) for each of two changes from executing to executing, and \(words(expected)) \
            heard, got \(answers) and \(words(heard.entries)): is the rule asked about every change?
            """)
        }
      }
    }
    judge(end)
  }

  @Test func `Any sequence of changes leads where the rule says`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let seed = freshSeed()
        var dice = Dice(seed: seed)
        for _ in 0..<50 {
          let rule = RandomRule(&dice)
          let heard = Log<Change>()
          var expected = everyStatus.randomElement(using: &dice)!
          let state = ThreadSafeState(expected, rule: rule.allows) { heard.add(Change($0, $1)) }
          var changes: [Change] = []
          for _ in 0..<20 {
            let next = everyStatus.randomElement(using: &dice)!
            let isAllowed = rule.allows(expected, next)
            if isAllowed {
              changes.append(Change(expected, next))
            }
            let answer = state.change(to: next)
            let change = Change(expected, next)
            if isAllowed { expected = next }
            let isRight = answer == isAllowed && state.status == expected && heard.entries == changes
            expect(
              isRight,
              """
              expected \(isAllowed) for \(change), then \(expected) and \(words(changes)) heard, \
              got \
              \(answer), \(state.status) and \(words(heard.entries)): is the rule asked about the present \
              status, each time? (seed \(seed))
              """)
            if !isRight { return }
          }
        }
      }
    }
    judge(end)
  }

  @Test func `A state that is released releases its listener`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        weak var forgotten: ThreadSafeState?
        weak var forgottenLog: Log<Change>?
        var count = 0
        do {
          let heard = Log<Change>()
          let state = ThreadSafeState(.ready, rule: { _, _ in true }) { heard.add(Change($0, $1)) }
          _ = state.change(to: .executing)
          count = heard.entries.count
          (forgotten, forgottenLog) = (state, heard)
        }
        expect(count == 1, "expected the listener to get 1 change, got \(count): is it called?")
        expect(
          forgotten == nil && forgottenLog == nil,
          """
          expected the state and its listener to be gone with their last owner, got one that is still \
          there: does the state hold something that holds the state?
          """)
      }
    }
    judge(end)
  }
}
