import Synchronization

/// The observers of one object.
///
/// No observer is ever called while a lock is held: it may read the object,
/// change it, end its own observation or start another. Each change goes to the
/// observers at the time of its announcement, in the order in which they were added.
final class Observers: @unchecked Sendable {
  // Unchecked: `state` is touched in `withState` only; the rest is atomic.

  /// The argument of an observer, before its values get their types back.
  struct Change {
    var old: Any?
    var new: Any?
    var isPrior = false
  }

  private struct Observer {
    let number: Int
    let key: Key
    let options: MiniObservingOptions
    let handler: Handler
  }

  /// The handler to call, with the types of the values restored.
  enum Handler: Sendable {
    /// An observer of one of an operation's flags, by far the most frequent; kept as it is.
    case flag(@Sendable (MiniOperation, MiniObservedChange<Bool>) -> Void)
    case other(@Sendable (AnyObject, Change) -> Void)

    func callAsFunction(_ object: AnyObject, _ change: Change) {
      switch self {
      case .flag(let handler):
        // Safety: such a handler is added to the observers of an operation only.
        handler(unsafeDowncast(object, to: MiniOperation.self), MiniObservedChange(change))
      case .other(let handler): handler(object, change)
      }
    }
  }

  /// The observers in the order in which they were added.
  ///
  /// Usually there is one, which needs no array.
  private struct Present {
    var first: Observer?
    var others: [Observer] = []

    mutating func append(_ observer: Observer) {
      if first == nil && others.isEmpty { first = observer } else { others.append(observer) }
    }

    /// Takes out the observer of that number.
    mutating func remove(_ number: Int) -> Observer? {
      if first?.number == number { return first.take() }
      return others.firstIndex { $0.number == number }.map { others.remove(at: $0) }
    }

    func contains(where condition: (Observer) -> Bool) -> Bool {
      if let first, condition(first) { return true }
      return others.contains(where: condition)
    }
  }

  private struct State {
    var present = Present()
    var lastNumber = 0
    /// Values before a change that is being made by hand, between "will" and "did".
    var before: [(thread: ObjectIdentifier, key: Key, value: Any?)] = []
  }

  private let lock = Lock()
  // Not checked, because the lock excludes: the check would be 6 % of the instructions of an observed
  // operation.
  @exclusivity(unchecked) private var state = State()
  /// The bits of the keys that are or were observed; most announcements end here.
  private let keysEver = Atomic<UInt8>(0)

  private func withState<Result>(_ body: (inout State) -> Result) -> Result {
    lock.withLock("observers") { body(&state) }
  }

  func add(_ key: Key, _ options: MiniObservingOptions, _ handler: Handler) -> MiniObservation {
    let number = withState { state in
      keysEver.bitwiseOr(key.bit, ordering: .sequentiallyConsistent)
      if options.contains(.prior) { keysEver.bitwiseOr(Key.priorBit, ordering: .sequentiallyConsistent) }
      state.lastNumber += 1
      state.present.append(
        Observer(number: state.lastNumber, key: key, options: options, handler: handler))
      return state.lastNumber
    }
    return MiniObservation(self, number)
  }

  func remove(_ number: Int) {
    // Released after unlocking: the handler may hold the last reference to an object of the program.
    let removed = withState { $0.present.remove(number) }
    withExtendedLifetime(removed) {}
  }

  /// Whether this key has an observer.
  func contains(_ key: Key) -> Bool {
    withState { state in state.present.contains { $0.key == key } }
  }

  // MARK: A change that the framework makes

  /// Notifies the observers that want a call before a change.
  func announcePrior(_ key: Key, on object: AnyObject, old: @autoclosure () -> Any?) {
    guard keysEver.load(ordering: .sequentiallyConsistent) & Key.priorBit != 0 else { return }
    tell(key, on: object) { options in
      guard options.contains(.prior) else { return nil }
      return Change(old: options.contains(.old) ? old() : nil, isPrior: true)
    }
  }

  /// Notifies all observers of a change from one known value to another.
  func announceChange(
    _ key: Key, on object: AnyObject, old: @autoclosure () -> Any?, new: @autoclosure () -> Any?
  ) {
    tell(key, on: object) { options in
      Change(
        old: options.contains(.old) ? old() : nil, new: options.contains(.new) ? new() : nil)
    }
  }

  /// Notifies all observers of a change that has been made, prior ones first.
  func announce(_ key: Key, on object: AnyObject, from old: Bool, to new: Bool) {
    announcePrior(key, on: object, old: old)
    announceChange(key, on: object, old: old, new: new)
  }

  // MARK: A change that is made by hand

  /// Stores the value before a change, if an observer wants it, and notifies the prior ones.
  ///
  /// - Parameter old: The value, if the change has been made already.
  func willChange(_ key: Key, on object: AnyObject, from old: Bool? = nil) {
    guard keysEver.load(ordering: .sequentiallyConsistent) & key.bit != 0 else { return }
    let wantsOld = withState { state in
      state.present.contains { $0.key == key && $0.options.contains(.old) }
    }
    let value = wantsOld ? old ?? key.value(of: object) : nil
    if wantsOld {
      let thread = ObjectIdentifier(ThreadContext.current)
      withState { $0.before.append((thread, key, value)) }
    }
    announcePrior(key, on: object, old: value)
  }

  /// Notifies all observers of the change that ``willChange(_:on:)`` began, even if the value is the same.
  func didChange(_ key: Key, on object: AnyObject) {
    guard keysEver.load(ordering: .sequentiallyConsistent) & key.bit != 0 else { return }
    let old = takeValueBefore(key)
    announceChange(key, on: object, old: old, new: key.value(of: object))
  }

  /// Discards the pending change that ``willChange(_:on:)`` began; the value did not change.
  func forgetChange(_ key: Key) { _ = takeValueBefore(key) }

  private func takeValueBefore(_ key: Key) -> Any? {
    let thread = ObjectIdentifier(ThreadContext.current)
    return withState { state in
      // The innermost pair of this thread: changes of one key may be nested.
      let index = state.before.lastIndex { $0.thread == thread && $0.key == key }
      return index.flatMap { state.before.remove(at: $0).value }
    }
  }

  private func tell(_ key: Key, on object: AnyObject, _ change: (MiniObservingOptions) -> Change?) {
    guard keysEver.load(ordering: .sequentiallyConsistent) & key.bit != 0 else { return }
    // The array itself stays behind the lock: a copy would share its memory, which the next
    // observer that is added may change when this copy is gone. Only the library's counting of
    // references orders the two, and the thread sanitizer does not see that.
    let (first, others) = withState { state -> (Observer?, [Observer]) in
      let others = state.present.others
      return (state.present.first, others.isEmpty ? [] : others.filter { $0.key == key })
    }
    if let first, first.key == key, let change = change(first.options) { first.handler(object, change) }
    for observer in others {
      // An earlier call of this round may have ended this observation.
      guard let change = change(observer.options), isStillThere(observer) else { continue }
      observer.handler(object, change)
    }
  }

  private func isStillThere(_ observer: Observer) -> Bool {
    withState { state in state.present.contains { $0.number == observer.number } }
  }
}

extension Key {
  /// Set if an observer wants a call before changes.
  fileprivate static let priorBit: UInt8 = 1 << 5

  /// The key's bit; one represents all keys but the four that every life announces.
  fileprivate var bit: UInt8 {
    switch self {
    case .isFinished: 1
    case .isExecuting: 2
    case .isReady: 4
    case .isCancelled: 8
    default: 16
    }
  }
}
