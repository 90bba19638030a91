import Synchronization

// Key-value observation of queues.

extension MiniOperationQueue {
  /// Calls `changeHandler` whenever the value at `keyPath` has changed.
  ///
  /// The keys are ``operations``, ``operationCount``, ``maxConcurrentOperationCount``,
  /// ``isSuspended`` and ``name``. The calls are made on any thread.
  public final func observe<Value>(
    _ keyPath: KeyPath<MiniOperationQueue, Value>, options: MiniObservingOptions = [],
    changeHandler: @escaping @Sendable (MiniOperationQueue, MiniObservedChange<Value>) -> Void
  ) -> MiniObservation {
    guard let key = Key.of(keyPath) else {
      Misuse.unknownKey(keyPath, of: nil).report()
      return observe(Key("an unknown key"), as: Value.self, options, changeHandler)
    }
    return observe(key, as: Value.self, options, changeHandler)
  }

  /// Calls `changeHandler` whenever the value of the key of that name has changed.
  ///
  /// The documented key of the suspension is `"suspended"`; `"isSuspended"` is accepted too.
  public final func observe(
    forKey key: String, options: MiniObservingOptions = [],
    changeHandler: @escaping @Sendable (MiniOperationQueue, MiniObservedChange<Any>) -> Void
  ) -> MiniObservation {
    observe(Key(key), as: Any.self, options, changeHandler)
  }

  private final func observe<Value>(
    _ key: Key, as type: Value.Type, _ options: MiniObservingOptions,
    _ handler: @escaping @Sendable (MiniOperationQueue, MiniObservedChange<Value>) -> Void
  ) -> MiniObservation {
    let observers = withState { state in
      if let observers = state.observers { return observers }
      let observers = Observers()
      state.observers = observers
      return observers
    }
    isObserved.store(true, ordering: .releasing)
    let deliver: @Sendable (AnyObject, Observers.Change) -> Void = { object, change in
      handler(object as! MiniOperationQueue, MiniObservedChange(change))
    }
    let observation = observers.add(key, options, .other(deliver))
    if options.contains(.initial) {
      deliver(self, Observers.Change(new: options.contains(.new) ? key.value(of: self) : nil))
    }
    return observation
  }

  /// Makes a change and announces it before and after.
  final func changing(_ key: Key, _ body: () -> Void) {
    guard isObserved.load(ordering: .acquiring), let observers = withState({ $0.observers }) else {
      return body()
    }
    observers.willChange(key, on: self)
    body()
    observers.didChange(key, on: self)
  }
}
