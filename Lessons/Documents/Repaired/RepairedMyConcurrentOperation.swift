import MiniOperations

extension Repaired {
  /// ``Documents/MyConcurrentOperation`` without its race: its state is set before its thread starts.
  open class MyConcurrentOperation: MiniOperation, @unchecked Sendable {
    // Unchecked: the state is touched while `lock` is held.
    private enum State { case waiting, executing, finished }
    private let lock = RecursiveLock(name: "MyOperationLock")
    private var state = State.waiting

    /// The task.
    ///
    /// A long one checks `isCancelled` now and then.
    public let work: @Sendable () throws -> Void

    /// Creates an operation that does `work` on a thread of its own.
    public init(work: @escaping @Sendable () throws -> Void) { self.work = work }

    open override var isConcurrent: Bool { true }
    open override var isExecuting: Bool { lock.withLock { state == .executing } }
    open override var isFinished: Bool { lock.withLock { state == .finished } }

    open override func start() {
      guard !isCancelled else { return completeOperation() }
      willChangeValue(forKey: "isExecuting")
      lock.withLock { state = .executing }
      didChangeValue(forKey: "isExecuting")
      // T18: last of all. From here on everything is the new thread's to say.
      Threads.start(named: "MyOperation's own thread", for: self) { self.main() }
    }

    open override func main() {
      // T19: whatever happens in between, this comes at the end.
      defer { completeOperation() }
      do {
        if !isCancelled { try work() }
      } catch {
        // An error must not leave this method.
      }
    }

    private func completeOperation() {
      let wasExecuting = isExecuting
      willChangeValue(forKey: "isFinished")
      if wasExecuting { willChangeValue(forKey: "isExecuting") }
      lock.withLock { state = .finished }
      if wasExecuting { didChangeValue(forKey: "isExecuting") }
      didChangeValue(forKey: "isFinished")
    }
  }
}
