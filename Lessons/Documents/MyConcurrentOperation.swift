import MiniOperations

/// The third example of "自定义 Operation" (undated): `main` on a thread of its own, and the state kept by hand.
///
/// The document has it from Apple's programming guide, race included. Different from the document:
/// - its name is `MyOperation` there, like that of the class of another document;
/// - the work is a closure, where the document has a comment, and the thread has a name;
/// - `@catch(...)` is a Swift `catch`, which no exception of Objective-C reaches;
/// - the variables are fields that the Explorer can see.
///
/// When `start` sets `executing`, the thread already runs. If it has reached its end by then, this line
/// states the opposite, forever (T18).
open class MyConcurrentOperation: MiniOperation, @unchecked Sendable {
  // Unchecked: the variables are fields, safe for one access at a time.
  @Field("executing") private var executing = false
  @Field("finished") private var finished = false

  /// The task.
  public let work: @Sendable () throws -> Void

  /// Creates an operation that does `work` on a thread of its own.
  public init(work: @escaping @Sendable () throws -> Void) { self.work = work }

  open override var isConcurrent: Bool { true }

  open override var isExecuting: Bool { executing }

  open override var isFinished: Bool { finished }

  open override func start() {
    if isCancelled {
      willChangeValue(forKey: "isFinished")
      finished = true
      didChangeValue(forKey: "isFinished")
      return
    }
    // snippet: ownThread
    willChangeValue(forKey: "isExecuting")
    Threads.start(named: "MyOperation's own thread", for: self) { self.main() }
    executing = true
    didChangeValue(forKey: "isExecuting")
    // end
  }

  /// Does the work and completes the operation.
  open override func main() {
    do {
      // T19: it never checks isCancelled, and an error skips the last line: never finished.
      try work()
      completeOperation()
    } catch {
      // An error must not leave this method.
    }
  }

  /// Records and announces the end.
  public final func completeOperation() {
    willChangeValue(forKey: "isFinished")
    willChangeValue(forKey: "isExecuting")
    executing = false
    finished = true
    didChangeValue(forKey: "isExecuting")
    didChangeValue(forKey: "isFinished")
  }
}
