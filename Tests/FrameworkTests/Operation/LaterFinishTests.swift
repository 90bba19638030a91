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

  @Test func `A task that announces the end itself leaves the rest to the default start`() {
    final class Early: MiniOperation, @unchecked Sendable {
      // Unchecked: one thread uses it.
      var isOver = false
      override var isFinished: Bool { isOver }
      override func main() {
        willChangeValue(forKey: "isFinished")
        isOver = true
        didChangeValue(forKey: "isFinished")
      }
    }
    let (operation, trace) = (Early(), Trace())
    let executing = operation.observe(\.isExecuting, options: .new) { trace("executing \($1.newValue!)") }
    let finished = operation.observe(\.isFinished, options: [.new, .prior]) { _, change in
      trace(change.isPrior ? "will finish" : "finished \(change.newValue!)")
    }
    operation.start()
    #expect(trace.events == ["executing true", "will finish", "finished true", "executing false"])
    withExtendedLifetime((executing, finished)) {}
  }

  @Test(arguments: [false, true])
  func `O36: with a condition besides super's answer, it ends when both are true`(isEarly: Bool) {
    let trace = Trace()
    let operation = LaterOperation("conditional", in: trace, asksSuper: true) { if isEarly { $0.end() } }
    trace.watch(operation, \.isFinished)
    operation.start()
    trace("| started")
    if !isEarly { operation.end() }
    let end = "conditional.isFinished=1"
    // An announcement while the task runs reaches observers, with the present value: false.
    let early = ["main conditional", "conditional.isFinished=0", end, "| started"]
    #expect(trace.events == (isEarly ? early : ["main conditional", "| started", end]))
  }

  @Test func `O36: observers are notified once that it no longer executes, and until then it does`() {
    let trace = Trace()
    let operation = LaterOperation("open", in: trace)
    let observation = operation.observe(\.isExecuting, options: [.prior, .old]) {
      [trace, unowned operation] _, change in
      let was = change.oldValue.map { "\($0)" } ?? "nothing"
      trace("\(change.isPrior ? "before" : "after"), was \(was), is \(operation.isExecuting)")
      // Over now, so what start() does next is to end it.
      if !operation.isExecuting { operation.finishSilently() }
    }
    operation.start()
    #expect(trace.events.count == 5)
    #expect(trace.events.suffix(2) == ["before, was true, is true", "after, was true, is false"])
    #expect(operation.currentFlags.contains(.finished))
    observation.invalidate()
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

/// An operation that has not finished before the test says so; only `main` and `isFinished` are overridden.
private final class LaterOperation: MiniOperation, @unchecked Sendable {
  // Unchecked: the variable is behind its own lock, the rest is constant.
  private let isOver = Locked(false)
  private let trace: Trace
  private let asksSuper: Bool
  private let body: @Sendable (LaterOperation) -> Void

  /// With `asksSuper`, the default must say so, too.
  init(
    _ name: String, in trace: Trace, asksSuper: Bool = false,
    whileItRuns body: @escaping @Sendable (LaterOperation) -> Void = { _ in }
  ) {
    (self.trace, self.asksSuper, self.body) = (trace, asksSuper, body)
    super.init()
    self.name = name
  }

  override var isFinished: Bool { (super.isFinished || !asksSuper) && isOver.withLock { $0 } }

  override func main() {
    trace("main \(displayName)")
    body(self)
  }

  func finishSilently() { isOver.withLock { $0 = true } }

  func end() {
    willChangeValue(forKey: "isFinished")
    finishSilently()
    didChangeValue(forKey: "isFinished")
  }
}
