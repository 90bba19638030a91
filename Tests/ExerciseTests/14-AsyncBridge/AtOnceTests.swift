import ExerciseSupport
import Foundation
import MiniOperations
import Synchronization
import Testing

@testable import Exercise14

extension `Await a value` {
  @Test func `A task that asks at the very moment of the decision gets it`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        guard Listener(to: Calculation { 1 }).waits() else { return }
        let meeting = Meeting()
        meeting.again(at: 1000) { round in
          let calculation = Calculation { round }
          let isCancelled = round % 2 == 0
          let end: @Sendable () -> Void =
            if isCancelled { { calculation.cancel() } } else { { calculation.start() } }
          // They ask one after the other, so that the end comes while one of them does.
          let listeners = (0..<8).map { _ in Listener(to: calculation) }
          guard meeting.both({ for listener in listeners { listener.goOnHere() } }, end) else { return false }
          let expected = isCancelled ? Outcome.cancelled : .value(round)
          let other = listeners.first { $0.outcome != expected }
          expect(
            other == nil,
            """
            expected \(expected) for a task that asks while the operation \(isCancelled ? "is cancelled" : "ends"), \
            got \(other?.text ?? ""): can the outcome come between the check for it and the insertion into the \
            list, or the task between the emptied list and the outcome?
            """)
          return other == nil
        }
      }
    }
    judge(end)
  }

  @Test func `No lock is held while waiting tasks are resumed`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let ways: [(String, Outcome)] = [
          ("the value", .value(1)), ("the error", .broken(1)), ("a cancel", .cancelled),
          ("the cancel of another task", .cancelled),
        ]
        for (way, expected) in ways {
          let calculation = Calculation { if way == "the error" { throw Broken(number: 1) } else { 1 } }
          let (other, listener) = (Listener(to: calculation), Listener(to: calculation))
          guard other.waits(), listener.waits() else { return }
          let stuck = Notes()
          listener.whenResumed {
            // On another thread, as a lock may let its owner in.
            if !returnsSoon({ calculation.cancel() }) { return stuck("cancel()") }
            if !returnsSoon({ Listener(to: calculation).goOnHere() }) { stuck("value()") }
          }
          switch way {
          case "a cancel": calculation.cancel()
          case "the cancel of another task": other.cancel()
          default: calculation.start()
          }
          let heard = [other, listener].map(\.text)
          expect(
            heard == ["\(expected)", "\(expected)"],
            "expected \(expected) for both tasks, got \(heard.joined(separator: " and "))")
          expect(
            stuck.lines.isEmpty,
            """
            expected cancel() and value() to return while a task receives \(way), got a call of \(stuck.text) that waits \
            for a lock: is it held while a continuation is resumed? To resume a task, Swift takes a lock of the \
            task's. It holds that one, too, while it calls a cancellation handler, which needs yours: two threads \
            wait for each other
            """)
          guard stuck.lines.isEmpty else { return }
        }
      }
    }
    judge(end)
  }

  @Test func `A value, a cancelled task and a cancelled operation at once give all tasks one outcome`() async
  {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        var dice = Dice()
        for round in 0..<200 {
          let number = dice.roll(1...1_000_000)
          let fails = dice.once(in: 3)
          let calculation = Calculation { if fails { throw Broken(number: number) } else { number } }
          let (heard, arrived) = (Heard(), Milestone())
          let tasks = (0..<3).map { place in
            Task {
              let result: Result<Int, any Error>
              do { result = .success(try await calculation.value()) } catch { result = .failure(error) }
              heard.outcomes.withLock { $0[place] = "\(Outcome(result))" }
              arrived.reach()
            }
          }
          var moves: [@Sendable () -> Void] = [
            { calculation.start() }, { calculation.cancel() }, { tasks[0].cancel() },
          ]
          moves.shuffle(using: &dice)
          if dice.once(in: 3) { moves = [{ calculation.start() }] }
          for move in moves { Threads.start(named: "move", move) }
          arrived.wait(for: 3)
          let outcomes = heard.outcomes.withLock { $0 }
          let own = "the \(fails ? "error" : "value") \(number)"
          let isFine = Set(outcomes).count == 1 && [own, "CancellationError"].contains(outcomes[1])
          expect(
            isFine,
            """
            expected one outcome, \(own) or CancellationError, for all three tasks, got \
            \(outcomes.joined(separator: "; ")) (round \(round), seed \(dice.seed))
            """)
          if !isFine { return }
        }
        let meeting = Meeting()
        meeting.again(at: 1500) { round in
          let calculation = Calculation { round }
          let early = Listener(to: calculation)
          early.goOn()
          guard meeting.both({ calculation.start() }, { calculation.cancel() }) else { return false }
          let late = Listener(to: calculation)
          let isFine = early.outcome == late.outcome && [.value(round), .cancelled].contains(early.outcome)
          expect(
            isFine,
            """
            expected one outcome, the value \(round) or CancellationError, when the work ends and is cancelled \
            at the same moment, got \(early.text) for a task that has waited and \(late.text) for one that asks \
            later: do two threads check, find nothing decided, and both decide?
            """)
          return isFine
        }
      }
    }
    judge(end)
  }
}

