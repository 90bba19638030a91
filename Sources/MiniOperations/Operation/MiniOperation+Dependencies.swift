import Synchronization

// How operations wait for each other.
//
// A dependency is written down on both sides: the one that waits keeps the
// other alive and lists it in `dependencies`; the other knows whom to release
// when it finishes. The list of those to be released is the truth about who
// still waits: whoever takes a name off it, the finish or a removal, lowers
// that operation's count, and nobody else does.

extension MiniOperation {
  final func link(to dependency: MiniOperation) {
    guard dependency !== self else {
      return Misuse(
        .dependsOnItself, self, "'\(displayName)' was made to depend on itself, so it could never start.",
        instead: "Leave the dependency out; an operation always waits for itself to be ready."
      ).report()
    }
    guard !isObserved(withDependency: true, dependency) else { return }
    // Asked once, before locking, because a subclass may answer. Afterwards only
    // an announcement counts.
    let hasFinished = dependency.isFinished
    var isNew = false
    var change = Lifecycle.ReadinessChange.none
    changing(.dependencies) {
      (isNew, change) = withState(of: dependency) { state, other in
        guard state.dependencies.insert(dependency) else { return (false, .none) }
        if hasFinished || other.lifecycle.hasEnded { return (true, .none) }
        _ = other.dependents.insert(self)
        return (true, state.lifecycle.dependencyAdded())
      }
      return isNew
    }
    announce(change)
  }

  final func unlink(from dependency: MiniOperation) {
    guard dependency !== self, !isObserved(withDependency: false, dependency) else { return }
    var change = Lifecycle.ReadinessChange.none
    changing(.dependencies) {
      withState(of: dependency) { state, other in
        guard state.dependencies.remove(dependency) else { return false }
        if other.dependents.remove(self) { change = state.lifecycle.dependencyLeft() }
        return true
      }
    }
    announce(change)
  }

  /// Whether somebody would be told of a change that is none, since `dependency` is listed or not already.
  private final func isObserved(withDependency isListed: Bool, _ dependency: MiniOperation) -> Bool {
    currentFlags.contains(.observed) && withState { $0.dependencies.contains(dependency) } == isListed
  }

  /// The dependencies that this operation still waits for.
  final var unfinishedDependencies: [MiniOperation] { dependencies.filter { !$0.isFinished } }

  /// Runs `body` with both states, so that nobody sees a dependency written down on one side only.
  private func withState<Result>(
    of other: MiniOperation, _ body: (inout State, inout State) -> Result
  ) -> Result {
    // Two threads that link the same two operations in opposite directions would
    // wait for each other for ever, unless everybody locks in the same order.
    if lock.id.value < other.lock.id.value {
      withState { mine in other.withState { theirs in body(&mine, &theirs) } }
    } else {
      other.withState { theirs in withState { mine in body(&mine, &theirs) } }
    }
  }
}

extension ThreadContext {
  /// Lets go of operations without a chain of a million of them ending on the stack.
  ///
  /// The last reference to each may be the one that goes away here, and the next
  /// link of the chain with it. So the first to come collects what the others
  /// leave behind and works it off in a loop.
  func letGo(of operations: () -> [MiniOperation]) {
    guard dying == nil else {
      dying?.append(contentsOf: operations())
      return
    }
    dying = operations()
    while dying?.popLast() != nil {}
    dying = nil
  }
}
