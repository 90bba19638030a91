import Synchronization

// Key-value observation of operations, as Foundation has it on Apple's platforms.

extension MiniOperation {
  /// Calls `changeHandler` whenever the value at `keyPath` is announced to have changed.
  ///
  ///     let observation = operation.observe(\.isFinished, options: [.new]) { operation, change in
  ///       print(change.newValue!)   // on any thread
  ///     }
  ///
  /// The keys are ``isCancelled``, ``isAsynchronous``, ``isExecuting``,
  /// ``isFinished``, ``isReady``, ``dependencies``, ``queuePriority``,
  /// ``completionBlock`` and ``name``.
  public final func observe<Value>(
    _ keyPath: KeyPath<MiniOperation, Value>, options: MiniObservingOptions = [],
    changeHandler: @escaping @Sendable (MiniOperation, MiniObservedChange<Value>) -> Void
  ) -> MiniObservation {
    observe(key(for: keyPath), as: Value.self, options) { changeHandler($0, $1) }
  }

  /// Calls `changeHandler` whenever the flag at `keyPath` is announced to have changed.
  ///
  /// It does the same as for any other value, and each call costs less.
  public final func observe(
    _ keyPath: KeyPath<MiniOperation, Bool>, options: MiniObservingOptions = [],
    changeHandler: @escaping @Sendable (MiniOperation, MiniObservedChange<Bool>) -> Void
  ) -> MiniObservation {
    observe(key(for: keyPath), options, .flag(changeHandler))
  }

  /// Calls `changeHandler` whenever a subclass announces a change of a key that it has registered.
  ///
  ///     operation.observe(\MyOperation.isPaused) { operation, _ in print(operation.isPaused) }
  ///
  /// The subclass has made the key known with ``makeObservable(_:as:)``.
  public final func observe<Subclass: MiniOperation, Value>(
    _ keyPath: KeyPath<Subclass, Value>, options: MiniObservingOptions = [],
    changeHandler: @escaping @Sendable (Subclass, MiniObservedChange<Value>) -> Void
  ) -> MiniObservation {
    let key = Key.of(keyPath)
    if key == nil, let path = keyPath as? KeyPath<Subclass, Bool> {
      return observeStates(path, options) { changeHandler($0, MiniObservedChange($1)) }
    }
    return observe(key ?? self.key(for: keyPath), as: Value.self, options) { operation, change in
      if let operation = operation as? Subclass { changeHandler(operation, change) }
    }
  }

  /// Calls `changeHandler` whenever a change of the key of that name is announced.
  ///
  /// Any name is allowed, even one that is never announced. Values are passed for the
  /// framework's keys and for those that a subclass has registered.
  public final func observe(
    forKey key: String, options: MiniObservingOptions = [],
    changeHandler: @escaping @Sendable (MiniOperation, MiniObservedChange<Any>) -> Void
  ) -> MiniObservation {
    observe(Key(key), as: Any.self, options) { changeHandler($0, $1) }
  }

  /// Makes a subclass's own property observable, under the name by which it is announced.
  ///
  ///     MiniOperation.makeObservable(\MyOperation.isPaused, as: "isPaused")
  ///
  /// Once per class is enough. The name is needed because a key path does not know it on every platform.
  public static func makeObservable<Subclass: MiniOperation, Value>(
    _ keyPath: KeyPath<Subclass, Value>, as key: String
  ) {
    RegisteredKeys.add(keyPath, Key(key))
  }

  /// Announces that the value for `key` is about to change.
  public final func willChangeValue(forKey key: String) { willChange(Key(key)) }

  /// Announces that the value for `key` has changed, to observers and to the queue.
  ///
  /// For `isFinished`, if it is true now, the announcement also finishes the operation:
  /// dependents are released, waiters resume, the completion block runs.
  public final func didChangeValue(forKey key: String) { didChange(Key(key)) }

  /// Announces that the value at `keyPath` is about to change.
  public final func willChangeValue<Value>(for keyPath: KeyPath<MiniOperation, Value>) {
    if let key = key(for: keyPath) { willChange(key) }
  }

  /// Announces that the value at `keyPath` has changed, as ``didChangeValue(forKey:)`` does.
  public final func didChangeValue<Value>(for keyPath: KeyPath<MiniOperation, Value>) {
    if let key = key(for: keyPath) { didChange(key) }
  }

  /// Announces that the value at a subclass's key path is about to change.
  public final func willChangeValue<Subclass: MiniOperation, Value>(for keyPath: KeyPath<Subclass, Value>) {
    if let key = Key.of(keyPath) {
      willChange(key)
    } else if Value.self == Bool.self {
      noteStates()
    } else {
      Misuse.unknownKey(keyPath, of: self).report()
    }
  }

