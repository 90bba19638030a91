import Foundation
import Synchronization

/// The part of an operation's state that can be read without its lock.
///
/// They are written under the lock, all at once, so a reader never sees a mixture.
struct Flags: OptionSet {
  var rawValue: UInt32

  static let ready = Flags(rawValue: 1)
  static let executing = Flags(rawValue: 2)
  static let finished = Flags(rawValue: 4)
  static let cancelled = Flags(rawValue: 8)
  /// A key of the operation has an observer.
  static let observed = Flags(rawValue: 16)
  /// A queue has the operation and needs its announcements.
  static let queued = Flags(rawValue: 32)
  /// The operation has ended; `finished` alone is only the default answer of `isFinished`.
  static let ended = Flags(rawValue: 64)

  /// Whether a thread may be in the last step of the default `start()`; otherwise no thread's context matters.
  var mayBeFinishing: Bool { !isDisjoint(with: [.executing, .cancelled]) }

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
    let lifecycle = state.lifecycle
    if lifecycle.isReady { insert(.ready) }
    if lifecycle.isExecuting { insert(.executing) }
    if lifecycle.isFinished { insert(.finished) }
    if lifecycle.hasFinished { insert(.ended) }
    if lifecycle.isCancelled { insert(.cancelled) }
    if state.observers != nil { insert(.observed) }
    if state.owner != nil { insert(.queued) }
  }
}

extension MiniOperation {
  private final func reachLook() {
    // In the last step of `start()` the answer depends on the calling thread alone; no other can change it.
    if ThreadContext.isFinishing(self) { return }
    Direction.reach(.look, of: lock.id, "read the state of \(label)")
  }

  /// The flags as they are now.
  final var currentFlags: Flags {
    if Direction.isOn { reachLook() }
    return Flags(rawValue: flags.load(ordering: .acquiring))
  }

  /// Whether dependencies allow a start, whatever a subclass returns; only a stall report depends on it, so no step.
  final var isReadyByDefault: Bool { Flags(rawValue: flags.load(ordering: .acquiring)).contains(.ready) }

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
