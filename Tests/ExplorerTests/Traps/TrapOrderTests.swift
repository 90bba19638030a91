import Documents
import MiniOperations
import TestSupport
import Testing

/// The newest first, by dependencies and without.
@Suite struct `Traps of last in, first out` {
  private let workers = SteppedWorkers()
  private let trace = Trace()

  @Test func `T17, repaired: the newest comes first`() {
    let downloader = Repaired.SDWebImageDownloader(queue: serialQueue())
    run(downloader.add)
    #expect(trace.events.joined(separator: " ") == "1 7 14 13 12 11 10 9 8 6 5 4 3 2")
  }

  @Test func `T17, repaired: all that wait stay ready, without a dependency`() {
    let queue = serialQueue()
    queue.isSuspended = true
    let downloader = Repaired.SDWebImageDownloader(queue: queue)
    for _ in 1...7 { downloader.add(MiniOperation()) }
    #expect(queue.operations.map(\.isReady) == [true, true, true, true, true, true, true])
    #expect(queue.operations.map(\.dependencies.count) == [0, 0, 0, 0, 0, 0, 0])
  }

  private func serialQueue() -> MiniOperationQueue {
    let queue = MiniOperationQueue(workers: workers)
    queue.maxConcurrentOperationCount = 1
    return queue
  }

  /// Adds 1; while it runs, 2 to 7; while 7 runs, 8 to 14.
  private func run(_ add: @escaping @Sendable (MiniOperation) -> Void) {
    let trace = trace
    @Sendable func download(_ number: Int) -> MiniOperation {
      MiniBlockOperation {
        trace("\(number)")
        if number == 1 { for next in 2...7 { add(download(next)) } }
        if number == 7 { for next in 8...14 { add(download(next)) } }
      }
    }
    add(download(1))
    workers.run()
  }
}
