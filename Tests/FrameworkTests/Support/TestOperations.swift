import TestSupport

@testable import MiniOperations

/// An operation whose task is a closure of the test, and ends where the closure returns.
final class PlainOperation: MiniOperation, @unchecked Sendable {
  // Unchecked: `body` is constant.
  private let body: @Sendable (PlainOperation) -> Void

  init(_ name: String, _ body: @escaping @Sendable (PlainOperation) -> Void = { _ in }) {
    self.body = body
    super.init()
    self.name = name
  }

  /// Makes an operation that records `main name` in the trace.
  convenience init(_ name: String, in trace: Trace) {
    self.init(name) { _ in trace("main \(name)") }
  }

  override func main() { body(self) }
}

/// An operation that continues after `start()` has returned, until the test calls ``complete()``.
///
/// It announces only the keys that it was told to, so that a test can forget one.
final class ManualOperation: MiniOperation, @unchecked Sendable {
  // Unchecked: the state is behind its own lock; the rest is constant.
  private let state = Locked((executing: false, finished: false))
  private let announced: [String]
  private let onStart: @Sendable () -> Void

  init(
    _ name: String, announcing announced: [String] = ["isExecuting", "isFinished"],
    onStart: @escaping @Sendable () -> Void = {}
  ) {
    self.announced = announced
    self.onStart = onStart
    super.init()
    self.name = name
  }

  override var isConcurrent: Bool { true }
  override var isExecuting: Bool { state.withLock { $0.executing } }
  override var isFinished: Bool { state.withLock { $0.finished } }

  override func start() {
    guard !isCancelled else { return complete() }
    change(["isExecuting"]) { $0.executing = true }
    onStart()
  }

  /// Ends the operation; a test may end it twice.
  func complete() {
    change(isExecuting ? ["isExecuting", "isFinished"] : ["isFinished"]) { $0 = (false, true) }
  }

  private func change(_ keys: [String], _ body: (inout (executing: Bool, finished: Bool)) -> Void) {
    let keys = keys.filter(announced.contains)
    for key in keys { willChangeValue(forKey: key) }
    state.withLock { body(&$0) }
    for key in keys { didChangeValue(forKey: key) }
  }
}

/// An operation with a condition of its own: a gate that the test opens, loudly or silently.
final class GatedOperation: MiniOperation, @unchecked Sendable {
  // Unchecked: the gate is behind its own lock; the body is constant.
  private let gate = Locked(false)
  private let body: @Sendable () -> Void

  init(_ name: String, _ body: @escaping @Sendable () -> Void = {}) {
    self.body = body
    super.init()
    self.name = name
  }

  override var isReady: Bool { super.isReady && gate.withLock { $0 } }

  override func main() { body() }

  /// Opens the gate and announces it.
  func open() {
    willChangeValue(forKey: "isReady")
    openSilently()
    didChangeValue(forKey: "isReady")
  }

  /// Opens the gate and announces nothing.
  func openSilently() { gate.withLock { $0 = true } }
}
