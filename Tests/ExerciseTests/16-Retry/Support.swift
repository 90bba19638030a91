import ExerciseSupport
import Foundation
import MiniOperations

@testable import Exercise16

/// The error of a try that fails.
struct Failure: Error { let number: Int }

/// A virtual time that passes at once when a thread waits for it, so a retry runs on the test's own thread.
struct JumpingTime: Timekeeper {
  let virtual: VirtualTime
  var waiters: Log<ObjectIdentifier>?

  var now: Duration { virtual.now }

  func sleep(until deadline: Duration) {
    if deadline > now { virtual.advance(by: deadline - now) }
  }

  func wait(on condition: Condition, until deadline: Duration) -> Bool {
    waiters?.add(ObjectIdentifier(Foundation.Thread.current))
    sleep(until: deadline)
    return false
  }
}

/// A server that fails a number of tries, and a record of all tries.
final class Server: Sendable {
  /// One line for each try: its number and the time at which it began.
  let tries = Notes()
  /// The threads that tried.
  let triers = Log<ObjectIdentifier>()
  let lifetimes = Lifetimes()
  let virtual = VirtualTime()
  private let failures: Int
  private let duration: Duration
  private let error: @Sendable (Int) -> any Error

  init(
    failures: Int, eachTaking duration: Duration = .zero,
    error: @escaping @Sendable (Int) -> any Error = Failure.init
  ) { (self.failures, self.duration, self.error) = (failures, duration, error) }

  /// A retry whose tries use this server; without another time, its waits pass at once.
  func retry(after delays: [Duration], on other: (any Timekeeper)? = nil) -> Retry {
    let time = other ?? JumpingTime(virtual: virtual)
    return Retry(delays: delays, on: time) { [self] number in
      let attempt = Attempt { [self] attempt in
        triers.add(ObjectIdentifier(Foundation.Thread.current))
        tries("\(Server.line(number, time.now))\(attempt.isExecuting ? "" : ", not started")")
        virtual.advance(by: duration)
        if number <= failures { throw error(number) }
        return "success \(number)"
      }
      return lifetimes.observe(attempt, as: "attempt \(number)")
    }
  }

  /// The line of `tries` for a try at a moment.
  static func line(_ number: Int, _ moment: Duration) -> String {
    let (seconds, rest) = moment.components
    let thousandth: Int64 = 1_000_000_000_000_000
    // Attoseconds where there are any, which a floating-point number would lose.
    if rest % thousandth == 0 { return "\(number) at \(seconds * 1000 + rest / thousandth) ms" }
    return "\(number) at \(seconds) s and \(rest)e-18 s"
  }

  /// Starts a retry on a thread of its own; whether it comes to wait for the virtual time.
  func waits(_ retry: Retry) -> Bool {
    returns { [virtual] in
      Threads.start(named: "retry") { retry.start() }
      virtual.waitForSleepers(1)
    }
  }
}

extension Retry {
  /// The result, for a comparison and for a failure's comment.
  var outcome: String {
    switch result {
    case .success(let text): text
    case .failure(let failure as Failure): "failure \(failure.number)"
    case .failure(let error): "\(type(of: error))"
    case nil: "no result"
    }
  }
}
