import Dispatch

/// Workers borrowed from a dispatch queue: an `underlyingQueue`, or the main queue.
///
/// Each does one piece of work and returns, so that everything else on
/// that dispatch queue, the events of a main thread above all, gets its turn.
package final class DispatchWorkers: Workers {
  package let queue: DispatchQueue

  package init(_ queue: DispatchQueue) { self.queue = queue }

  package func requestWorker(for source: any WorkSource) {
    queue.async { [self] in
      if source.runWork(for: .onePiece, sentBy: self) { requestWorker(for: source) }
    }
  }
}
