import ExerciseSupport
import MiniOperations
import Testing

@testable import Exercise15

extension `Trying again` {
  @Test func `Any number of failures and any delays give the tries at their times`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        var dice = Dice()
        // Equal ones, shorter ones after longer ones, none at all, some in the past, fractions and centuries.
        let lists: [[Duration]] = [
          [.milliseconds(10), .milliseconds(20), .milliseconds(10), .milliseconds(10)], [.zero, .zero],
          [.milliseconds(-10), .milliseconds(10)], Array(repeating: .milliseconds(1), count: 300),
          [.microseconds(1), .nanoseconds(3), Duration(secondsComponent: 1, attosecondsComponent: 7)],
          [.seconds(40_000_000_000), .nanoseconds(1)],
        ]
        let given = lists.map { (delays: $0, failures: $0.count) }
        let random = (0..<25).map { _ in
          ((0..<dice.roll(0...5)).map { _ in Duration.microseconds(dice.roll(1...60_000)) }, dice.roll(0...6))
        }
        for (delays, failures) in given + random {
          let duration = Duration.milliseconds(dice.roll(0...20))
          let busy = Busy(failures: failures, eachTaking: duration)
          let retry = busy.retry(after: delays)
          retry.start()
          var now = Duration.zero
          var expected = [Busy.line(1, now)]
          for (index, delay) in delays.prefix(failures).enumerated() {
            now += duration + max(delay, .zero)
            expected.append(Busy.line(index + 2, now))
          }
          let ending = failures <= delays.count ? "success \(failures + 1)" : "failure \(delays.count + 1)"
          let differing = zip(busy.tries.lines, expected).first { $0 != $1 }
          let holds = busy.tries.lines == expected && busy.text(retry) == ending
          expect(
            holds,
            """
            expected \(expected.count) tries and \(ending) for \(failures) failures, tries of \(duration) and the delays \
            \(delays.prefix(8)), got \(busy.tries.lines.count) and \(busy.text(retry))\
            \(differing.map { ", with try \($0) instead of \($1)" } ?? ""): is each delay taken as it is? (seed \
            \(dice.seed))
            """)
          if !holds { return }
        }
      }
    }
    judge(end)
  }

  @Test func `Nothing is kept of tries that are over`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        // A success at once and later, and a failure at once and later.
        for (failures, delays) in [(0, 1), (2, 2), (9, 0), (9, 2)] {
          let (errors, late) = (Log<@Sendable () -> Bool>(), Notes())
          let busy = Busy(failures: failures) { number in
            if errors.entries.contains(where: { $0() }) { late("\(number)") }
            let trouble = Trouble()
            errors.add { [weak trouble] in trouble != nil }
            return trouble
          }
          weak var retry: Retry?
          do {
            let made = busy.retry(after: Array(repeating: .zero, count: delays))
            retry = made
            made.start()
            let ending = failures > delays ? "an error Trouble" : "success \(failures + 1)"
            expect(
              busy.text(made) == ending && busy.attemptsAlive == 0,
              """
              expected \(ending) and no attempt kept by then, got \(busy.text(made)) after \
              \(busy.tries.lines.count) tries and \(busy.attemptsAlive) attempts alive: what still holds the last one?
              """)
            let errorsAlive = errors.entries.count { $0() }
            expect(
              errorsAlive == (failures > delays ? 1 : 0) && late.lines.isEmpty,
              """
              expected no error to be kept but the one that is the result, got \(errorsAlive) alive after \(ending), and \
              earlier ones during the tries: \(late.text). What still holds those of the tries before?
              """)
          }
          expect(
            retry == nil && errors.entries.allSatisfy { !$0() },
            "expected the retry and its result to be released with its last reference, got one of them alive")
        }
        let errors = Log<@Sendable () -> Bool>()
        let waiting = Busy(failures: 100, on: VirtualTime()) { _ in
          let trouble = Trouble()
          errors.add { [weak trouble] in trouble != nil }
          return trouble
        }
        let other = waiting.retry(after: [.seconds(1)])
        guard waiting.waits(other) else { return }
        let (kept, errorsKept) = (waiting.attemptsAlive, errors.entries.count { $0() })
        other.cancel()
        expect(
          other.ends() && kept == 0 && errorsKept == 0,
          """
          expected no attempt and no error to be kept while it waits for the next try, got \(kept) attempts and \
          \(errorsKept) errors alive: what still holds those of the try that has failed?
          """)
      }
    }
    judge(end)
  }
}

/// An error that is an object, so its end can be seen.
private final class Trouble: Error {}
