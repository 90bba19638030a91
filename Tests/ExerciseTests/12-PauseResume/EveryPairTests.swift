import ExerciseSupport
import Explorer
import MiniOperations
import Synchronization
import Testing

@testable import Exercise12

/// What any thread may call.
private enum Call: String {
  case start, pause, resume, cancel

  /// Calls it; returns the answer, if it has one.
  func callAsFunction(_ download: Download) -> String {
    switch self {
    case .start: download.start()
    case .pause: return "\(download.pause())"
    case .resume: return "\(download.resume())"
    case .cancel: download.cancel()
    }
    return "nothing"
  }
}

/// Two calls on one download, and what came of them.
private final class Pair: Sendable {
  let cast = Cast()
  private let calls: [Call]
  private let answers = Synchronization.Mutex(["", ""])

  init(_ calls: [Call], after earlier: [Call]) {
    self.calls = calls
    for call in earlier { _ = call(cast.download) }
  }

  /// Makes the call of that place.
  func call(_ place: Int) {
    let answer = calls[place](cast.download)
    answers.withLock { $0[place] = answer }
  }

  /// The answers, and the state once the thread has done what was posted to it.
  var outcome: String {
    cast.network.stopAndWait()
    let answers = answers.withLock { zip(calls, $0).map { "\($0) gets \($1)" }.joined(separator: ", ") }
    let isIdle = cast.download.isExecuting && cast.runs == 0
    return "\(answers), and then it is \(cast.state)\(isIdle ? " without work" : "")"
  }
}

extension `Pause and resume` {
  @Test func `Two calls at once do what they do one after the other`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let plain = Pair([.start, .resume], after: [.pause])
        for place in [0, 1] { plain.call(place) }
        let outcome = plain.outcome
        let expected = "start gets nothing, resume gets true, and then it is executing"
        expect(
          outcome == expected,
          """
          expected, one after the other on a paused one: \(expected); got: \(outcome): see the requirements about \
          one thread first
          """)
        if outcome != expected { return }
        // Those of which each changes what the other one finds.
        let pairs: [(after: [Call], Call, Call)] = [
          ([], .start, .pause), ([], .start, .cancel), ([.pause], .start, .resume),
          ([.pause], .start, .cancel),
          ([.pause], .resume, .cancel), ([.start], .pause, .pause), ([.start, .pause], .pause, .resume),
        ]
        for (earlier, first, second) in pairs {
          let allowed = Set(
            [[0, 1], [1, 0]].map { order in
              let pair = Pair([first, second], after: earlier)
              for place in order { pair.call(place) }
              return pair.outcome
            })
          let before = earlier.isEmpty ? "" : " after \(earlier.map(\.rawValue).joined(separator: " and "))"
          let isFine = everyOrder(
            "\(first) and \(second)\(before)",
            cause: "is everything that decides a call read under the lock under which its change is made?",
            settings: Settings(.exhaustive(preemptions: 1))
          ) { scene in
            let pair = Pair([first, second], after: earlier)
            scene.thread("A") { pair.call(0) }
            scene.thread("B") { pair.call(1) }
            scene.finally {
              let outcome = pair.outcome
              scene.expect(
                allowed.contains(outcome), "\(allowed.sorted().joined(separator: "; or ")) (got: \(outcome))")
            }
          }
          if !isFine { return }
        }
      }
    }
    judge(end)
  }
}
