import MiniOperations

// Which keys a queue needs, and who else is told.

/// Two photos in a queue that runs one at a time; the workers run operations only when they are told to.
struct TwoPhotos {
  let workers = SteppedWorkers()
  let queue: MiniOperationQueue
  let first: Download
  let second = Download()

  init(first: Download) {
    queue = MiniOperationQueue(workers: workers)
    queue.name = "photos"
    queue.maxConcurrentOperationCount = 1
    self.first = first
    first.name = "photo 1"
    second.name = "photo 2"
    queue.addOperations([first, second], waitUntilFinished: false)
    workers.run()
  }

  /// Whether photo 2 has begun, as soon as nothing more can happen.
  func hasSecondBegun() -> Bool {
    workers.run()
    return second.isExecuting
  }
}

/// A row of the table: what happens when a download announces these keys, and no others.
func row(_ executing: Bool, _ finished: Bool, isSecondExecuting: Bool) -> String {
  let announced = executing ? finished ? "both" : "isExecuting" : finished ? "isFinished" : "nothing"
  return announced.padding(toColumn: 13) + (isSecondExecuting ? "photo 2 begins" : "photo 2 waits")
}

/// The choices of the table.
let choices = [(false, false), (true, false), (false, true), (true, true)]

/// The table on this framework.
func table() -> [String] {
  choices.map { executing, finished in
    let photos = TwoPhotos(
      first: Download(
        executingKey: executing ? "isExecuting" : nil, finishedKey: finished ? "isFinished" : nil))
    photos.first.photoArrived()
    return row(executing, finished, isSecondExecuting: photos.hasSecondBegun())
  }
}

/// The eight keys of an operation.
let operationKeys = [
  "isCancelled", "isAsynchronous", "isExecuting", "isFinished", "isReady", "dependencies", "queuePriority",
  "completionBlock",
]

/// Observes all keys of an operation; the log is called on the thread that makes the change.
func observeAll(_ operation: MiniOperation, log: @escaping @Sendable (String) -> Void) -> [MiniObservation] {
  operationKeys.map { key in
    operation.observe(forKey: key, options: [.new]) { _, change in
      log("\(key)\(words(for: change.newValue))")
    }
  }
}

private func words(for value: Any?) -> String {
  switch value {
  case let operations as [MiniOperation]: " → \(operations.map { $0.name ?? "" }.joined(separator: ", "))"
  case let priority as MiniOperation.QueuePriority: " → \(priority)"
  case let flag as Bool: " → \(flag)"
  default: ""
  }
}

extension String {
  fileprivate func padding(toColumn column: Int) -> String {
    self + String(repeating: " ", count: max(0, column - count))
  }
}
