import Foundation
import Synchronization
import TestSupport

/// The parts of an operation's subclass, as closures: each shape that a program gives a subclass is written
/// once.
package struct Hooks<Job: OperationKind>: Sendable {
  package var main: @Sendable (Job) -> Void = { _ in }
  /// In place of `start()`.
  package var start: (@Sendable (Job) -> Void)?
  package var isAsynchronous = false
  /// A condition of the subclass's own, in addition to that of `super`.
  package var isOpen: @Sendable () -> Bool = { true }
  package var isExecuting: (@Sendable () -> Bool)?
  package var isFinished: (@Sendable () -> Bool)?
  /// Finishes an operation that is not finished when its `start()` or `main()` returns.
  package var end: @Sendable (Job) -> Void = { _ in }
  /// Makes the condition true, announced or not.
  package var open: @Sendable (Job, _ isAnnounced: Bool) -> Void = { _, _ in }

  package init(main: @escaping @Sendable (Job) -> Void = { _ in }) { self.main = main }
}

/// The form of an operation that finishes later than its default `start()` returns.
package enum LaterShape: Sendable {
  /// It overrides `main` and `isFinished`.
  case mainOnly
  /// It overrides `start()` too, calls `super` first and continues after it.
  case callsSuper
}

extension Framework {
  /// The usual subclass: the task is in `main`.
  package static func makeTask(_ task: @escaping @Sendable (Job) -> Void) -> Job { make(Hooks(main: task)) }

  /// An operation that writes this into the trace when it runs.
  package static func makeTask(_ name: String, _ trace: Trace) -> Job { makeTask { _ in trace(name) } }

  /// The asynchronous subclass: it executes after `start` has returned, until ``end(_:)``.
  package static func makeManual(
    announcing announced: [String] = ["isExecuting", "isFinished"], _ task: @escaping @Sendable (Job) -> Void
  ) -> Job {
    let flags = Flags()
    @Sendable func change(_ job: Job, _ keys: [String], _ body: () -> Void) {
      let keys = keys.filter { announced.contains($0) }
      for key in keys { job.willChangeValue(forKey: key) }
      body()
      for key in keys { job.didChangeValue(forKey: key) }
    }
    let end: @Sendable (Job) -> Void = { job in
      change(job, ["isExecuting", "isFinished"]) {
        flags.isExecuting = false
        flags.isFinished = true
      }
    }
    var hooks = Hooks<Job>()
    hooks.isAsynchronous = true
    hooks.isExecuting = { flags.isExecuting }
    hooks.isFinished = { flags.isFinished }
    hooks.start = { job in
      guard !job.isCancelled else { return end(job) }
      change(job, ["isExecuting"]) { flags.isExecuting = true }
      task(job)
    }
    hooks.end = end
    return make(hooks)
  }

  /// The subclass with a condition of its own, which is false until ``openGate(of:isAnnounced:)``.
  package static func makeGated(_ task: @escaping @Sendable (Job) -> Void) -> Job {
    let flags = Flags()
    var hooks = Hooks(main: task)
    hooks.isOpen = { flags.isOpen }
    hooks.open = { job, isAnnounced in
      if isAnnounced { job.willChangeValue(forKey: "isReady") }
      flags.isOpen = true
      if isAnnounced { job.didChangeValue(forKey: "isReady") }
    }
    return make(hooks)
  }

  /// A subclass whose work continues after `main` has returned, until ``end(_:)``.
  package static func makeLater(_ shape: LaterShape, _ task: @escaping @Sendable (Job) -> Void) -> Job {
    let flags = Flags()
    let end: @Sendable (Job) -> Void = { job in
      job.willChangeValue(forKey: "isFinished")
      flags.isFinished = true
      job.didChangeValue(forKey: "isFinished")
    }
    var hooks = Hooks(main: task)
    hooks.isFinished = { flags.isFinished }
    if shape == .callsSuper {
      // As in "Advanced NSOperations" of 2015: the default start does its part, and cancelling finishes it.
      hooks.start = { job in
        startOfSuper(job)
        if job.isCancelled { end(job) }
      }
    }
    hooks.end = end
    return make(hooks)
  }

  /// A subclass whose `start()` calls `super` on another thread.
  package static func makeStartedElsewhere(_ task: @escaping @Sendable (Job) -> Void) -> Job {
    var hooks = Hooks(main: task)
    hooks.start = { job in Thread.detachNewThread { startOfSuper(job) } }
    return make(hooks)
  }

  package static func end(_ job: Job) { hooks(of: job)?.end(job) }

  package static func openGate(of job: Job, isAnnounced: Bool) { hooks(of: job)?.open(job, isAnnounced) }
}

/// What the subclasses change.
private final class Flags: Sendable {
  private let executing = Atomic(false)
  private let finished = Atomic(false)
  private let open = Atomic(false)

  var isExecuting: Bool {
    get { executing.load(ordering: .sequentiallyConsistent) }
    set { executing.store(newValue, ordering: .sequentiallyConsistent) }
  }
  var isFinished: Bool {
    get { finished.load(ordering: .sequentiallyConsistent) }
    set { finished.store(newValue, ordering: .sequentiallyConsistent) }
  }
  var isOpen: Bool {
    get { open.load(ordering: .sequentiallyConsistent) }
    set { open.store(newValue, ordering: .sequentiallyConsistent) }
  }
}
