/// The handler of a directed task, for the case that it is cancelled.
///
/// The runtime calls a handler while it holds a lock of its own, where no thread may be stopped. So the
/// handler begins on a thread that the director starts, and the cancelling thread resumes when it has ended,
/// as without a director. The task itself also resumes only then.
package final class CancellationHandler: @unchecked Sendable {
  // Unchecked: only a thread that is directed touches `isRunning`, one at a time.
  private let id = ResourceID()
  private var isRunning = false
  private let body: @Sendable () -> Void

  package init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  /// What the runtime calls.
  package func begin() {
    guard let director = Direction.current else { return body() }
    isRunning = true
    ThreadLocals.current.startedHandlers?.append(self)
    director.startThread(named: "cancellation", mayRunFirst: false) { [self] in
      body()
      Direction.reach(.count, of: id, "the cancellation handler ends")
      isRunning = false
    }
  }

  /// Returns when the handler has ended, at once where it has not begun.
  package func wait() {
    guard isRunning, let director = Direction.current else { return }
    director.await(id.value, until: nil, label: { "the cancellation handler" }) { [self] in !isRunning }
  }

  /// Whether a task has been cancelled is one resource for all tasks: a read does not name its task.
  package static let flags = ResourceID()

  /// A point before the calling task asks whether it has been cancelled.
  package static func ask() { Direction.reach(.read, of: flags, "ask whether it was cancelled") }

  /// Whether the calling thread is in ``cancel(_:)``.
  package static var isCancelling: Bool { ThreadLocals.current.startedHandlers != nil }

  /// Calls `cancel`, which cancels a task, and returns when the handlers that it called have ended.
  package static func cancel(_ cancel: () -> Void) {
    Direction.reach(.write, of: flags, "cancel a task")
    let context = ThreadLocals.current
    context.startedHandlers = []
    cancel()
    let started = context.startedHandlers.take() ?? []
    for handler in started { handler.wait() }
  }
}
