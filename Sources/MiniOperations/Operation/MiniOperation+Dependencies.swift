import Synchronization

// How operations wait for each other.
//
// A dependency is recorded on both sides: the operation that waits keeps the
// other alive and lists it in `dependencies`; the other lists its dependents,
// which it releases when it finishes. The list of dependents decides which
// operations still wait: the step that removes an entry, the finish or a removal,
// lowers that operation's count, and no other step does.

extension MiniOperation {
  final func link(to dependency: MiniOperation) {
    guard dependency !== self else {
      return Misuse.dependsOnItself(self).report()
    }
    guard !isObserved(withDependency: true, dependency) else { return }
    // Asked once, before locking, because a subclass may answer. Afterwards only
    // an announcement counts.
    let isFinished = dependency.isFinished
    var isNew = false
    var change = Lifecycle.ReadinessChange.none
    changing(.dependencies) {
      (isNew, change) = withState(of: dependency) { state, other in
        let node = state.makeNode()
        if node.lists(dependency, other: &other) { return (false, .none) }
        node.dependencies.append(StrongLink(operation: dependency))
        if isFinished || other.lifecycle.isFinished {
          node.isListedByAll = false
          return (true, .none)
        }
        if !node.isLinked {
          node.isLinked = true
          if state.owner != nil || state.observers != nil { state.updateListener(of: self) }
        }
        other.makeNode().dependents.append(node)
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
        guard let node = state.node, node.dependencies.remove(ObjectIdentifier(dependency)) else {
          return false
        }
        if other.node?.dependents.remove(node.id) == true { change = state.lifecycle.dependencyLeft() }
        return true
      }
    }
    announce(change)
  }

  /// Whether observers must be notified: not if `dependency` is listed, or not, already.
  private final func isObserved(withDependency isListed: Bool, _ dependency: MiniOperation) -> Bool {
    guard currentFlags.contains(.observed) else { return false }
    return withState { $0.node?.dependencies.contains(ObjectIdentifier(dependency)) ?? false } == isListed
  }

  /// The dependencies that this operation still waits for.
  final var unfinishedDependencies: [MiniOperation] { dependencies.filter { !$0.isFinished } }

  /// Runs `body` with both states, so that no thread sees a dependency recorded on one side only.
  private func withState<Result>(
    of other: MiniOperation, _ body: (inout State, inout State) -> Result
  ) -> Result {
    // Two threads that link the same two operations in opposite directions would
    // wait for each other forever, unless all lock in the same order.
    if lock.id.value < other.lock.id.value {
      lock.lock("operation \(label)")
      other.lock.lock("operation \(other.label)")
    } else {
      other.lock.lock("operation \(other.label)")
      lock.lock("operation \(label)")
    }
    defer {
      lock.unlock()
      other.lock.unlock()
    }
    return changeState { mine in other.changeState { theirs in body(&mine, &theirs) } }
  }
}

extension MiniOperation.DependencyNode {
  /// Whether `dependency`, whose state `other` is, is listed here; called under both locks.
  ///
  /// Both sides list a dependency that has not finished, so the shorter list answers. Of many that wait for
  /// one, and of one that waits for many, each has a short list: no search takes long, and no index is made.
  fileprivate func lists(_ dependency: MiniOperation, other: inout MiniOperation.State) -> Bool {
    if isListedByAll && !other.lifecycle.isFinished {
      let count = other.node?.dependents.count ?? 0
      if count == 0 { return false }
      if count < dependencies.count { return other.node?.dependents.contains(id) == true }
    }
    return dependencies.contains(ObjectIdentifier(dependency))
  }
}
