import Foundation
import Synchronization

extension MiniOperation {
  /// What an operation's lock guards.
  ///
  /// It is kept small, because it travels: one thread makes an operation,
  /// another runs it, and the memory goes from core to core.
  struct State {
    var lifecycle = Lifecycle()
    var priority = QueuePriority.normal
    /// The queue that has the operation, from ``claim(_:for:)`` until it has finished.
    ///
    /// This is the only place that says so. `entry.place` is the place within that queue, and a thread's
    /// context says on which thread the queue has called `start()`.
    ///
    /// Safe without being counted: a queue keeps itself alive while it has
    /// operations. A count that every thread changes for every operation would
    /// cost more than all the rest.
    var owner: Unmanaged<MiniOperationQueue>?
    var completionBlock: (@Sendable () -> Void)?
    var observers: Observers?
    /// What most operations do without; see `DependencyNode`.
    private(set) var node: DependencyNode?

    var queue: MiniOperationQueue? { owner?.takeUnretainedValue() }
  }
}

extension MiniOperation.State {
  /// The answer to a queue that wants an operation.
  enum Claim {
    case claimed
    case hasQueue(MiniOperationQueue)
    case executes
    case finished
  }

  /// Gives `operation`, whose state this is, to `queue`, if it is in no queue and has not begun.
  mutating func claim(_ operation: MiniOperation, for queue: MiniOperationQueue) -> Claim {
    if let owner = self.queue { return .hasQueue(owner) }
    switch lifecycle.phase {
    case .waiting:
      give(operation, to: queue)
      return .claimed
    case .executing, .awaitingFinish: return .executes
    case .finished: return .finished
    }
  }

  /// Gives `operation`, whose state this is, to a queue, or takes it from one.
  mutating func give(_ operation: MiniOperation, to queue: MiniOperationQueue?) {
    owner = queue.map(Unmanaged.passUnretained)
    if node != nil { updateListener(of: operation) }
  }

  /// The node, made now if missing.
  mutating func makeNode() -> MiniOperation.DependencyNode {
    if let node { return node }
    let node = MiniOperation.DependencyNode()
    self.node = node
    return node
  }

  var name: String? { node?.name }
  var quality: QualityOfService { node?.quality ?? .default }
}

/// The part of an operation's state that can be read without its lock.
///
/// They are written under the lock, all at once, so a reader never sees a mixture.
struct Flags: OptionSet {
  var rawValue: UInt32

  static let ready = Flags(rawValue: 1)
  static let executing = Flags(rawValue: 2)
  static let awaitingFinish = Flags(rawValue: 4)
  static let cancelled = Flags(rawValue: 8)
  /// A key of the operation has an observer.
  static let observed = Flags(rawValue: 16)
  /// A queue has the operation and needs its announcements.
  static let queued = Flags(rawValue: 32)
  static let finished = Flags(rawValue: 64)

  /// What a new operation has: it is ready, and its priority normal.
  static let ofNewOperation = Flags(rawValue: 1 | 2 << 8)

  private static let priorityShift: UInt32 = 8

  var priority: MiniOperation.QueuePriority {
    MiniOperation.QueuePriority(rawValue: Int(rawValue >> Flags.priorityShift & 0xF) * 4 - 8) ?? .normal
  }

  private static let qualityShift: UInt32 = 12
  private static let qualities: [QualityOfService] = [
    .default, .background, .utility, .userInitiated, .userInteractive,
  ]

  var quality: QualityOfService { Flags.qualities[Int(rawValue >> Flags.qualityShift)] }

  init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Reads the state without changing it; `inout` avoids a copy on this hot path.
  init(_ state: inout MiniOperation.State) {
    rawValue = UInt32((state.priority.rawValue + 8) / 4) << Flags.priorityShift
    if state.quality != .default {
      rawValue |= UInt32(Flags.qualities.firstIndex(of: state.quality) ?? 0) << Flags.qualityShift
    }
    if state.lifecycle.isReady { insert(.ready) }
    switch state.lifecycle.phase {
    case .waiting: break
    case .executing: insert(.executing)
    case .awaitingFinish: insert(.awaitingFinish)
    case .finished: insert(.finished)
    }
    if state.lifecycle.isCancelled { insert(.cancelled) }
    if state.observers != nil { insert(.observed) }
    if state.owner != nil { insert(.queued) }
  }
}

extension MiniOperation {
  /// The flags as they are now.
  final var currentFlags: Flags {
    Direction.reach(.look, of: lock.id, "read the state of \(label)")
    return flagsWithoutStep
  }

  /// The flags, where no other thread's step could change what the caller does with them.
  private final var flagsWithoutStep: Flags { Flags(rawValue: flags.load(ordering: .acquiring)) }

  /// What the default `isFinished` answers: nothing is left to do for the default `start()`.
  final var isFinishedByDefault: Bool {
    // The last step of `start()` depends on the calling thread alone; no other can change the answer.
    if !flagsWithoutStep.isDisjoint(with: [.executing, .cancelled]), ThreadContext.leavesStart(of: self) {
      return true
    }
    return !currentFlags.isDisjoint(with: [.awaitingFinish, .finished])
  }

  /// Whether dependencies allow a start, whatever a subclass returns; only a stall report depends on it, so
  /// no step.
  final var isReadyByDefault: Bool { flagsWithoutStep.contains(.ready) }

  /// The observers of this operation, if there are any.
  final var observers: Observers? {
    currentFlags.contains(.observed) ? withState { $0.observers } : nil
  }

  /// How many announcements the queue has received so far.
  final var changeCount: UInt32 {
    Direction.reach(.look, of: lock.id, "read the change counter of \(label)")
    return changes.load(ordering: .acquiring)
  }

  /// Counts one more announcement to the queue, and returns the new count.
  final func noteChange() -> UInt32 {
    Direction.reach(.count, of: lock.id, "raise the change counter of \(label)")
    return changes.add(1, ordering: .acquiringAndReleasing).newValue
  }
}
