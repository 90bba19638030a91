import Foundation
import MiniOperations

/// The `start` that "简单实现一个并发的NSOperation" (2017-03-25) shows of GNUstep's operation.
///
/// Different from the document:
/// - it has two gaps, "do something"; here the first announces that the operation executes, as in GNUstep's
///   source of that time, which also raises exceptions for an operation that may not be started;
/// - `_finish` is called there and not shown; here it announces both keys round one change.
open class GNUstepOperation: MiniOperation, @unchecked Sendable {
  // Unchecked: the variables are fields, safe for one access at a time.
  @Field("executing") private var executing = false
  @Field("finished") private var finished = false

  @Field("thread priority") private var priority = 0.5

  /// The priority of the thread during the task, from 0 to 1.
  public final var threadPriority: Double {
    get { priority }
    set { priority = newValue }
  }

  /// Creates an operation that leaves the thread's priority alone.
  public override init() { super.init() }

  open override var isExecuting: Bool { executing }

  open override var isFinished: Bool { finished }

  open override func start() {
    willChangeValue(forKey: "isExecuting")
    executing = true
    didChangeValue(forKey: "isExecuting")
    if !isCancelled {
      // The thread belongs to the pool: nothing restores its priority for the next operation.
      setThreadPriority(threadPriority)
      main()
    }
    finish()
  }

  /// Sets the priority of the calling thread, where Foundation has a method for that.
  open func setThreadPriority(_ priority: Double) {
    #if canImport(Darwin)
      _ = Thread.setThreadPriority(priority)
    #endif
  }

  private func finish() {
    willChangeValue(forKey: "isExecuting")
    willChangeValue(forKey: "isFinished")
    executing = false
    finished = true
    didChangeValue(forKey: "isFinished")
    didChangeValue(forKey: "isExecuting")
  }
}
