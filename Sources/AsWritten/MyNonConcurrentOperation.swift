import MiniOperations

/// The first example of "自定义 Operation": a task that ends where `main` returns.
open class MyNonConcurrentOperation<Data: Sendable>: MiniOperation, @unchecked Sendable {
  // Unchecked: everything here is constant.

  /// What the task works on.
  public let myData: Data
  /// One piece of work; true when it was the last.
  public let work: @Sendable (Data) throws -> Bool

  /// Makes an operation that does `work` on `data`.
  public init(data: Data, work: @escaping @Sendable (Data) throws -> Bool) {
    myData = data
    self.work = work
  }

  /// Does the work.
  ///
  /// What it throws goes no further, and nobody hears of it.
  open override func main() {
    do {
      _ = try work(myData)
    } catch {
      // An error must not leave this method.
    }
  }
}

/// The second example of "自定义 Operation": it looks at `isCancelled` before each piece of work.
open class MyPollingOperation<Data: Sendable>: MyNonConcurrentOperation<Data>, @unchecked Sendable {
  /// Does piece after piece until one says that it was the last, or somebody cancels.
  open override func main() {
    do {
      var isDone = false
      // What the work has opened stays open when the loop is left. The document says so, and leaves it.
      while !isCancelled && !isDone { isDone = try work(myData) }
    } catch {
      // An error must not leave this method.
    }
  }
}
