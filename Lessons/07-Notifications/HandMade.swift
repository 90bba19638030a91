import LessonKit
import MiniOperations
import Synchronization

/// An operation that stores its own state, as those of the documents do, and finishes when `end()` is called.
///
/// The initialiser takes the keys that it announces: the right ones, others, or none.
final class HandMadeOperation: MiniOperation, @unchecked Sendable {
  // Unchecked: the flags are in their lock; the rest is constant.
  private let flags = Mutex((executing: false, finished: false))
  private let executingKey: String?
  private let finishedKey: String?

  /// A property that only this class has, and that is not registered for observing.
  var stateName: String { isFinished ? "finished" : "unfinished" }

  init(_ name: String, executingKey: String?, finishedKey: String?) {
    self.executingKey = executingKey
    self.finishedKey = finishedKey
    super.init()
    self.name = name
  }

  override var isConcurrent: Bool { true }
  override var isExecuting: Bool { flags.withLock { $0.executing } }
  override var isFinished: Bool { flags.withLock { $0.finished } }

  // snippet: announcing
  override func start() {
    guard !isCancelled else { return end() }
    if let executingKey { willChangeValue(forKey: executingKey) }
    flags.withLock { $0.executing = true }
    if let executingKey { didChangeValue(forKey: executingKey) }
  }

  func end() {
    if let finishedKey { willChangeValue(forKey: finishedKey) }
    if let executingKey { willChangeValue(forKey: executingKey) }
    flags.withLock { $0 = (executing: false, finished: true) }
    if let executingKey { didChangeValue(forKey: executingKey) }
    if let finishedKey { didChangeValue(forKey: finishedKey) }
  }
  // end
}

/// Overrides `isConcurrent` only, and stores no state.
final class OnlyConcurrent: MiniOperation, @unchecked Sendable {
  // Unchecked: it adds no stored property.
  override var isConcurrent: Bool { true }
}

/// The eight keys of an operation, as the class page lists them.
let operationKeys = [
  "isCancelled", "isAsynchronous", "isExecuting", "isFinished", "isReady", "dependencies",
  "queuePriority", "completionBlock",
]

/// The five keys of a queue.
let queueKeys = ["operations", "operationCount", "maxConcurrentOperationCount", "suspended", "name"]

/// The new value of a property, in a word or two.
func words(for value: Any?) -> String {
  switch value {
  case let operations as [MiniOperation]:
    operations.isEmpty ? "none" : operations.map { $0.name ?? "an operation" }.joined(separator: ", ")
  case let priority as MiniOperation.QueuePriority: "\(priority)"
  case let text as String: text
  case let flag as Bool: "\(flag)"
  case let number as Int: "\(number)"
  default: "a block"
  }
}

/// The effect on a dependent and on another operation when an operation finishes and announces these keys.
struct Row: CustomStringConvertible {
  let announcesExecuting: Bool
  let announcesFinished: Bool
  let limit: Int
  let dependentRan: Bool
  let otherRan: Bool
  let left: Int

  static let head = line("announces", "limit", "dependent", "other", "left")

  var description: String {
    let keys =
      announcesExecuting
      ? announcesFinished ? "both" : "isExecuting" : announcesFinished ? "isFinished" : "nothing"
    return Row.line(
      keys, limit < 0 ? "none" : "\(limit)", dependentRan ? "runs" : "waits", otherRan ? "runs" : "waits",
      "\(left)")
  }

  private static func line(_ cells: String...) -> String {
    zip(cells, [11, 5, 9, 5, 0]).map { $0 + String(repeating: " ", count: max(0, $1 - $0.count)) }
      .joined(separator: " ")
  }
}

/// The table: every choice of announcements, without a limit and with a limit of one.
func everyRow(_ whatFollows: (_ executing: Bool, _ finished: Bool, _ limit: Int) -> Row) -> [Row] {
  [(false, false), (true, false), (false, true), (true, true)].flatMap { executing, finished in
    [-1, 1].map { whatFollows(executing, finished, $0) }
  }
}

/// Finishes one operation that announces these keys, and reports how its queue reacts.
///
/// The queue's workers run on the lesson's thread when the lesson calls them. After the last call, an operation that
/// has not started will never start.
func whatFollows(executing: Bool, finished: Bool, limit: Int) -> Row {
  let workers = SteppedWorkers()
  let queue = MiniOperationQueue(workers: workers)
  queue.maxConcurrentOperationCount = limit
  let operation = HandMadeOperation(
    "download", executingKey: executing ? "isExecuting" : nil, finishedKey: finished ? "isFinished" : nil)
  let ran = Notebook()
  let dependent = MiniBlockOperation { ran.write("dependent") }
  dependent.addDependency(operation)
  let other = MiniBlockOperation { ran.write("other") }
  queue.addOperations([operation, dependent, other], waitUntilFinished: false)
  workers.run()
  operation.end()
  workers.run()
  return Row(
    announcesExecuting: executing, announcesFinished: finished, limit: limit,
    dependentRan: ran.lines.contains("dependent"), otherRan: ran.lines.contains("other"),
    left: queue.operationCount)
}
