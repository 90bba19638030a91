import Foundation
import MiniOperations

/// Stands in for Foundation's `Thread`: started on a directed thread, it is one of the schedule's.
///
/// Modelled: starting, ``current``, ``join()``, asking whether it has ended, cancelling, sleeping. Not modelled:
/// priorities, stack sizes, the thread dictionary.
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

  /// What tables and messages call it.
  open var name: String?

  public override init() {}

  /// Makes a thread that runs `block`.
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

  /// Returns when the thread has ended, which Foundation's can only be asked for again and again.
  public func join() {
    end.withLock {
      while !state.isFinished { end.wait() }
    }
  }

  /// Says that the thread should end; it must ask.
  open func cancel() { end.withLock { state.isCancelled = true } }

  /// Whether it runs.
  open var isExecuting: Bool { end.withLock { state.isExecuting } }
  /// Whether it has ended.
  open var isFinished: Bool { end.withLock { state.isFinished } }
  /// Whether it was told to end.
  open var isCancelled: Bool { end.withLock { state.isCancelled } }

  /// Starts a thread that runs `block`.
  open class func detachNewThread(_ block: @escaping @Sendable () -> Void) { Thread(block: block).start() }

  /// Lets the calling thread sleep for so many seconds.
  open class func sleep(forTimeInterval interval: TimeInterval) {
    SystemTime().sleep(for: .seconds(interval))
  }

  /// Lets the calling thread sleep until then.
  open class func sleep(until date: Date) {
    SystemTime().sleep(for: Deadline.from(now: date.timeIntervalSinceNow))
  }
}

// MARK: - The calling thread

extension Thread {
  /// The calling thread, the same object each time that the same thread asks.
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

  /// One thread of the system runs several of a schedule one after the other, so its own dictionary will not do.
  private static func ofSchedule(_ director: any Director) -> Slot {
    director.local(to: 1 << 63 | director.threadNumber) { Slot() }
  }

  private static let key = "StandIns.Thread"

  private final class Slot: @unchecked Sendable {
    // Unchecked: only the thread that it belongs to asks for it.
    var value = Thread()
  }
}
