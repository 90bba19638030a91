// How an operation begins.

extension MiniOperation {
  /// The name, or else the type: what messages call this operation.
  final var displayName: String { name ?? "\(type(of: self))" }

  /// Who calls the default `start()`.
  enum Starter {
    /// A worker of the queue that has the operation.
    case worker
    /// The operation's own `start()`, which the queue has called, on any thread.
    case otherThread
    /// The program, for an operation that is in no queue.
    case hand
  }

  /// The queue that has called `start()` and has not seen the end.
  final var queueThatStarts: MiniOperationQueue? {
    guard currentFlags.contains(.queued), let queue = withState({ $0.queue }) else { return nil }
    return queue.hasStarted(self) ? queue : nil
  }

  /// The default `start()`.
  final func begin(for starter: Starter, on context: ThreadContext) {
    // A queue has already decided to start it. A dependency that was added
    // since then is too late, and not a reason to refuse.
    let mayStart = starter != .hand || isReady
    let (action, observers) = withState { state -> (Lifecycle.StartAction, Observers?) in
      if starter == .hand && state.owner != nil { return (.refuse(.startedWhileQueued), nil) }
      return (state.lifecycle.start(isReady: mayStart), state.observers)
    }
    switch action {
    case .runMain:
      Direction.note("\(label) begins main")
      observers?.announce(.isExecuting, on: self, from: false, to: true)
      let progress = context.queueThatCounts(for: starter)?.makeOperationProgress()
      progress?.becomeCurrent()
      context.run(self) { main() }
      finish(starter, wasExecuting: true, observers, progress, on: context)
    case .finishOnly:
      finish(starter, wasExecuting: false, observers, nil, on: context)
    case .returnSilently:
      return
    case .refuse(let rule):
      refuseStart(rule, starter)
    }
  }

  private final func refuseStart(_ rule: Misuse.Rule, _ starter: Starter) {
    let name = displayName
    switch rule {
    case .startedWhileExecuting where withState({ $0.lifecycle.isExecutionAnnounced }):
      Misuse(
        rule, self,
        "'\(name)' announced isExecuting, and then its start() called super.start(), which begins nothing twice.",
        instead: "Call super.start() without announcing isExecuting, or do not call it."
      ).report()
    case .startedWhileExecuting where starter == .worker:
      // A worker is never misuse: a start by hand, on another thread, has overtaken it.
      refuseStart(.startedWhileQueued, starter)
    case .startedWhileQueued:
      Misuse(
        rule, self, "'\(name)' was started by hand, but a queue has it and will start it.",
        instead: "Either add it to a queue or call start(), not both."
      ).report()
    case .startedWhileExecuting:
      Misuse(
        rule, self, "'\(name)' was started while it executes.",
        instead: "An operation runs once; make a new one for another run."
      ).report()
    default:
      let waitsFor = unfinishedDependencies.map { "'\($0.displayName)'" }.joined(separator: ", ")
      let reason = waitsFor.isEmpty ? "its isReady is false" : "it waits for \(waitsFor)"
      Misuse(
        .startedBeforeReady, self, "'\(name)' was started before it was ready: \(reason).",
        instead: "Add it to a queue, or start it when isReady is true."
      ).report()
    }
  }
}
