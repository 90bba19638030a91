import TestSupport
import Testing

@testable import MiniOperations

/// Operations whose overridden `isFinished` is false when the default `start()` returns.
@Suite struct `A finish that is announced later` {
  @Test func `O36: one whose isFinished is true without an announcement ends when its start returns`() {
    let steps = QueueSteps()
    let later = LaterOperation("later", in: steps.trace, whileItRuns: { $0.finishSilently() })
    let dependent = PlainOperation("dependent", in: steps.trace)
    dependent.addDependency(later)
    steps.trace.watch(later, \.isFinished)
    for operation in [later, dependent] { steps.add(operation) }
    steps.run()
    #expect(steps.trace.events == ["main later", "later.isFinished=1", "main dependent"])
  }

  @Test(arguments: [false, true])
  func `O36: with a condition besides super's answer, it ends when both are true`(isEarly: Bool) {
    let trace = Trace()
    let operation = ConditionalOperation("conditional", in: trace) { if isEarly { $0.meetCondition() } }
    trace.watch(operation, \.isFinished)
    operation.start()
    trace("| started")
    if !isEarly { operation.meetCondition() }
    let end = "conditional.isFinished=1"
    // An announcement while the task runs reaches observers, with the present value: false.
    let early = ["main conditional", "conditional.isFinished=0", end, "| started"]
    #expect(trace.events == (isEarly ? early : ["main conditional", "| started", end]))
  }

  @Test func `O36: while it continues it can be cancelled, but neither started nor added to a queue`() {
    let trace = Trace()
    let later = LaterOperation("later", in: trace)
    later.start()
    let misuses = Misuses.during {
      later.start()
      MiniOperationQueue(workers: SteppedWorkers()).addOperation(later)
    }
    later.cancel()
    #expect(misuses.map(\.rule) == [.startedWhileExecuting, .addedWhileExecuting])
    #expect([later.isCancelled, later.isExecuting, later.isFinished] == [true, false, false])
    later.end()
    #expect(trace.events == ["main later"])
  }
}

/// An operation that ends when the test calls ``end()``; only `main` and `isFinished` are overridden.
private final class LaterOperation: MiniOperation, @unchecked Sendable {
  // Unchecked: the variables are behind their own locks, the rest is constant.
  private let finished = Locked(false)
  private let trace: Trace
  private let body: @Sendable (LaterOperation) -> Void

  init(
    _ name: String, in trace: Trace, whileItRuns body: @escaping @Sendable (LaterOperation) -> Void = { _ in }
  ) {
    self.trace = trace
    self.body = body
    super.init()
    self.name = name
  }

  override var isFinished: Bool { finished.withLock { $0 } }

  override func main() {
    trace("main \(displayName)")
    body(self)
  }

  func finishSilently() { finished.withLock { $0 = true } }

  func end() {
    willChangeValue(forKey: "isFinished")
    finishSilently()
    didChangeValue(forKey: "isFinished")
  }
}

/// An operation that has finished when the default says so and a condition of its own is met.
private final class ConditionalOperation: MiniOperation, @unchecked Sendable {
  // Unchecked: the variables are behind their own locks, the rest is constant.
  private let isMet = Locked(false)
  private let trace: Trace
  private let body: @Sendable (ConditionalOperation) -> Void

  init(
    _ name: String, in trace: Trace, _ body: @escaping @Sendable (ConditionalOperation) -> Void = { _ in }
  ) {
    self.trace = trace
    self.body = body
    super.init()
    self.name = name
  }

  override var isFinished: Bool { super.isFinished && isMet.withLock { $0 } }

  override func main() {
    trace("main \(displayName)")
    body(self)
  }

  func meetCondition() {
    willChangeValue(forKey: "isFinished")
    isMet.withLock { $0 = true }
    didChangeValue(forKey: "isFinished")
  }
}
