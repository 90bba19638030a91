import Dispatch
import Foundation

/// One thread that sleeps until an operation has finished or a queue is empty; stall reports name it.
struct Wait: Sendable {
  /// What the thread waits for.
  enum Goal: Sendable {
    case end(of: MiniOperation)
    case empty(MiniOperationQueue)
  }

  let goal: Goal
  /// The operation that runs on the thread; identity only.
  let waiter: ObjectIdentifier?
  /// The thread; identity only.
  let thread: ObjectIdentifier
  /// Whether it is the main thread, or the one that runs the main dispatch queue for it.
  let isMainThread: Bool
  /// The pool whose worker waits; identity only.
  let pool: ObjectIdentifier?

  private static let mainQueueMark: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  private static let current = ProcessWide((last: 0, waits: [Int: Wait]()))

  /// The waits of all threads at this moment, in the order in which they began.
  static var all: [Wait] {
    current.withLock { $0.waits }.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Runs `body`, in which the calling thread waits for `goal`.
  static func record(_ goal: Goal, on context: ThreadContext, _ body: () -> Void) {
    let wait = Wait(
      goal: goal, waiter: context.operation, thread: ObjectIdentifier(context),
      isMainThread: Thread.isMainThread || DispatchQueue.getSpecific(key: mainQueueMark) == true,
      pool: ThreadLocals.current.pool.map(ObjectIdentifier.init))
    let number = current.withLock { current in
      current.last += 1
      current.waits[current.last] = wait
      return current.last
    }
    body()
    // Released after unlocking: it may hold the last reference to an operation.
    let former = current.withLock { $0.waits.removeValue(forKey: number) }
    withExtendedLifetime(former) {}
  }
}
