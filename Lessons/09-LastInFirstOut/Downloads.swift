import MiniOperations

// snippet: newest
/// Downloads in a queue that starts the newest of the ready operations.
func newestFirstQueue(limit: Int) -> Downloads {
  let downloads = Downloads(limit: limit)
  downloads.queue.order = .newestFirst
  return downloads
}
// end

/// The order that the user wants: 7 runs when 8 to 14 are added.
let newestFirst = [1, 7, 14, 13, 12, 11, 10, 9, 8, 6, 5, 4, 3, 2]

/// Numbered downloads in a queue, which note when they start and run until the lesson lets them finish.
final class Downloads: @unchecked Sendable {
  // Unchecked: the variables are accessed only while `condition` is locked.
  let queue = MiniOperationQueue()
  private let condition = Condition(name: "downloads")
  private var numbers: [Int] = []
  private var passes = 0
  private var operations: [Int: MiniOperation] = [:]

  init(limit: Int) { queue.maxConcurrentOperationCount = limit }

  /// The downloads that have started, in that order.
  var started: [Int] { condition.withLock { numbers } }

  var order: String { started.map(String.init).joined(separator: " ") }

  // MARK: Downloads that finish by themselves

  /// The user scrolls twice: while 1 runs, 2 to 7 are added, and while 7 runs, 8 to 14.
  func run(_ add: @escaping @Sendable (MiniOperation) -> Void) {
    @Sendable func download(_ number: Int) -> MiniOperation {
      MiniBlockOperation { [self] in
        note(number)
        if number == 1 { for next in 2...7 { add(download(next)) } }
        if number == 7 { for next in 8...14 { add(download(next)) } }
      }
    }
    add(download(1))
    queue.waitUntilAllOperationsAreFinished()
  }

  // MARK: Downloads that wait for the lesson

  /// Adds downloads that run until ``letGo(_:)``; the first three take the slots, one after the other.
  func fill(_ numbers: ClosedRange<Int>, _ add: (MiniOperation) -> Void) {
    for number in numbers {
      add(held(number))
      if number <= 3 { waitUntilStarted(number) }
    }
  }

  private func held(_ number: Int) -> MiniOperation {
    let operation = MiniBlockOperation { [self] in
      note(number)
      condition.withLock {
        let place = numbers.firstIndex(of: number)!
        while passes <= place { condition.wait() }
      }
    }
    operation.name = "download \(number)"
    condition.withLock { operations[number] = operation }
    return operation
  }

  func download(_ number: Int) -> MiniOperation { condition.withLock { operations[number]! } }

  /// Lets the next downloads finish, in the order in which they have started, and waits for them.
  func letGo(_ count: Int) {
    let former = condition.withLock {
      passes += count
      condition.broadcast()
      return passes - count
    }
    waitUntilStarted(former + count)
    for number in started[former..<former + count] { download(number).waitUntilFinished() }
  }

  /// Lets all remaining downloads finish.
  func letAllGo() {
    condition.withLock {
      passes = Int.max
      condition.broadcast()
    }
    queue.waitUntilAllOperationsAreFinished()
  }

  func waitUntilStarted(_ count: Int) {
    condition.withLock { while numbers.count < count { condition.wait() } }
  }

  private func note(_ number: Int) {
    condition.withLock {
      numbers.append(number)
      condition.broadcast()
    }
  }

  // MARK: The waiting downloads

  /// The state of the queue, and the number of dependencies of its waiting downloads.
  struct State: CustomStringConvertible {
    let running: Int
    let waiting: Int
    let ready: Int
    let dependencies: Int

    var description: String {
      "\(running) running, \(waiting) waiting, \(ready) of them ready, \(dependencies) dependencies"
    }
  }

  var state: State {
    let here = queue.operations.filter { !$0.isFinished }
    let waiting = here.filter { !$0.isExecuting }
    return State(
      running: here.count - waiting.count, waiting: waiting.count, ready: waiting.count(where: \.isReady),
      dependencies: waiting.reduce(0) { $0 + $1.dependencies.count })
  }
}
