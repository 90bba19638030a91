import Foundation
import Threading

/// Stands in for Foundation's `Thread`: if a controlled thread starts it, it becomes part of the schedule.
///
/// Modelled: starting, ``current``, ``join()``, checking whether it has ended, cancelling, sleeping, its
/// dictionary. A quality of service changes nothing: each order is tried whatever it is. A stack size applies
/// only without the Explorer, whose report names it as unseen. ``exit()`` is a misuse under the Explorer,
/// which cannot unwind a thread.
open class Thread: NSObject, @unchecked Sendable {
  // Unchecked: `state` has a lock, the other variables are set before the start, the dictionary is the
  // thread's own.
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

  /// How urgent its work is.
  open var qualityOfService = QualityOfService.default

  /// The size of its stack in bytes.
  open var stackSize = Thread.usualStackSize {
    didSet { Direction.isUnseen("Thread.stackSize") }
  }

  private static let usualStackSize = Foundation.Thread().stackSize

  /// Values that belong to the thread, and that no other thread should use.
  open private(set) lazy var threadDictionary = NSMutableDictionary()

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
    let whole: @Sendable () -> Void = { [self] in
      Thread.use(self)
      main()
      finish()
    }
    if Direction.current != nil { return Threads.start(named: name ?? "a thread", whole) }
    let platform = Foundation.Thread(block: whole)
    platform.name = name
    platform.qualityOfService = qualityOfService
    platform.stackSize = stackSize
    platform.start()
  }

  private func finish() {
    end.withLock {
      state.isExecuting = false
      state.isFinished = true
      end.broadcast()
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
    if let director = Direction.current { return ThreadValues.current(director).standIn }
    if Foundation.Thread.isMainThread { return mainThread }
    if let known = Foundation.Thread.current.threadDictionary[key] as? Thread { return known }
    let thread = Thread()
    thread.name = Foundation.Thread.current.name
    Foundation.Thread.current.threadDictionary[key] = thread
    return thread
  }

  /// The process's first thread, which no schedule contains.
  public static let mainThread: Thread = {
    let thread = Thread()
    thread.name = Foundation.Thread.mainThread.name
    return thread
  }()

  /// Whether the calling thread is the process's first.
  public class var isMainThread: Bool { Foundation.Thread.isMainThread }

  /// Whether it is the process's first.
  public var isMainThread: Bool { self === Thread.mainThread }

  /// Whether the process has ever had a second thread.
  public class func isMultiThreaded() -> Bool { Foundation.Thread.isMultiThreaded() }

  /// Ends the calling thread without returning from the functions that it is in.
  public class func exit() {
    guard let director = Direction.current else {
      current.finish()
      return Foundation.Thread.exit()
    }
    director.report(
      misuse: "Thread.exit() ends a thread without unwinding it, which the Explorer cannot do. Return from "
        + "the thread's block instead.")
  }

  /// The addresses to which the calling thread's functions return.
  public class var callStackReturnAddresses: [NSNumber] { Foundation.Thread.callStackReturnAddresses }

  /// The calling thread's functions.
  public class var callStackSymbols: [String] { Foundation.Thread.callStackSymbols }

  fileprivate static func use(_ thread: Thread) {
    if let director = Direction.current {
      ThreadValues.current(director).thread = thread
    } else {
      Foundation.Thread.current.threadDictionary[key] = thread
    }
  }

  private static let key = "ExplorerStandIns.Thread"
}

extension ThreadValues {
  fileprivate var standIn: Thread {
    if let known = thread as? Thread { return known }
    let new = Thread()
    thread = new
    return new
  }
}
