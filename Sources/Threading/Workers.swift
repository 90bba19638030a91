/// A source of work for worker threads.
package protocol Employer: AnyObject, Sendable {
  /// Lets the calling worker work; true when it should be sent again.
  func employ(for stay: WorkerStay, sentBy sender: any Workers) -> Bool

  /// Whether a worker that comes now and stays for this would find work.
  func hasNext(for stay: WorkerStay) -> Bool
}

/// How long a worker stays with the employer that it was brought to.
@usableFromInline
package enum WorkerStay: Sendable {
  /// For one piece of work; then others get their turn.
  case onePiece
  /// As long as there is work.
  case untilIdle
  /// For this piece of work, if it is the one that is next.
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

/// Brings threads to the employers that ask for them: *where* and *when*, never *what*.
///
/// A queue knows which operation is next and asks for a worker. The worker that
/// comes takes whatever is next by then. Three kinds of workers exist: the
/// threads of a ``WorkerPool``, a dispatch queue, and ``SteppedWorkers`` that
/// do nothing until a test calls them.
package protocol Workers: AnyObject, Sendable {
  /// Sends one worker to `employer`, as soon as one is free.
  func bring(to employer: any Employer)

  /// Lets a worker that waits for `employer` answer a call for which no thread is free, if it can do so now.
  ///
  /// Called whenever that may have changed: a call comes, a worker begins to wait, another operation is next.
  func callStandby(for employer: any Employer)

  /// How many threads there are if all of them are busy while calls wait, else nil.
  var busyThreads: Int? { get }
}

extension Workers {
  package func callStandby(for employer: any Employer) {}
  package var busyThreads: Int? { nil }
}

/// Employs one worker for one block, a completion block for instance.
package final class Errand: Employer {
  private let block: Locked<(@Sendable () -> Void)?>

  package init(_ block: @escaping @Sendable () -> Void) { self.block = Locked(block) }

  package func employ(for stay: WorkerStay, sentBy sender: any Workers) -> Bool {
    let block = block.withLock { $0.take() }
    Platform.pooled { block?() }
    return false
  }

  package func hasNext(for stay: WorkerStay) -> Bool { block.withLock { $0 != nil } }
}
