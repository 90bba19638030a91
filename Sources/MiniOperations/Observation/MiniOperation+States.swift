// Key paths to a Bool that no key is known for.
//
// A `final` class that overrides `isFinished` has a key path `\Final.isFinished` that nothing connects with
// the inherited property. So its announcements read the three states, and announce those that have changed.

/// The three states that a subclass may override, as they were announced last.
struct AnnouncedStates {
  private var values: [Bool]

  /// The keys of the values, `isFinished` last.
  private static let keys: [Key] = [.isReady, .isExecuting, .isFinished]

  init(of operation: MiniOperation) {
    values = [operation.isReady, operation.isExecuting, operation.isFinished]
  }

  /// The keys whose values were not the same before, with the value before; all of them if `before` is nil.
  func changes(since before: AnnouncedStates?) -> [(key: Key, old: Bool?)] {
    values.indices.compactMap { index in
      let old = before?.values[index]
      return old == values[index] ? nil : (AnnouncedStates.keys[index], old)
    }
  }
}

extension Key {
  /// The key of announcements by a key path to a Bool that no key is known for.
  fileprivate static let unlisted = Key("a Bool without a key")
}

extension MiniOperation {
  /// Stores the states before the first change that is announced like this.
  final func noteStates() {
    let states = AnnouncedStates(of: self)
    withState { state in
      let node = state.makeNode()
      if node.announcedStates == nil { node.announcedStates = states }
    }
  }

  /// Announces each state that has changed since the last announcement.
  final func announceChangedStates() {
    let states = AnnouncedStates(of: self)
    let before = withState { state in
      let node = state.makeNode()
      defer { node.announcedStates = states }
      return node.announcedStates
    }
    for (key, old) in states.changes(since: before) {
      observers?.willChange(key, on: self, from: old)
      didChange(key)
    }
    observers?.didChange(.unlisted, on: self)
  }

  /// Calls `handler` when the value at `keyPath` has changed, after any announcement that may concern it.
  final func observeStates<Subclass: MiniOperation>(
    _ keyPath: KeyPath<Subclass, Bool>, _ options: MiniObservingOptions,
    _ handler: @escaping @Sendable (Subclass, Observers.Change) -> Void
  ) -> MiniObservation {
    guard let object = self as? Subclass else { return observe(nil, options, .other { _, _ in }) }
    // Safety: a key path is immutable, and an operation allows its getters on any thread.
    nonisolated(unsafe) let keyPath = keyPath
    let last = Locked(object[keyPath: keyPath])
    let deliver: @Sendable (AnyObject, Observers.Change) -> Void = { object, _ in
      // Safety: these observers belong to this operation, and are notified of nothing else.
      let operation = unsafeDowncast(object, to: Subclass.self)
      let new = operation[keyPath: keyPath]
      let old = last.withLock { last in
        defer { last = new }
        return last
      }
      guard new != old else { return }
      handler(
        operation,
        Observers.Change(old: options.contains(.old) ? old : nil, new: options.contains(.new) ? new : nil))
    }
    if options.contains(.initial) {
      handler(object, Observers.Change(new: options.contains(.new) ? last.withLock { $0 } : nil))
    }
    return MiniObservation(
      [.isReady, .isExecuting, .isFinished, .unlisted].map { observe($0, [], .other(deliver)) })
  }
}
