/// A source of work for worker threads.
package protocol WorkSource: AnyObject, Sendable {
  /// Runs work on the calling thread; true when another worker should be requested.
  func runWork(for lease: WorkerLease, sentBy sender: any Workers) -> Bool

  /// Whether a worker with this lease would find work now.
  func hasNext(for lease: WorkerLease) -> Bool
}

/// How much of a source's work a worker runs.
@usableFromInline
package enum WorkerLease: Sendable {
  /// One piece of work; then other sources are served.
  case onePiece
  /// As long as there is work.
  case untilIdle
  /// This piece of work, if it is next.
  case only(any AnyObject & Sendable)

  /// Whether the worker takes the work that is next.
  @inlinable
  package func allows(_ next: @autoclosure () -> AnyObject?, isFirst: Bool) -> Bool {
    switch self {
    case .onePiece: isFirst
    case .untilIdle: true
    case .only(let work): isFirst && next() === work
    }
  }
}

/// Brings threads to the sources that request them: *where* and *when*, never *what*.
///
/// A queue knows which operation is next and requests a worker. The worker takes the operation
/// that is next when it arrives. Four kinds of workers exist: the
/// threads of a ``WorkerPool``, a dispatch queue, ``SteppedWorkers`` that
/// do nothing until a test calls them, and the threads of a schedule.
package protocol Workers: AnyObject, Sendable {
  /// Sends one worker to `source` as soon as one is free.
  func requestWorker(for source: any WorkSource)

  /// Wakes a worker that waits for `source`, if no other thread is free and it could run the next work.
  ///
  /// Called whenever that may have changed: after a request, when a worker begins to wait, when another
  /// operation is next.
  func wakeWaitingWorker(for source: any WorkSource)

  /// How many threads there are if all of them are busy while calls wait, else nil.
  var busyThreads: Int? { get }
}

extension Workers {
  package func wakeWaitingWorker(for source: any WorkSource) {}
  package var busyThreads: Int? { nil }
}

/// One block that a worker runs, a completion block for instance.
package final class BlockJob: WorkSource {
  private let block: Locked<(@Sendable () -> Void)?>

  package init(_ block: @escaping @Sendable () -> Void) { self.block = Locked(block) }

  package func runWork(for lease: WorkerLease, sentBy sender: any Workers) -> Bool {
    let block = block.withLock { $0.take() }
    Platform.pooled { block?() }
    return false
  }

  package func hasNext(for lease: WorkerLease) -> Bool { block.withLock { $0 != nil } }
}
