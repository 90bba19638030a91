import TestSupport

@testable import MiniOperations

// Operations that make a change at a bad moment, for `QueueRaceTests`.

/// An operation that does something of the test's when the queue asks for a value.
final class NosyOperation: MiniOperation, @unchecked Sendable {
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
    // Once, and after the value was read: the change overtakes the reader.
    hooks.withLock { $0.ready.take() }?(self)
    return value
  }

  override var isExecuting: Bool {
    hooks.withLock { $0.executing.take() }?(self)
    return super.isExecuting
  }
}

/// Does something each time the queue asks whether it is ready, before it looks or afterwards.
final class HookedOperation: MiniOperation, @unchecked Sendable {
  // Unchecked: the hooks are behind their own lock, the rest is constant.
  typealias Hook = @Sendable (HookedOperation) -> Void
  private let isOpen: @Sendable () -> Bool
  private let hooks = Locked<(before: Hook?, after: Hook?)>((nil, nil))

  init(isOpen: @escaping @Sendable () -> Bool) { self.isOpen = isOpen }

  var hook: Hook? {
    get { hooks.withLock { $0.before } }
    set { hooks.withLock { $0.before = newValue } }
  }

  var afterLook: Hook? {
    get { hooks.withLock { $0.after } }
    set { hooks.withLock { $0.after = newValue } }
  }

  override var isReady: Bool {
    hook?(self)
    let value = super.isReady && isOpen()
    afterLook?(self)
    return value
  }
}

/// Does something once when the queue has read its priority, and has not noted it yet.
final class FickleOperation: MiniOperation, @unchecked Sendable {
  // Unchecked: the hook is behind its own lock, the rest is constant.
  private let hook = Locked<(@Sendable (FickleOperation) -> Void)?>(nil)
  private let trace: Trace

  init(_ name: String, in trace: Trace) {
    self.trace = trace
    super.init()
    self.name = name
  }

  var afterLook: (@Sendable (FickleOperation) -> Void)? {
    get { hook.withLock { $0 } }
    set { hook.withLock { $0 = newValue } }
  }

  override var queuePriority: QueuePriority {
    get {
      let value = super.queuePriority
      hook.withLock { $0.take() }?(self)
      return value
    }
    set { super.queuePriority = newValue }
  }

  override func main() { trace(name ?? "") }
}

/// Ends, and announces that or something else, when the queue to which it is added first asks whether it is
/// ready.
final class EndsWhileAdded: MiniOperation, @unchecked Sendable {
  // Unchecked: the state is behind its own lock; the rest is constant.
  private let isOpen: Bool
  private let announced: String
  private let state = Locked((wasAsked: false, finished: false))

  init(isOpen: Bool, announcing announced: String = "isFinished") {
    self.isOpen = isOpen
    self.announced = announced
  }

  override var isFinished: Bool { state.withLock { $0.finished } }

  override var isReady: Bool {
    let isFirst = state.withLock { state in
      defer { state = (true, true) }
      return !state.wasAsked
    }
    if isFirst { didChangeValue(forKey: announced) }
    return super.isReady && isOpen
  }
}

/// Does something first, and then what every operation does.
final class StartsLate: MiniOperation, @unchecked Sendable {
  // Unchecked: constant.
  private let first: @Sendable () -> Void
  init(first: @escaping @Sendable () -> Void) { self.first = first }
  override func start() {
    first()
    super.start()
  }
}
