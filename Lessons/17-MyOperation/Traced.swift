import Documents
import MiniOperations

/// `MyOperation` as published, with a line of the log for each call of its methods.
final class Traced: MyOperation, @unchecked Sendable {
  // Unchecked: like its superclass; the added property is constant.
  private let log: @Sendable (_ call: String, _ name: String) -> Void

  init(
    _ name: String, on thread: RunLoopThread, log: @escaping @Sendable (String, String) -> Void,
    task: @escaping @Sendable (MyOperation) -> Void
  ) {
    self.log = log
    super.init(thread: thread, task: task)
    self.name = name
  }

  private func tell(_ call: String) { log(call, name ?? "") }

  override func start() {
    tell("start")
    super.start()
  }

  override func operationDidStart() {
    tell("operationDidStart")
    super.operationDidStart()
  }

  override func finish() {
    tell("finish")
    super.finish()
  }

  override func cancel() {
    tell("cancel")
    super.cancel()
  }

  override func cancelOperation() {
    tell("cancelOperation")
    super.cancelOperation()
  }
}
