import TestSupport

@testable import MiniOperations

// Operations that make a change at a bad moment, for `QueueRaceTests`.

/// An operation that does something of the test's once, when one of its properties has been read: the change
/// overtakes the reader.
final class RacingOperation: MiniOperation, @unchecked Sendable {
  enum Property { case isReady, isExecuting, queuePriority }
  typealias Act = @Sendable (RacingOperation) -> Void

  // Unchecked: the variables are behind their own lock, the rest is constant.
  private let state = Locked((isOpen: true, isOver: false, acts: [Property: Act]()))
  private let trace: Trace?

  init(_ name: String = "racing", isOpen: Bool = true, in trace: Trace? = nil) {
    self.trace = trace
    super.init()
    self.name = name
    self.isOpen = isOpen
  }

  /// A condition of its own.
  var isOpen: Bool {
    get { state.withLock { $0.isOpen } }
    set { state.withLock { $0.isOpen = newValue } }
  }

  /// Has `act` done when `property` is read next.
  func after(_ property: Property, _ act: @escaping Act) { state.withLock { $0.acts[property] = act } }

  /// Ends, and announces this.
  func end(announcing key: String = "isFinished") {
    state.withLock { $0.isOver = true }
    didChangeValue(forKey: key)
  }

  private func answer<Value>(_ property: Property, _ value: Value) -> Value {
    state.withLock { $0.acts.removeValue(forKey: property) }?(self)
    return value
  }

  override var isReady: Bool { answer(.isReady, super.isReady && isOpen) }
  override var isExecuting: Bool { answer(.isExecuting, super.isExecuting) }
  override var isFinished: Bool { super.isFinished || state.withLock { $0.isOver } }
  override var queuePriority: QueuePriority {
    get { answer(.queuePriority, super.queuePriority) }
    set { super.queuePriority = newValue }
  }

  override func main() { trace?(name ?? "") }
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