  /// Announces that the value at a subclass's key path has changed.
  public final func didChangeValue<Subclass: MiniOperation, Value>(for keyPath: KeyPath<Subclass, Value>) {
    if let key = Key.of(keyPath) {
      didChange(key)
    } else if Value.self == Bool.self {
      announceChangedStates()
    } else {
      Misuse.unknownKey(keyPath, of: self).report()
    }
  }
}

// MARK: - The channel of all observers

extension MiniOperation {
  /// A change made by hand begins.
  final func willChange(_ key: Key) {
    Direction.reach(.announce, of: lock.id, "\(label) will change \(key.name)")
    if key == .isFinished || key == .isReady { announcements.add(1, ordering: .acquiringAndReleasing) }
    observers?.willChange(key, on: self)
  }

  /// A change made by hand has happened.
  ///
  /// The operation itself listens first, its queue last.
  final func didChange(_ key: Key) {
    Direction.reach(.announce, of: lock.id, "\(label) did change \(key.name)")
    let counts = key == .isFinished || key == .isReady
    if counts { announcements.add(1, ordering: .acquiringAndReleasing) }
    defer { if counts { countAnnouncementAsMade() } }
    // The values are read, not guessed: an announcement means that something
    // has changed, and may be made by any code.
    switch key {
    case .isFinished where isFinished: return finish(by: .announcement)
    case .isExecuting where isExecuting: withState { $0.lifecycle.noteExecution() }
    default: break
    }
    observers?.didChange(key, on: self)
    queue?.operation(self, didChange: key)
  }

  /// Counts this announcement down, and the "will change" before it, if there was one.
  private final func countAnnouncementAsMade() {
    var (isDone, count) = (false, announcements.load(ordering: .relaxed))
    while !isDone {
      (isDone, count) = announcements.compareExchange(
        expected: count, desired: count - min(count, 2), ordering: .acquiringAndReleasing)
    }
  }

  /// Notifies the observers of a value that the framework has changed.
  final func announce(_ key: Key, from old: Bool, to new: Bool) {
    observers?.announce(key, on: self, from: old, to: new)
  }

  /// Announces a change of readiness, if there was one, to the observers and the queue.
  final func announce(_ change: Lifecycle.ReadinessChange) {
    if change != .none { announce(change, to: queue) }
  }

  /// Announces a change of readiness to the observers and to `queue`, which has the operation.
  final func announce(_ change: Lifecycle.ReadinessChange, to queue: MiniOperationQueue?) {
    observers?.announce(.isReady, on: self, from: change == .becameUnready, to: isReady)
    queue?.operation(self, didChange: .isReady)
  }

  /// Announces a change of a stored value before and after, if `body` reports one.
  final func changing(_ key: Key, _ body: () -> Bool) {
    guard let observers else {
      _ = body()
      return
    }
    observers.willChange(key, on: self)
    if body() { observers.didChange(key, on: self) } else { observers.forgetChange(key) }
  }

  final func changing(_ key: Key, _ body: () -> Void) {
    changing(key) {
      body()
      return true
    }
  }

  private final var queue: MiniOperationQueue? {
    currentFlags.contains(.queued) ? withState { $0.queue } : nil
  }

  private final func key<Root: MiniOperation>(for keyPath: PartialKeyPath<Root>) -> Key? {
    if let key = Key.of(keyPath) { return key }
    Misuse.unknownKey(keyPath, of: self).report()
    return nil
  }

  private final func observe<Value>(
    _ key: Key?, as type: Value.Type, _ options: MiniObservingOptions,
    _ handler: @escaping @Sendable (MiniOperation, MiniObservedChange<Value>) -> Void
  ) -> MiniObservation {
    let deliver: @Sendable (AnyObject, Observers.Change) -> Void = { object, change in
      // Safety: these observers belong to one operation, and are notified of nothing else.
      handler(unsafeDowncast(object, to: MiniOperation.self), MiniObservedChange(change))
    }
    return observe(key, options, .other(deliver))
  }

  final func observe(
    _ key: Key?, _ options: MiniObservingOptions, _ handler: Observers.Handler
  ) -> MiniObservation {
    let observers = withState { state in
      if let observers = state.observers { return observers }
      let observers = Observers()
      state.observers = observers
      state.updateListener(of: self)
      return observers
    }
    // An unknown key is never announced; the observation stays silent.
    let key = key ?? Key("an unknown key")
    let observation = observers.add(key, options, handler)
    // After it was added, so that a change in between is reported twice rather than never.
    if options.contains(.initial) {
      handler(self, Observers.Change(new: options.contains(.new) ? key.value(of: self) : nil))
    }
    return observation
  }
}

extension MiniObservedChange {
  init(_ change: Observers.Change) {
    // Unwrapped first: where `Value` is optional or `Any`, "none" would become a value.
    self.init(
      oldValue: change.old.flatMap { $0 as? Value }, newValue: change.new.flatMap { $0 as? Value },
      isPrior: change.isPrior)
  }
}
