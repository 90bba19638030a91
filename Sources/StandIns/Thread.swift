import Foundation
import Threading

/// Stands in for Foundation's `Thread`: if a controlled thread starts it, it becomes part of the schedule.
///
/// Modelled: starting, ``current``, ``join()``, checking whether it has ended, cancelling, sleeping. Not
/// modelled: priorities, stack sizes, the thread dictionary.
open class Thread: NSObject, @unchecked Sendable {
  // Unchecked: `state` has a lock, `name` and `body` are set before the start.
  private struct State {
    var isExecuting = false
    var isFinished = false
    var isCancelled = false
  }

  private let end = Condition(name: "the end of a thread")
  private var state = State()
  private var body: (@Sendable () -> Void)?

  /// Its name in tables and messages.
  open var name: String?

  public override init() {}

  /// Creates a thread that runs `block`.
  public convenience init(block: @escaping @Sendable () -> Void) {
    self.init()
    self.body = block
  }

  /// What the thread does: by default, its block.
  open func main() { body?() }

  /// Starts the thread.
  open func start() {
    end.withLock { state.isExecuting = true }
    Threads.start(named: name ?? "a thread") { [self] in
      Thread.use(self)
      main()
      end.withLock {
        state.isExecuting = false
        state.isFinished = true
        end.broadcast()
      }
    }
  }

  /// Returns when the thread has ended; Foundation's `Thread` can only be polled for that.
  public func join() {
    end.withLock {
      while !state.isFinished { end.wait() }
    }
  }

  /// Requests that the thread end; it must check.
  open func cancel() { end.withLock { state.isCancelled = true } }

  /// Whether it is running.
  open var isExecuting: Bool { end.withLock { state.isExecuting } }
  /// Whether it has ended.
  open var isFinished: Bool { end.withLock { state.isFinished } }
  /// Whether it was requested to end.
  open var isCancelled: Bool { end.withLock { state.isCancelled } }

  /// Starts a thread that runs `block`.
  open class func detachNewThread(_ block: @escaping @Sendable () -> Void) { Thread(block: block).start() }

  /// Suspends the calling thread for this many seconds.
  open class func sleep(forTimeInterval interval: TimeInterval) {
    SystemTime().sleep(for: .seconds(interval))
  }

  /// Suspends the calling thread until this date.
  open class func sleep(until date: Date) {
    SystemTime().sleep(for: Deadline.from(now: date.timeIntervalSinceNow))
  }
}

// MARK: - The calling thread

extension Thread {
  /// The calling thread, the same object on each call of the same thread.
  public class var current: Thread {
    if let director = Direction.current { return Thread.ofSchedule(director).value }
    if let known = Foundation.Thread.current.threadDictionary[key] as? Thread { return known }
    let thread = Thread()
    thread.name = Foundation.Thread.current.name
    Foundation.Thread.current.threadDictionary[key] = thread
    return thread
  }

  /// Whether the calling thread is the process's first.
  public class var isMainThread: Bool { Foundation.Thread.isMainThread }

  fileprivate static func use(_ thread: Thread) {
    if let director = Direction.current {
      ofSchedule(director).value = thread
    } else {
      Foundation.Thread.current.threadDictionary[key] = thread
    }
  }

  /// A system thread runs several threads of a schedule one after the other, so
  /// its own dictionary is of no use.
  private static func ofSchedule(_ director: any Director) -> Slot {
    director.local(to: nil) { Slot() }
  }

  private static let key = "StandIns.Thread"

  private final class Slot: @unchecked Sendable {
    // Unchecked: only the thread that it belongs to reads it.
    var value = Thread()
  }
}
