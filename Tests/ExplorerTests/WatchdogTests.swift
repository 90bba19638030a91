import Dispatch
import Foundation
import Synchronization
import Testing

@testable import Explorer

/// The watchdog counts only time in which a thread could have continued.
@Suite struct `The watchdog` {
  private typealias Reading = ThreadClock.Reading

  /// What has been counted after ten periods of a second without a point, in which the threads were found
  /// like this.
  private func counted(_ look: (_ period: Int) -> ThreadClock.Reading?) -> Duration {
    var idleness = Idleness()
    idleness.add(.seconds(1), points: 7) { nil }
    for period in 1...10 { idleness.add(.seconds(1), points: 7) { look(period) } }
    return idleness.duration
  }

  @Test func `A thread that waits for a processor has unlimited time`() {
    #expect(counted { _ in Reading(isAsleep: false, processorTime: .seconds(5)) } == .zero)
  }

  @Test func `The time of a blocked thread is counted by the clock`() {
    #expect(counted { _ in Reading(isAsleep: true, processorTime: .seconds(5)) } == .seconds(10))
  }

  @Test func `The time of a computing thread is counted as processor time`() {
    let counted = counted { Reading(isAsleep: false, processorTime: .milliseconds(100 * $0)) }
    #expect(counted == .milliseconds(900))
  }

  @Test func `If the system does not report processor time, the clock counts`() {
    #expect(counted { _ in nil } == .seconds(10))
  }

  @Test func `A thread that was started and has not run yet waits for a processor`() {
    let threads = EngineThreads()
    threads.announce()
    #expect(threads.reading == Reading(isAsleep: false, processorTime: .zero))
    threads.join()
    #expect(threads.reading != nil)
  }

  @Test func `Reaching a point restarts the time`() {
    var idleness = Idleness()
    for _ in 1...3 { idleness.add(.seconds(1), points: 7) { nil } }
    #expect(idleness.duration == .seconds(2))
    idleness.add(.seconds(1), points: 8) { nil }
    #expect(idleness.duration == .zero)
  }

  @Test func `The system reports that a running thread is not asleep`() throws {
    let (threads, me, hasLooked) = (EngineThreads(), Box(), DispatchSemaphore(value: 0))
    let lane = Lane(on: Core(), of: threads) { _ in
      me.reading.withLock { $0 = threads.reading }
      hasLooked.signal()
    }
    lane.baton.give()
    hasLooked.wait()
    #expect(try #require(me.reading.withLock { $0 }).isAsleep == false)
    lane.dismiss()
  }

  @Test func `The system reports how long a computing thread has run`() throws {
    let clock = ThreadClock()
    let (begin, before) = (Self.ownTime, try #require(clock.reading).processorTime)
    // Computing is what the test is about; only a thread's own time tells how much it has got.
    while Self.ownTime - begin < .milliseconds(100) {}
    let ran = try #require(clock.reading).processorTime - before
    // Some systems count in steps of a hundredth of a second.
    #expect(ran >= .milliseconds(70), "\(ran)")
  }

  /// The processor time of the calling thread.
  private static var ownTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(Int(time.tv_sec)) + .nanoseconds(Int(time.tv_nsec))
  }

  private final class Box: Sendable {
    let reading = Mutex<ThreadClock.Reading?>(nil)
  }
}
