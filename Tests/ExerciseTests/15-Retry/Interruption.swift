import ExerciseSupport
import MiniOperations
import Synchronization

@testable import Exercise15

/// A retry that is cancelled by its own thread, at a place where one of its tries calls other code.
final class Interruption: Sendable, CustomStringConvertible {
  /// What the try does when the cancel comes.
  enum Place: String, CaseIterable {
    case making = "is made"
    case executing = "announces that it executes"
    case working = "runs its work"
    case ending = "is about to announce its end"
    case ended = "announces its end"
  }

  /// Each place, in the first and in the second try, with and without another delay, whatever the try returns.
  static var all: [Interruption] {
    Place.allCases.flatMap { place in
      [(1, 0), (1, 1), (2, 0), (2, 1)].flatMap { number, left in
        [true, false].map { Interruption(place, try: number, delaysLeft: left, works: $0) }
      }
    }
  }

  private let place: Place
  private let number: Int
  private let delaysLeft: Int
  private let works: Bool
  private let retry = Synchronization.Mutex<Retry?>(nil)
  private let observations = Log<MiniObservation>()
  private let attempts = Log<@Sendable () -> Bool>()
  private let begun = Log<Int>()
  private let uncancelled = Notes()

  private init(_ place: Place, try number: Int, delaysLeft: Int, works: Bool) {
    (self.place, self.number, self.delaysLeft, self.works) = (place, number, delaysLeft, works)
  }

  var description: String {
    "try \(number) \(place.rawValue), which \(works ? "succeeds" : "fails") and has \(delaysLeft) delays left after it"
  }

  /// Runs the retry; what is wrong about its end, or nil.
  func fault() -> String? {
    let delays = Array(repeating: Duration.zero, count: number - 1 + delaysLeft)
    let retry = Retry(delays: delays, on: JumpingTime(VirtualTime())) { [self] in attempt($0) }
    self.retry.withLock { $0 = retry }
    guard returns({ retry.start() }) else { return "no end" }
    if !retry.isFinished || !retry.isCancelled { return "an end as if there were no cancel" }
    if retry.result != nil { return "a result" }
    if begun.entries.contains(where: { $0 > number }) { return "one try more" }
    if !uncancelled.lines.isEmpty { return "a try that works and is not cancelled" }
    for observation in observations.entries { observation.invalidate() }
    return attempts.entries.contains { $0() } ? "an attempt that is still there" : nil
  }

  private func attempt(_ number: Int) -> Attempt {
    if number != self.number { return tracked(Attempt { [self] in try work(number, $0) }) }
    reach(.making)
    let attempt = Attempt { [self] attempt in
      reach(.working)
      return try work(number, attempt)
    }
    observations.add(
      attempt.observe(\.isExecuting, options: [.new]) { [self] _, change in
        if change.newValue == true { reach(.executing) }
      })
    observations.add(
      attempt.observe(\.isFinished, options: [.prior]) { [self] _, change in
        reach(change.isPrior ? .ending : .ended)
      })
    return tracked(attempt)
  }

  private func tracked(_ attempt: Attempt) -> Attempt {
    attempts.add { [weak attempt] in attempt != nil }
    return attempt
  }

  private func work(_ number: Int, _ attempt: Attempt) throws -> String {
    begun.add(number)
    let isCancelled = retry.withLock { $0 }?.isCancelled == true
    if isCancelled && !attempt.isCancelled { uncancelled("\(number)") }
    if works && number == self.number { return "success" }
    throw Failure(number: number)
  }

  private func reach(_ place: Place) {
    if place == self.place { retry.withLock { $0 }?.cancel() }
  }
}
