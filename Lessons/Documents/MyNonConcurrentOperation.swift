import MiniOperations

/// The first example of "自定义 Operation" (undated): a task that has finished when `main` returns.
///
/// Different from the document:
/// - the work on the data is a closure, where the document has a comment, and the data has a type;
/// - `@catch(...)` is a Swift `catch`, which no exception of Objective-C reaches;
/// - it compiles: the document writes `id (strong)` (line 28), and `myData` for the variable `_myData` (35).
open class MyNonConcurrentOperation<Data: Sendable>: MiniOperation, @unchecked Sendable {
  // Unchecked: everything here is constant.

  /// What the task works on.
  public let myData: Data
  /// One piece of work; true when it was the last.
  public let work: @Sendable (Data) throws -> Bool

  /// Creates an operation that does `work` on `data`.
  public init(data: Data, work: @escaping @Sendable (Data) throws -> Bool) {
    myData = data
    self.work = work
  }

  // snippet: nonConcurrent
  /// Does the work.
  ///
  /// An error that it throws is caught and lost.
  open override func main() {
    do {
      _ = try work(myData)
    } catch {
      // An error must not leave this method.
    }
  }
  // end
}

/// The second example of "自定义 Operation" (undated): it checks `isCancelled` before each piece of work.
///
/// The document shows its `main` only. The name is this course's, and so is the closure that says when it is
/// done.
open class MyPollingOperation<Data: Sendable>: MyNonConcurrentOperation<Data>, @unchecked Sendable {
  /// Does piece after piece until one reports that it was the last, or it is cancelled.
  open override func main() {
    do {
      var isDone = false
      // Resources that the work has opened stay open when the loop ends. The document says so, and leaves it.
      while !isCancelled && !isDone { isDone = try work(myData) }
    } catch {
      // An error must not leave this method.
    }
  }
}
