@testable import Stage1Life
@testable import Stage2Lock
@testable import Stage3Dependencies
@testable import Stage4Observation
@testable import Stage5Queue
@testable import Stage6Workers

// What the stages say in words that differ from the protocol's.

extension Probe4 {
  func hear(_ body: @escaping @Sendable (String) -> Void) { observe { _, key in body(key) } }
  func complete(with block: (@Sendable () -> Void)?) { completionBlock = block }
  var hasCompletionBlock: Bool { completionBlock != nil }
  func set(priority: Int) { queuePriority = QueuePriority(rawValue: priority) ?? .normal }
}

extension Probe5 {
  func hear(_ body: @escaping @Sendable (String) -> Void) { observe { _, key in body(key) } }
  func complete(with block: (@Sendable () -> Void)?) { completionBlock = block }
  var hasCompletionBlock: Bool { completionBlock != nil }
  func set(priority: Int) { queuePriority = QueuePriority(rawValue: priority) ?? .normal }
}

extension Probe6 {
  func hear(_ body: @escaping @Sendable (String) -> Void) { observe { _, key in body(key) } }
  func complete(with block: (@Sendable () -> Void)?) { completionBlock = block }
  var hasCompletionBlock: Bool { completionBlock != nil }
  func set(priority: Int) { queuePriority = QueuePriority(rawValue: priority) ?? .normal }
}

extension Stage5Queue.MiniOperationQueue: StagedQueue {
  static func make() -> Stage5Queue.MiniOperationQueue { Stage5Queue.MiniOperationQueue() }
  func set(limit: Int) { change { $0.limit = limit } }
  func set(isSuspended: Bool) { change { $0.isSuspended = isSuspended } }
  var limit: Int {
    var limit = 0
    change { limit = $0.limit }
    return limit
  }
}

extension Stage6Workers.MiniOperationQueue: StagedQueue {
  static func make() -> Stage6Workers.MiniOperationQueue {
    Stage6Workers.MiniOperationQueue(workers: ofRows)
  }
  /// Not the shared ones: a scenario counts those, and one row needs six hundred.
  private static let ofRows = Workers()
  func set(limit: Int) { change { $0.limit = limit } }
  func set(isSuspended: Bool) { change { $0.isSuspended = isSuspended } }
  var limit: Int {
    var limit = 0
    change { limit = $0.limit }
    return limit
  }
}
