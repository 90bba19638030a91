import ExerciseSupport
import Foundation
import MiniOperations
import Synchronization

@testable import Exercise15

/// Why a try did not work.
struct Failure: Error { let number: Int }

/// A virtual time that passes at once when a thread waits for it.
///
/// So a retry can be run on the test's own thread, and each try is exactly where its wait has brought it.
struct JumpingTime: Timekeeper {
  private let time: VirtualTime
  private let origin: Duration
  private let lateness: Duration
  private let waiters: Log<ObjectIdentifier>?

  /// Makes a time that is `origin` at first, and that is so much later than a deadline when a wait for it ends.
  init(
    _ time: VirtualTime, from origin: Duration = .zero, late lateness: Duration = .zero,
    waiters: Log<ObjectIdentifier>? = nil
  ) { (self.time, self.origin, self.lateness, self.waiters) = (time, origin, lateness, waiters) }

  var now: Duration { origin + time.now }

  func sleep(until deadline: Duration) { if deadline > now { time.advance(by: deadline + lateness - now) } }

  func wait(on condition: Condition, until deadline: Duration) -> Bool {
    waiters?.add(ObjectIdentifier(Foundation.Thread.current))
    sleep(until: deadline)
    return false
  }
}

/// A server that is busy for some tries, and everything that it sees of those who try.
final class Busy: Sendable {
  /// One line for each try: its number and the time at which it began.
  let tries = Notes()
  /// The numbers of the attempts that were made.
  let made = Notes()
  /// The numbers of those whose work was run without a start.
  let unstarted = Notes()
  /// The threads that tried, and those that waited.
  let (triers, waiters) = (Log<ObjectIdentifier>(), Log<ObjectIdentifier>())
  /// Reached when a try begins, and when all is over.
  let begun = Milestone()
  let time: any Timekeeper
  let virtual: VirtualTime
  private let failures: Int
  private let duration: Duration
  /// How long it takes to release an attempt.
  private let farewell: Duration
  private let failure: @Sendable (Int) -> any Error
  private let attempts = Synchronization.Mutex<[@Sendable () -> Bool]>([])

  /// Makes a server with a time that jumps to the deadline of a waiter, unless another is given.
  init(
    failures: Int, eachTaking duration: Duration = .zero, releasedIn farewell: Duration = .zero,
    on time: VirtualTime? = nil,
    throwing failure: @escaping @Sendable (Int) -> any Error = Failure.init
  ) {
    self.failures = failures
    self.duration = duration
    self.farewell = farewell
    self.failure = failure
    virtual = time ?? VirtualTime()
    self.time = time ?? JumpingTime(virtual, waiters: waiters)
  }

  /// A retry that asks this server; it waits on the server's time, unless another is given.
  func retry(after delays: [Duration], on other: (any Timekeeper)? = nil) -> Retry {
    Retry(delays: delays, on: other ?? time) { [self] number in
      made("\(number)")
      let held = ReleaseObserver { [virtual, farewell] in virtual.advance(by: farewell) }
      let attempt = Attempt { [self] attempt in
        defer { withExtendedLifetime(held) {} }
        if !attempt.isExecuting { unstarted("\(number)") }
        triers.add(ObjectIdentifier(Foundation.Thread.current))
        tries(Busy.line(number, (other ?? time).now))
        begun.reach()
        virtual.advance(by: duration)
        if number <= failures { throw failure(number) }
        return "success \(number)"
      }
      attempts.withLock { $0.append { [weak attempt] in attempt != nil } }
      return attempt
    }
  }

  /// What stands in `tries` for a try at a moment.
  static func line(_ number: Int, _ moment: Duration) -> String {
    let (seconds, rest) = moment.components
    let thousandth: Int64 = 1_000_000_000_000_000
    // To the last digit where there are some, which a sum of floating-point numbers loses.
    if rest % thousandth == 0 { return "\(number) at \(seconds * 1000 + rest / thousandth) ms" }
    return "\(number) at \(seconds) s and \(rest)e-18 s"
  }

  /// How many of the attempts are still in memory.
  var attemptsAlive: Int { attempts.withLock { $0 }.count { $0() } }

  /// Starts the operation on a thread of its own; whether it waits then.
  func waits(_ retry: Retry) -> Bool {
    Threads.start(named: "retry") { [begun] in
      retry.start()
      begun.reach()
    }
    return begun.wait() && !retry.isFinished && sleeps()
  }

  /// Whether it comes to wait for a time.
  func sleeps() -> Bool { returns { [virtual] in virtual.waitForSleepers(1) } }

  /// What the operation says came of it.
  func text(_ retry: Retry) -> String {
    switch retry.result {
    case .success(let text): text
    case .failure(let failure as Failure): "failure \(failure.number)"
    case .failure(let error): "an error \(type(of: error))"
    case nil: "no result"
    }
  }
}

/// A retry whose second try is cancelled, and whose result is read wherever code of others runs meanwhile.
final class Visits: Sendable {
  /// Where it is read.
  enum Place: String, CaseIterable {
    case making = "while an attempt is made"
    case executing = "when isExecuting of one changes"
    case working = "while one works"
    case cancelled = "when one is cancelled"
    case finished = "when one finishes"
    case released = "when one is released"
    case forgotten = "when the error of one is released"
    case announced = "when the retry announces its cancel"
  }

  let unanswered = Notes()
  /// Where there was a result already; it comes to none, as it is cancelled.
  let early = Notes()
  private let places = Log<Place>()
  private let retry = Synchronization.Mutex<Retry?>(nil)
  private let observations = Log<MiniObservation>()

  /// Where there was an answer each time.
  var answered: Set<Place> { Set(places.entries.filter { !unanswered.lines.contains($0.rawValue) }) }

  /// Runs it; whether it comes to its end.
  func run() -> Bool {
    let retry = Retry(delays: [.zero, .zero], on: JumpingTime(VirtualTime())) { [self] number in
      visit(.making)
      let farewell = ReleaseObserver { [self] in visit(.released) }
      let attempt = Attempt { [self] _ in
        withExtendedLifetime(farewell) { visit(.working) }
        if number == 2, !returns({ self.retry.withLock { $0 }?.cancel() }) { unanswered("to a cancel") }
        throw ReleaseObserver { [self] in visit(.forgotten) }
      }
      observations.add(attempt.observe(\.isExecuting) { [self] _, _ in visit(.executing) })
      observations.add(attempt.observe(\.isCancelled) { [self] _, _ in visit(.cancelled) })
      observations.add(attempt.observe(\.isFinished) { [self] _, _ in visit(.finished) })
      return attempt
    }
    observations.add(retry.observe(\.isCancelled, options: .prior) { [self] _, _ in visit(.announced) })
    self.retry.withLock { $0 = retry }
    return returns { retry.start() }
  }

  /// Reads on another thread, as a lock may let its owner in; once is enough where there is no answer.
  private func visit(_ place: Place) {
    guard unanswered.lines.isEmpty else { return }
    places.add(place)
    let retry = retry.withLock { $0 }
    let early = early
    if !returns({ if retry?.result != nil { early(place.rawValue) } }) { unanswered(place.rawValue) }
  }
}
