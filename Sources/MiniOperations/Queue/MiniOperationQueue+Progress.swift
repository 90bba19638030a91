import Foundation
import Synchronization

extension MiniOperationQueue {
  final func madeProgress() -> Progress {
    let progress = withState { state -> Progress in
      if let progress = state.progress { return progress }
      // One that another operation reads first is no part of that operation's progress.
      let progress = Progress.discreteProgress(totalUnitCount: 0)
      state.progress = progress
      return progress
    }
    hasProgress.store(true, ordering: .releasing)
    return progress
  }

  /// Counts one operation, if the program has set how many there will be.
  final func countProgress() {
    guard let progress = withState({ $0.progress }) else { return }
    progressLock.withWord {
      if progress.totalUnitCount > 0 { progress.completedUnitCount += 1 }
    }
  }

  /// Makes a part of the queue's progress for one operation; nil if the program has not set how many there
  /// will be.
  final func makeOperationProgress() -> OperationProgress? {
    guard let progress = withState({ $0.progress }) else { return nil }
    return progressLock.withWord {
      progress.totalUnitCount > 0 ? OperationProgress(partOf: progress) : nil
    }
  }
}

/// The progress of one operation, one unit of its queue's.
///
/// While `main()` runs it is the thread's current one. A `Progress` that the task creates there becomes its
/// child and counts in the queue's fraction; without one, the unit is complete when the operation has
/// finished.
struct OperationProgress {
  private let progress = Progress.discreteProgress(totalUnitCount: 1)

  fileprivate init(partOf queueProgress: Progress) {
    queueProgress.addChild(progress, withPendingUnitCount: 1)
  }

  func becomeCurrent() { progress.becomeCurrent(withPendingUnitCount: 1) }

  /// Completes the unit, unless the task has made a progress that does; on the thread that made it current.
  func resign() { progressLock.withWord { progress.resignCurrent() } }

  /// Leaves the unit open, and returns the rest, to be completed when the operation has finished.
  func resignUnfinished() -> Progress {
    // A progress that was made current and has a child waits for that child. It takes the first one only, so
    // this one has no effect if the task has made a progress.
    let rest = Progress(totalUnitCount: 1)
    progressLock.withWord { progress.resignCurrent() }
    return rest
  }
}

/// What counts an operation that has finished later than its default `start()` returned.
struct UncountedProgress {
  /// The rest of its unit; nil if no progress was requested when it started.
  let rest: Progress?
  let queue: MiniOperationQueue?

  func count() {
    guard let rest else { return queue?.countProgress() ?? () }
    progressLock.withWord { rest.completedUnitCount = 1 }
  }
}

/// Foundation's progress loses units that two threads count at the same time.
///
/// A lock without a value, because a value of size zero in a `ProcessWide` has the
/// address of its object. That is read without the lock, and the thread sanitizer
/// confuses the two.
private let progressLock = Lock()
