import Documents
import LessonKit

/// The document's class, which logs the calls of its methods.
final class Narrated: MyOperation, @unchecked Sendable {
  // Unchecked: like its superclass; the added properties are constant.
  private let show: Show
  private let calls: Notebook?

  /// Creates an operation that prints its calls with `show`, and records them in `calls`.
  init(
    _ name: String, _ show: Show, _ calls: Notebook? = nil, task: @escaping @Sendable (MyOperation) -> Void
  ) {
    self.show = show
    self.calls = calls
    super.init(task: task)
    self.name = name
  }

  private func say(_ call: String) {
    show.log(call, as: name ?? "")
    calls?.write(call)
  }

  override func start() {
    say("start")
    super.start()
  }

  override func operationDidStart() {
    say("operationDidStart")
    super.operationDidStart()
  }

  override func finish() {
    say("finish")
    super.finish()
  }

  override func cancel() {
    say("cancel")
    super.cancel()
  }

  override func cancelOperation() {
    say("cancelOperation")
    super.cancelOperation()
  }
}
