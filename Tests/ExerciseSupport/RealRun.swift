import Foundation
import MiniOperations

/// A scene on real threads, once.
///
/// The system decides who runs. What is added are the moments in which one thread lets another go first.
final class RealRun: @unchecked Sendable {
  // Unchecked: the variables are touched while `bell` is locked.
  private let bell = Condition(name: "real run")
  private var random: Dice
  private var bodies: [@Sendable () -> Void] = []
  private var checks: [@Sendable () -> Void] = []
  private var failures: [String] = []
  /// How often a thread has come to a point or to its end.
  private var arrivals = 0
  private var started = 0
  private var ended = 0

  private init(seed: UInt64) { random = Dice(seed: seed) }

  func thread(_ body: @escaping @Sendable () -> Void) { bell.withLock { bodies.append(body) } }

  func finally(_ check: @escaping @Sendable () -> Void) { bell.withLock { checks.append(check) } }

  func fail(_ claim: String) { bell.withLock { failures.append(claim) } }

  /// Lets the calling thread wait until another has reached a point or its end, or continue at once.
  ///
  /// The other may be waiting for a lock that the caller holds, so the wait has a limit. It is not there to
  /// be met: without it the run would only be a likelier one.
  func letAnotherGoFirst() {
    bell.withLock {
      arrivals += 1
      bell.broadcast()
      guard random.number(below: 4) > 0 else { return }
      let seen = arrivals
      let limit = SystemTime().now + .microseconds(500)
      while arrivals == seen, bell.wait(until: limit) {}
    }
  }

  /// Starts a thread that the scene waits for.
  func start(_ body: @escaping @Sendable () -> Void) {
    bell.withLock { started += 1 }
    let thread = Thread { [self] in
      letAnotherGoFirst()
      body()
      bell.withLock {
        ended += 1
        arrivals += 1
        bell.broadcast()
      }
    }
    thread.start()
  }

  /// Adds a task, which a thread of the run waits for.
  func task(mayBeCancelled: Bool, _ body: @escaping @Sendable () async -> Void) {
    thread { [self] in
      let ended = Milestone()
      let task = Task {
        await body()
        ended.reach()
      }
      if mayBeCancelled {
        letAnotherGoFirst()
        task.cancel()
      }
      ended.wait()
    }
  }

  private func play() {
    let bodies = bell.withLock { self.bodies }
    for body in bodies { start(body) }
    let allEnded = bell.withLock {
      var patience = Patience(slices: 30)
      while ended < started, !patience.isOver {
        if !bell.wait(until: SystemTime().now + .milliseconds(100)) { patience.spendOne() }
      }
      if ended < started { Patience.loseIt() }
      return ended == started
    }
    guard allEnded else {
      return fail("every thread comes to its end (after 3 seconds one still waits: for a lock, or forever)")
    }
    for check in bell.withLock({ checks }) { check() }
  }

  /// Plays a scene many times; the first claim that did not hold, and in which run.
  static func firstFailure(
    seed: UInt64, runs: Int, _ body: (Scene) -> Void
  ) -> (claim: String, run: Int)? {
    for number in 1...runs {
      let run = RealRun(seed: seed &+ UInt64(number))
      body(Scene(.real(run)))
      run.play()
      let failure = run.bell.withLock {
        // The closures hold the scene, and so the run.
        (run.bodies, run.checks) = ([], [])
        return run.failures.first
      }
      if let failure { return (failure, number) }
    }
    return nil
  }
}