/// Whether `body`, on a thread of its own, comes to its end; known before the process is ended because
/// nothing moves in it.
private func returnsSoon(_ body: @escaping @Sendable () -> Void) -> Bool {
  let (bell, ends) = (Condition(name: "soon"), Notes())
  Threads.start(named: "soon") {
    body()
    bell.withLock {
      ends("end")
      bell.broadcast()
    }
  }
  return bell.withLock {
    // Counted in short waits, as a milestone does.
    var patience = 10
    while ends.lines.isEmpty && patience > 0 {
      if !bell.wait(until: SystemTime().now + .milliseconds(100)) { patience -= 1 }
    }
    return !ends.lines.isEmpty
  }
}

/// The outcomes of three tasks.
private final class Heard: Sendable {
  let outcomes = Synchronization.Mutex(Array(repeating: "nothing", count: 3))
}

/// Two threads that do something at the same moment, again and again.
private final class Meeting: Sendable {
  private let other = RunLoopThread(name: "the other")
  private let arrivals = Synchronization.Atomic(0)
  private let pauses = Synchronization.Mutex(Dice())

  /// Calls `body` with 1, 2 and so on; not so often where the machine is busy with something else.
  func again(at most: Int, _ body: (Int) -> Bool) {
    let begin = SystemTime().now
    for round in 1...most where round < 100 || SystemTime().now - begin < .milliseconds(500) {
      if !body(round) { return }
    }
  }

  /// Runs the one here and the other on a thread of its own; false, and reported, if that does not end.
  func both(_ mine: () -> Void, _ theirs: @escaping @Sendable () -> Void) -> Bool {
    let through = Milestone()
    let arrived = arrivals.load(ordering: .relaxed)
    // So that each is a little earlier in some rounds and a little later in others.
    let (myPause, theirPause) = pauses.withLock { ($0.roll(0...200), $0.roll(0...1000)) }
    other.post { [self] in
      meet(arrived)
      pause(theirPause)
      theirs()
      through.reach()
    }
    meet(arrived)
    pause(myPause)
    mine()
    let isThrough = through.wait()
    expect(isThrough, "expected start() and cancel() to return, got one that does not")
    return isThrough
  }

  /// Returns when both have come, on two processors at the same moment.
  private func meet(_ arrived: Int) {
    arrivals.add(1, ordering: .acquiringAndReleasing)
    var looks = 0
    while arrivals.load(ordering: .acquiring) < arrived + 2 {
      looks += 1
      // Where there is one processor only, the other could not come.
      if looks % 500 == 0 { sched_yield() }
    }
  }

  private func pause(_ length: Int) {
    for _ in 0..<length { _ = arrivals.load(ordering: .relaxed) }
  }
}
