import Dispatch
import Testing

@testable import MiniOperations

/// Each of these puts on one thread what two threads would have to do at the same moment.
@Suite struct `Changes that come to a queue at a bad moment` {
  /// An operation that does something of the test's when somebody asks for a value.
  private final class NosyOperation: MiniOperation, @unchecked Sendable {
    // Unchecked: the hooks are behind their own lock.
    private let hooks = Locked((ready: nil, executing: nil) as Hooks)
    private typealias Hooks = (
      ready: (@Sendable (NosyOperation) -> Void)?, executing: (@Sendable (NosyOperation) -> Void)?
    )
    private let isOpen = Locked(false)

    init(
      isOpen: Bool, atReady: (@Sendable (NosyOperation) -> Void)? = nil,
      atExecuting: (@Sendable (NosyOperation) -> Void)? = nil
    ) {
      super.init()
      name = "nosy"
      self.isOpen.withLock { $0 = isOpen }
      hooks.withLock { $0 = (atReady, atExecuting) }
    }

    func setOpen() { isOpen.withLock { $0 = true } }

    override var isReady: Bool {
      let value = super.isReady && isOpen.withLock { $0 }
      // Once, and after the value was read: the change overtakes the one who asked.
      hooks.withLock { $0.ready.take() }?(self)
      return value
    }

    override var isExecuting: Bool {
      hooks.withLock { $0.executing.take() }?(self)
      return super.isExecuting
    }
  }

  @Test func `An operation that becomes ready while it is being added is not forgotten`() {
    let steps = QueueSteps()
    let operation = NosyOperation(
      isOpen: false,
      atReady: { operation in
        operation.setOpen()
        operation.didChangeValue(forKey: "isReady")
      })
    steps.add(operation)
    steps.run()
    #expect(operation.isFinished)
  }

  @Test func `A younger look at isReady is not undone by an older one that comes late`() {
    let steps = QueueSteps()
    let operation = NosyOperation(isOpen: true)
    let late = NosyOperation(
      isOpen: false,
      atReady: { late in
        // The queue has been told, has seen false, and is overtaken here.
        late.setOpen()
        late.didChangeValue(forKey: "isReady")
      })
    steps.queue.isSuspended = true
    steps.add(operation)
    steps.add(late)
    late.didChangeValue(forKey: "isReady")
    steps.queue.isSuspended = false
    steps.run()
    #expect([operation.isFinished, late.isFinished] == [true, true])
  }

  @Test func `An isFinished that is not true does not make the queue forget an isReady that is`() {
    let steps = QueueSteps()
    let gate = Locked(false)
    let operation = HookedOperation(isOpen: { gate.withLock { $0 } })
    steps.add(operation)
    operation.hook = { $0.didChangeValue(forKey: "isFinished") }
    gate.withLock { $0 = true }
    operation.didChangeValue(forKey: "isReady")
    steps.run()
    #expect(operation.isFinished)
  }

  @Test func `An operation that ends while it is being added is refused, and forgets the queue`() {
    let operation = NosyOperation(isOpen: true, atExecuting: { $0.start() })
    weak var queue: MiniOperationQueue?
    do {
      let steps = QueueSteps()
      queue = steps.queue
      let misuses = Misuses.during { steps.add(operation) }
      #expect(misuses.map(\.rule) == [.addedAfterFinish])
      #expect(steps.queue.operationCount == 0)
    }
    #expect(queue == nil)
    // It would ask the queue, if it still knew one.
    operation.queuePriority = .high
    #expect(operation.currentFlags.contains(.queued) == false)
  }

  @Test func `A priority that changes while the queue takes the old one in wins`() {
    let steps = QueueSteps()
    let operations = steps.add("1", "2", "3")
    let observed = operations[2]
    steps.trace.keep(
      observed.observe(\.queuePriority) { [operation = operations[1]] _, _ in
        operation.queuePriority = .veryHigh
      })
    observed.queuePriority = .high
    steps.run()
    #expect(steps.trace.events == ["2", "3", "1"])
  }

  @Test func `An operation that finishes before it was started gives back no slot that it never had`() {
    let steps = QueueSteps()
    steps.queue.maxConcurrentOperationCount = 1
    let running = steps.manual("running")
    steps.add(running)
    steps.run()
    let queued = steps.manual("queued")
    steps.add(queued)
    queued.complete()
    steps.add("next")
    steps.run()
    #expect(steps.trace.next() == ["running"])
    running.complete()
    steps.run()
    #expect(steps.trace.next() == ["next"])
  }

  @Test func `An operation that finishes before it was started is let go of, also in a suspended queue`() {
    let steps = QueueSteps()
    steps.queue.isSuspended = true
    weak var operation: MiniOperation?
    do {
      let manual = steps.manual("manual")
      operation = manual
      steps.add(manual)
      manual.complete()
    }
    #expect(operation == nil)
    #expect(steps.queue.operationCount == 0)
  }

  @Test func `A worker that was asked for before the underlying queue changed does not work for it`()
    async throws
  {
    let places = try await onThread {
      let key = DispatchSpecificKey<Bool>()
      let below = DispatchQueue(label: "below")
      below.setSpecific(key: key, value: true)
      let steps = QueueSteps()
      let gone = steps.manual("gone")
      steps.add(gone)
      // The queue is empty again, but the worker whom it has asked for is still to come.
      gone.complete()
      steps.queue.underlyingQueue = below
      steps.queue.addOperation { steps.trace("below: \(DispatchQueue.getSpecific(key: key) == true)") }
      steps.run()
      steps.queue.waitUntilAllOperationsAreFinished()
      return steps.trace.events
    }
    #expect(places == ["below: true"])
  }

  @Test func `A start that lets another queue work before it calls super is still the queue's own`() {
    let (outer, inner) = (QueueSteps(), QueueSteps())
    inner.add("inner")
    let operation = StartsLate { inner.run() }
    outer.add(operation)
    outer.run()
    #expect(inner.trace.events == ["inner"])
    #expect(operation.isFinished)
  }

  // MARK: Operations that are used once

  /// Does something each time the queue asks whether it is ready.
  private final class HookedOperation: MiniOperation, @unchecked Sendable {
    // Unchecked: the hook is behind its own lock, the rest is constant.
    private let isOpen: @Sendable () -> Bool
    private let guarded = Locked<(@Sendable (HookedOperation) -> Void)?>(nil)

    init(isOpen: @escaping @Sendable () -> Bool) { self.isOpen = isOpen }

    var hook: (@Sendable (HookedOperation) -> Void)? {
      get { guarded.withLock { $0 } }
      set { guarded.withLock { $0 = newValue } }
    }

    override var isReady: Bool {
      hook?(self)
      return super.isReady && isOpen()
    }
  }

  /// Does something first, and then what every operation does.
  private final class StartsLate: MiniOperation, @unchecked Sendable {
    // Unchecked: constant.
    private let first: @Sendable () -> Void
    init(first: @escaping @Sendable () -> Void) { self.first = first }
    override func start() {
      first()
      super.start()
    }
  }
}
