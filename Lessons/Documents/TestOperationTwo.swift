import Dispatch
import Foundation
import MiniOperations

/// The second download of "简单实现一个并发的NSOperation" (2017-03-25), which sleeps before it finishes.
///
/// Different from the document, which repeats the whole class for the sake of one method: the rest is
/// inherited. The sleep takes its time from a timekeeper.
open class TestOperationTwo: TestOperation, @unchecked Sendable {
  // Unchecked: everything here is constant.
  private let time: any Timekeeper

  /// Creates an operation for one download, which sleeps on `time`.
  public init(
    time: any Timekeeper = SystemTime(), mainQueue: DispatchQueue = .main,
    log: @escaping @Sendable (String) -> Void = { _ in }, transfer: @escaping Transfer
  ) {
    self.time = time
    super.init(notificationName: "DOWN_RESULT1", mainQueue: mainQueue, log: log, transfer: transfer)
  }

  open override func start() {
    if isCancelled {
      finished = true
      return
    }
    log("TestOperationTwo executing")
    executing = true
    transfer { data in
      self.log("TestOperationTwo finished...")
      self.log("TestOperationTwo sleep 4s...")
      self.time.sleep(for: .seconds(4))
      self.finished = true  // T14, T15
      self.executing = false
      self.post(data)
    }
  }
}
