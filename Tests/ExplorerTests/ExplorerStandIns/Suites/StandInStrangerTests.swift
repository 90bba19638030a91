import Dispatch
import Explorer
import ExplorerStandIns
import Foundation
import TestSupport
import Testing

/// A thread that the Explorer does not direct is named when it touches what the scenario's threads have made.
@Suite("Strangers at a stand-in") struct StandInStrangerTests {
  /// What a stranger can touch, each by another function.
  enum Touch: CaseIterable {
    case mutex, mutexTried, atomic, lock, lockTried, recursiveLock, condition, semaphore
    case group, queueAsync, queueSync
  }

  @Test("It is named", arguments: Touch.allCases)
  func named(touch: Touch) {
    let elsewhere = Elsewhere()
    let exploration = Explorer.explore("stranger at \(touch)") { stage in
      let touched = Touched()
      stage.thread("A") { elsewhere.run { touched.touch(touch) } }
      stage.thread("B") { touched.touch(touch) }
    }
    #expect(exploration.finding?.kind == .stranger, "\(exploration)")
    #expect(!exploration.passed)
  }

  @Test("What each thread of the process may use has no strangers")
  func processWide() {
    let elsewhere = Elsewhere()
    let exploration = Explorer.explore("global queue") { stage in
      stage.thread("A") { elsewhere.run { ExplorerStandIns.DispatchQueue.global().sync {} } }
      stage.thread("B") { ExplorerStandIns.DispatchQueue.global().sync {} }
    }
    #expect(exploration.finding == nil, "\(exploration)")
  }

  private final class Touched: Sendable {
    let mutex = ExplorerStandIns.Mutex(0)
    let atomic = ExplorerStandIns.Atomic<Int>(0)
    let lock = ExplorerStandIns.NSLock()
    let recursiveLock = ExplorerStandIns.NSRecursiveLock()
    let condition = ExplorerStandIns.NSCondition()
    let semaphore = ExplorerStandIns.DispatchSemaphore(value: 0)
    let group = ExplorerStandIns.DispatchGroup()
    let queue = ExplorerStandIns.DispatchQueue(label: "queue")

    func touch(_ touch: Touch) {
      switch touch {
      case .mutex: mutex.withLock { $0 += 1 }
      case .mutexTried: mutex.withLockIfAvailable { $0 += 1 }
      case .atomic: atomic.add(1, ordering: .relaxed)
      case .lock: lock.withLock {}
      case .lockTried: if lock.try() { lock.unlock() }
      case .recursiveLock: recursiveLock.withLock {}
      case .condition: condition.signal()
      case .semaphore: semaphore.signal()
      case .group: group.enter(); group.leave()
      case .queueAsync: queue.async {}
      case .queueSync: queue.sync {}
      }
    }
  }
}
