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
        // A change that the listener makes is like any other, however deeply nested.
        let chain = Chain(depth: 40)
        let fault = chain.fault()
        expect(
          fault == nil,
          """
          expected each change that a listener makes to be judged, made and reported before it is answered, and the status \
          to be the new one meanwhile, got \(fault ?? ""): is it different while the listener is being called?
          """)
        // More changes than a 16-bit counter can count.
        let count = Synchronization.Mutex(0)
        let busy = ThreadSafeState(.ready, rule: { $0 != $1 }) { _, _ in count.withLock { $0 += 1 } }
        var made = 0
        for number in 0..<70_000 where busy.change(to: number % 2 == 0 ? .executing : .ready) { made += 1 }
        let reported = count.withLock { $0 }
        expect(
          made == 70_000 && reported == 70_000,
          "expected 70000 changes to be made and reported, got \(made) made and \(reported) reported")
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
        // A change that is refused inside the listener does not affect the change that is being reported.
        let inner = Log<Bool>()
        let itself = Weak<ThreadSafeState>()
        let other = ThreadSafeState(.ready, rule: { $1 != .paused }) { _, _ in
          if let other = itself.value { inner.add(other.change(to: .paused)) }
        }
        itself.value = other
        let outer = [other.change(to: .executing), other.change(to: .finished)]
        expect(
          outer == [true, true] && inner.entries == [false, false] && other.status == .finished,
          """
          expected true for two changes in whose listener a third is refused, got \(outer) and, in the \
          listener, \(inner.entries): is the answer of the outer change returned?
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
        let stories: [(String, [Status], Int)] = [
          ("changed", [.executing], 1), ("refused a change", [.paused], 0),
          ("changed twice", [.executing, .ready], 2),
          ("never changed", [], 0), ("changed in its listener", [.finished], 2),
        ]
        for (story, changes, expected) in stories {
          weak var forgotten: ThreadSafeState?
          weak var forgottenLog: Log<Change>?
          weak var forgottenRule: Log<Change>?
          var count = 0
          do {
            let (heard, judged) = (Log<Change>(), Log<Change>())
            let itself = Weak<ThreadSafeState>()
            let rule: ThreadSafeState.Rule = { _, to in withExtendedLifetime(judged) { to != .paused } }
            let state = ThreadSafeState(.ready, rule: rule) {
              heard.add(Change($0, $1))
              if $1 == .finished { _ = itself.value?.change(to: .ready) }
            }
            itself.value = state
            for next in changes { _ = state.change(to: next) }
            count = heard.entries.count
            (forgotten, forgottenLog, forgottenRule) = (state, heard, judged)
          }
          expect(
            count == expected,
            "expected the listener to get \(expected) changes of a state that \(story), got \(count): is it called?"
          )
          expect(
            forgotten == nil && forgottenLog == nil && forgottenRule == nil,
            """
            expected the state that \(story), its listener and its rule to be gone with their last owner, got one that is \
            still there: does the state hold something that holds the state?
            """)
        }
      }
    }
    judge(end)
  }
}
