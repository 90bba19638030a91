import Dispatch
import MiniOperations
import Synchronization

// Eight pictures are developed, three at a time, by five tools.

let pictures = 1...8
let limit = 3

// snippet: operations
func runOperations(_ tally: Tally) {
  let queue = MiniOperationQueue()
  queue.maxConcurrentOperationCount = limit
  for _ in pictures { queue.addOperation { tally.develop() } }
  queue.waitUntilAllOperationsAreFinished()
}
// end

// snippet: dispatch
func runDispatch(_ tally: Tally) {
  let (queue, group) = (DispatchQueue(label: "pictures", attributes: .concurrent), DispatchGroup())
  let slots = DispatchSemaphore(value: limit)
  for _ in pictures {
    // Waits before the work is handed over, and not inside: a waiting block would keep a thread.
    slots.wait()
    queue.async(group: group) {
      tally.develop()
      slots.signal()
    }
  }
  group.wait()
}
// end

// snippet: group
func runTaskGroup(_ tally: Tally) async {
  await withTaskGroup(of: Void.self) { group in
    for picture in pictures {
      // A task group has no limit: wait for one to finish before you add the next.
      if picture > limit { _ = await group.next() }
      group.addTask { await tally.developAsync() }
    }
  }
}
// end

// snippet: stream
func runStream(_ tally: Tally) async {
  let (stream, continuation) = AsyncStream<Int>.makeStream()
  // Pictures arrive from elsewhere, over time.
  for picture in pictures { continuation.yield(picture) }
  continuation.finish()
  await withTaskGroup(of: Void.self) { group in
    var running = 0
    for await _ in stream {
      if running == limit { _ = await group.next() } else { running += 1 }
      group.addTask { await tally.developAsync() }
    }
  }
}
// end

// snippet: actor
actor Darkroom {
  /// Without `await` inside, one call runs after the other; their order is not promised.
  func develop(_ tally: Tally) { tally.enterAndLeave() }
}

func runActor(_ tally: Tally) async {
  let darkroom = Darkroom()
  await withTaskGroup(of: Void.self) { group in
    for _ in pictures { group.addTask { await darkroom.develop(tally) } }
  }
}
// end

/// Counts how many pictures are developed at the same time; the first ones wait until `limit` are.
final class Tally: Sendable {
  private struct State {
    var inside = 0
    var most = 0
    var count = 0
  }

  private let state = Mutex(State())
  private let changed = Condition(name: "tally")

  /// How many were developed, and the largest number at the same time.
  var result: (count: Int, mostAtOnce: Int) { state.withLock { ($0.count, $0.most) } }

  func develop() {
    enter()
    let deadline = SystemTime().now + .seconds(5)
    changed.withLock {
      changed.broadcast()
      while result.mostAtOnce < limit {
        if !changed.wait(until: deadline) { break }
      }
    }
    leave()
  }

  func developAsync() async {
    enter()
    // Without blocking a thread, which all tasks share.
    for _ in 1...10_000 where result.mostAtOnce < limit { await Task.yield() }
    leave()
  }

  func enterAndLeave() {
    enter()
    leave()
  }

  private func enter() {
    state.withLock {
      $0.inside += 1
      $0.most = max($0.most, $0.inside)
    }
  }

  private func leave() {
    state.withLock {
      $0.inside -= 1
      $0.count += 1
    }
  }
}

// snippet: reentrant
/// An account whose method awaits between reading and writing.
actor Account {
  private(set) var balance = 100
  private var readers = 0

  func withdraw(_ amount: Int) async {
    let before = balance
    readers += 1
    // While this call awaits, the actor runs the other one.
    while readers < 2 { await Task.yield() }
    balance = before - amount
  }
}
// end

/// Runs asynchronous work from the lesson's main thread, which no task needs, and waits for it there.
func fromMain<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) -> Value {
  let done = DispatchSemaphore(value: 0)
  let result = Mutex<Value?>(nil)
  Task.detached {
    let value = await body()
    result.withLock { $0 = value }
    done.signal()
  }
  done.wait()
  return result.withLock { $0! }
}
