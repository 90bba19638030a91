// The messages: what happened, and what to do instead.

extension Misuse {
  // MARK: Adding

  /// `queue` has the operation; nil for the queue to which it was added.
  static func addedTwice(_ operation: MiniOperation, _ queue: MiniOperationQueue?) -> Misuse {
    let owner = queue.map { "'\($0.name ?? "another queue")'" } ?? "this queue"
    return Misuse(
      .addedTwice, operation,
      "'\(operation.displayName)' was added to a queue, but \(owner) has it already.",
      instead: "Add it once; for another run make a new one.")
  }

  static func addedTwiceInOneCall(_ operation: MiniOperation) -> Misuse {
    Misuse(
      .addedTwice, operation, "'\(operation.displayName)' is in the array of one call twice.",
      instead: "Add it once; for another run make a new one.")
  }

  static func addedWhileExecuting(_ operation: MiniOperation) -> Misuse {
    Misuse(
      .addedWhileExecuting, operation,
      "'\(operation.displayName)' was added to a queue while it executes.",
      instead: "Either add it to a queue or call start(), not both.")
  }

  static func addedAfterFinish(_ operation: MiniOperation) -> Misuse {
    Misuse(
      .addedAfterFinish, operation,
      "'\(operation.displayName)' was added to a queue although it has finished.",
      instead: "An operation runs once; make a new one for another run.")
  }

  // MARK: Starting

  /// `start()` was refused by that rule.
  static func refusedStart(_ rule: Rule, of operation: MiniOperation, by starter: MiniOperation.Starter)
    -> Misuse
  {
    switch rule {
    case .startedWhileExecuting
    where operation.withState({ $0.lifecycle.phase == .executing(by: .announcement) }):
      executionAnnounced(by: operation)
    // A worker's call is never the mistake: a call by hand, on another thread, was faster.
    case .startedWhileExecuting where starter == .worker: startedWhileQueued(operation)
    case .startedWhileExecuting: startedWhileExecuting(operation)
    case .startedWhileQueued: startedWhileQueued(operation)
    default: startedBeforeReady(operation)
    }
  }

  private static func executionAnnounced(by operation: MiniOperation) -> Misuse {
    Misuse(
      .startedWhileExecuting, operation,
      "'\(operation.displayName)' announced isExecuting, and then its start() called super.start(), "
        + "which starts no operation that executes.",
      instead: "Call super.start() without announcing isExecuting, or do not call it.")
  }

  private static func startedWhileQueued(_ operation: MiniOperation) -> Misuse {
    Misuse(
      .startedWhileQueued, operation,
      "'\(operation.displayName)' was started by hand, but a queue has it and will start it.",
      instead: "Either add it to a queue or call start(), not both.")
  }

  private static func startedWhileExecuting(_ operation: MiniOperation) -> Misuse {
    Misuse(
      .startedWhileExecuting, operation, "'\(operation.displayName)' was started while it executes.",
      instead: "An operation runs once; make a new one for another run.")
  }

  private static func startedBeforeReady(_ operation: MiniOperation) -> Misuse {
    let waitsFor = operation.unfinishedDependencies.map { "'\($0.displayName)'" }.joined(separator: ", ")
    let reason = waitsFor.isEmpty ? "its isReady is false" : "it waits for \(waitsFor)"
    return Misuse(
      .startedBeforeReady, operation,
      "'\(operation.displayName)' was started before it was ready: \(reason).",
      instead: "Add it to a queue, or start it when isReady is true.")
  }

  // MARK: Dependencies, waiting, blocks

  static func dependsOnItself(_ operation: MiniOperation) -> Misuse {
    Misuse(
      .dependsOnItself, operation,
      "'\(operation.displayName)' was made to depend on itself, so it could never start.",
      instead: "Leave this dependency out.")
  }

  static func waitsForItself(_ operation: MiniOperation) -> Misuse {
    Misuse(
      .waitsForItself, operation,
      "'\(operation.displayName)' waits for itself to finish, on the thread that runs it.",
      instead: "Return from main() instead, or wait on another thread.")
  }

  static func blockAddedTooLate(_ operation: MiniOperation) -> Misuse {
    Misuse(
      .blockAddedTooLate, operation,
      "A block was added to '\(operation.displayName)', which "
        + (operation.isFinished ? "has finished." : "executes."),
      instead: "Add all blocks before the operation starts, or use another operation.")
  }

  // MARK: Settings of a queue

  static func negativeLimit(_ limit: Int, of queue: MiniOperationQueue) -> Misuse {
    Misuse(
      .negativeLimit, nil, "The limit of '\(queue.name ?? "")' was set to \(limit).",
      instead: "Use 0 to hold the queue, or defaultMaxConcurrentOperationCount for the default limit.")
  }

  static func underlyingQueueRefused(_ queue: MiniOperationQueue, isMain: Bool) -> Misuse {
    let reason = isMain ? "set to the main queue" : "changed while it had operations"
    return Misuse(
      .underlyingQueueRefused, nil, "The underlying queue of '\(queue.label)' was \(reason).",
      instead: "Set it before adding operations, to a queue other than the main queue; for that use "
        + "MiniOperationQueue.main.")
  }

  // MARK: Keys

  /// `operation` is nil for a queue.
  static func unknownKey(_ keyPath: AnyKeyPath, of operation: MiniOperation?) -> Misuse {
    Misuse(
      .unknownKey, operation,
      "\(operation.map { "'\($0.displayName)'" } ?? "A queue") has no registered key for "
        + "\(words(for: keyPath)).",
      instead: "Write \\.isFinished for a key of MiniOperation, and register a subclass's own key with "
        + "MiniOperation.makeObservable(_:as:).")
  }

  /// The key path's description, or its types if the description contains an address.
  private static func words(for keyPath: AnyKeyPath) -> String {
    let path = type(of: keyPath)
    let text = "\(keyPath)"
    return text.contains(" 0x") ? "a property of type \(path.valueType) in \(path.rootType)" : "'\(text)'"
  }
}
