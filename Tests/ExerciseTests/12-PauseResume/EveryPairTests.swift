import ExerciseSupport
import Explorer
import MiniOperations
import Synchronization
import Testing

@testable import Exercise12

/// What any thread may call.
private enum Call: String, CaseIterable {
  case start, pause, resume, cancel
  /// The end of the work of the first run, if it was begun.
  case end

  /// Calls it; returns the answer, if it has one.
  func callAsFunction(_ cast: Cast) -> String {
    switch self {
    case .start: cast.download.start()
    case .pause: return "\(cast.download.pause())"
    case .resume: return "\(cast.download.resume())"
    case .cancel: cast.download.cancel()
    case .end: cast.callBack(run: 1)
    }
    return "nothing"
  }

  /// Whether a download that is this by now has to refuse the call.
  func isTooLate(for download: Download) -> Bool {
    switch self {
    case .pause: download.isCancelled || download.isFinished
    case .resume: download.isFinished
    case .start, .cancel, .end: false
    }
  }
}

/// Two calls on one download, and what came of them.
private final class Pair: Sendable {
  let cast = Cast()
  private let calls: [Call]
  private let answers = Synchronization.Mutex(["", ""])
  /// The calls that were accepted although the download said that it was cancelled or over.
  private let accepted = Notes()

  init(_ calls: [Call], after earlier: [Call], works: Bool = false) {
    self.calls = calls
    let begin: @Sendable () -> Void = { [cast] in for call in earlier { _ = call(cast) } }
    // While the thread is busy: what they post begins after the last of them, never in between.
    if works { cast.whileNetworkIsBusy(begin) } else { begin() }
  }

  /// Makes the call of that place.
  func call(_ place: Int) {
    let answer = calls[place](cast)
    answers.withLock { $0[place] = answer }
  }

  /// The answers, and the state once the thread has done what was posted to it.
  var outcome: String {
    cast.network.stopAndWait()
    let answers = answers.withLock { zip(calls, $0).map { "\($0) gets \($1)" }.joined(separator: ", ") }
    let isIdle = cast.download.isExecuting && cast.runs == 0
    let ends = cast.ends.lines.count
    let often = ends == (cast.download.isFinished ? 1 : 0) ? "" : ", isFinished announced \(ends) times"
    let late = accepted.lines.map { ", \($0) accepted when it was cancelled or finished" }.joined()
    return "\(answers), and then it is \(cast.state)\(isIdle ? " without work" : "")\(often)\(late)"
  }

  /// Makes the first call, and the second one in the observer of that announcement; false if there are fewer.
  func nest(at place: Int) -> Bool {
    let count = Log<String>()
    let keys = ["isExecuting", "isPaused", "isReady", "isFinished", "isCancelled"]
    let observations = keys.map { key in
      cast.download.observe(forKey: key, options: .prior) { [unowned self] _, change in
        // One that is called before a change reads.
        if change.isPrior { return _ = cast.state }
        guard count.add(key) == place else { return }
        let isTooLate = calls[1].isTooLate(for: cast.download)
        call(1)
        if isTooLate && answers.withLock({ $0[1] }) == "true" { accepted(calls[1].rawValue) }
      }
    }
    call(0)
    for observation in observations { observation.invalidate() }
    return count.entries.count >= place
  }

  /// What may come of two calls, one after the other; where the thread works, it may come between them.
  static func allowed(_ calls: [Call], after earlier: [Call], works: Bool = false) -> Set<String> {
    let orders = [[0, 1], [1, 0]].flatMap { order in (works ? [false, true] : [false]).map { (order, $0) } }
    return Set(
      orders.map { order, comesBetween in
        let pair = Pair(calls, after: earlier, works: works)
        pair.call(order[0])
        if comesBetween { pair.cast.settle() }
        pair.call(order[1])
        return pair.outcome
      })
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
        // The second call comes from an observer of what the first one announces.
        for earlier: [Call] in [[], [.pause], [.start], [.start, .pause], [.pause, .start]] {
          for (first, second) in Call.allCases.flatMap({ first in Call.allCases.map { (first, $0) } }) {
            lazy var allowed = Pair.allowed([first, second], after: earlier, works: true)
            for place in 1...12 {
              let pair = Pair([first, second], after: earlier, works: true)
              guard pair.nest(at: place) else { break }
              let outcome = pair.outcome
              expect(
                allowed.contains(outcome),
                """
                expected of \(first)\(words(earlier)), and \(second) in call \(place) of an observer: \
                \(allowed.sorted().joined(separator: "; or ")); got: \(outcome): is a change that an observer \
                makes overwritten, or refused? Is a call judged by the same flags that the observer reads?
                """)
              if !allowed.contains(outcome) { return }
            }
          }
        }
        // Those of which each changes what the other one finds.
        let pairs: [(after: [Call], Call, Call)] = [
          ([], .start, .pause), ([], .start, .cancel), ([], .start, .start), ([.pause], .start, .resume),
          ([.pause], .start, .cancel), ([.pause], .resume, .cancel), ([.start], .pause, .pause),
          ([.start], .cancel, .cancel), ([.start], .end, .cancel), ([.start, .pause], .pause, .resume),
        ]
        for (earlier, first, second) in pairs {
          let allowed = Pair.allowed([first, second], after: earlier, works: first == .end)
          let isFine = everyOrder(
            "\(first) and \(second)\(words(earlier))",
            cause: "is everything that decides a call read under the lock under which its change is made?",
            settings: Settings(.exhaustive(preemptions: 1))
          ) { scene in
            let pair = Pair([first, second], after: earlier)
            scene.thread("A") {
              if first == .end { pair.cast.settle() }
              pair.call(0)
            }
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

private func words(_ earlier: [Call]) -> String {
  earlier.isEmpty ? "" : " after \(earlier.map(\.rawValue).joined(separator: " and "))"
}
