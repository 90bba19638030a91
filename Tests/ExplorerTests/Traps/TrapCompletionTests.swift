import Foundation
import MiniOperations
import Synchronization
import TestSupport
import Testing

@testable import Documents

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What happens twice, never, or too late at the end of an operation.
@Suite struct `Traps at the end of an operation` {
  private let main = DispatchQueue(label: "main")
  private let request = URLRequest(url: URL(string: "http://localhost/")!)

  @Test func `T13: a completion block of another operation keeps an operation alive`() {
    let group = DispatchGroup()
    group.enter()  // Another operation's block, which has not run yet.
    weak var remembered: AFURLConnectionOperation?
    do {
      let operation = AFURLConnectionOperation(request: request, mainQueue: main)
      operation.completionGroup = group
      operation.completionBlock = {}
      operation.completionBlock?()
      remembered = operation
    }
    main.sync {}
    #expect(remembered != nil, "its own block has run, but the group is not empty")
    group.leave()
    AFURLConnectionOperation.groupQueue.sync(flags: .barrier) {}
    #expect(remembered == nil)
  }

  @Test func `T13, repaired: an operation waits for no other completion block`() {
    let group = DispatchGroup()
    group.enter()
    weak var remembered: Repaired.AFURLConnectionOperation?
    do {
      let operation = Repaired.AFURLConnectionOperation(
        request: request, completionGroup: group, mainQueue: main)
      operation.completionBlock = {}
      operation.completionBlock?()
      remembered = operation
    }
    main.sync {}
    #expect(remembered == nil)
    group.leave()
  }

  @Test func `T15: a callback that comes twice announces the end twice`() {
    let ends = Counter()
    let operation = TestOperation(mainQueue: main) { completion in
      completion(nil)
      completion(nil)
    }
    let observation = operation.observe(\.isFinished) { _, _ in ends.raise() }
    operation.start()
    #expect(ends.value == 2)
    observation.invalidate()
  }

  @Test func `T15, repaired: the second callback is ignored`() {
    let ends = Counter()
    let operation = Repaired.TestOperation(mainQueue: main) { completion in
      completion(nil)
      completion(nil)
      return {}
    }
    let observation = operation.observe(\.isFinished) { _, _ in ends.raise() }
    operation.start()
    #expect(ends.value == 1)
    observation.invalidate()
  }

  @Test func `T15: a running download does not notice a cancel`() {
    let operation = TestOperation(mainQueue: main) { _ in }
    operation.start()
    operation.cancel()
    #expect(operation.isCancelled && operation.isExecuting && !operation.isFinished)
  }

  @Test func `T15, repaired: a cancel stops the download and ends the operation`() {
    let (stops, posts) = (Counter(), Counter())
    let token = NotificationCenter.default.addObserver(forName: .init("T15"), object: nil, queue: nil) { _ in
      posts.raise()
    }
    let operation = Repaired.TestOperation(notificationName: "T15", mainQueue: main) { done in
      // A stopped download calls back, and that is too late.
      {
        stops.raise()
        done(nil)
      }
    }
    operation.start()
    operation.cancel()
    main.sync {}
    #expect(stops.value == 1 && operation.isFinished && !operation.isExecuting)
    #expect(posts.value == 0, "no result of a download that was cancelled")
    NotificationCenter.default.removeObserver(token)
  }

  @Test func `T19: an error jumps over the last line, and it executes forever`() async {
    let operation = Watched { throw CancellationError() }
    await operation.start(thenAwait: operation.mainHasReturned)
    #expect(operation.isExecuting && !operation.isFinished)
  }

  @Test func `T19, repaired: it finishes, whatever its work throws`() async {
    let operation = WatchedRepaired { throw CancellationError() }
    await operation.start(thenAwait: operation.mainHasReturned)
    #expect(!operation.isExecuting && operation.isFinished)
  }

  @Test func `T19, repaired: the error is kept, and what was acquired is released`() throws {
    let cleanings = Counter()
    let operation = Repaired.MyNonConcurrentOperation(data: 1, cleanUp: { cleanings.raise() }) { _ in
      throw CancellationError()
    }
    operation.start()
    guard case .failed(let error) = operation.outcome else {
      Issue.record("the outcome is \(String(describing: operation.outcome))")
      return
    }
    #expect(error is CancellationError && cleanings.value == 1 && operation.isFinished)
  }

  @Test func `T24: a cancelled dependency releases its dependents only after its start`() {
    let trace = Trace()
    let workers = SteppedWorkers()
    let queue = MiniOperationQueue(workers: workers)
    let first = MiniBlockOperation { trace("first") }
    let second = MiniBlockOperation { trace("second") }
    second.addDependency(first)
    queue.isSuspended = true
    queue.addOperations([first, second], waitUntilFinished: false)
    first.cancel()
    trace("cancelled, ready: \(second.isReady)")
    queue.isSuspended = false
    workers.run()
    #expect(trace.events == ["cancelled, ready: false", "second"])
  }
}

// MARK: - Fixtures

// Both say when the thread of the operation is about to end, which an operation does not say otherwise.

private final class Watched: MyConcurrentOperation, @unchecked Sendable {
  let mainHasReturned = Signal()

  override func main() {
    super.main()
    mainHasReturned.give()
  }
}

private final class WatchedRepaired: Repaired.MyConcurrentOperation, @unchecked Sendable {
  let mainHasReturned = Signal()

  override func main() {
    super.main()
    mainHasReturned.give()
  }
}

/// Lets one task wait until some thread has come so far.
private final class Signal: Sendable {
  private let receiver = Mutex<CheckedContinuation<Void, Never>?>(nil)

  func give() { receiver.withLock { $0.take() }?.resume() }

  func expect(_ continuation: CheckedContinuation<Void, Never>) { receiver.withLock { $0 = continuation } }
}

extension MiniOperation {
  fileprivate func start(thenAwait signal: Signal) async {
    await withCheckedContinuation { continuation in
      signal.expect(continuation)
      start()
    }
  }
}
