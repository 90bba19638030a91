/// An observed change of an operation or a queue, or a note of the lesson.
public struct Event: Sendable {
  /// What happened.
  public enum Change: Equatable, Sendable {
    /// `isReady` has become true, or was true when the observation began.
    case ready
    /// `isReady` has become false, or was false when the observation began.
    case notReady
    /// `isExecuting` has become true.
    case executing
    /// `isExecuting` has become false.
    case notExecuting
    /// `isPaused` has become true.
    case paused
    /// `isPaused` has become false.
    case notPaused
    /// `isCancelled` has become true.
    case cancelled
    /// `isFinished` has become true.
    case finished
    /// The operation waits for these.
    case dependencies([String])
    /// The queue has been suspended.
    case suspended
    /// The queue has been resumed.
    case resumed
    /// A note of the lesson.
    case note(String)
  }

  /// The time since the lesson began.
  public let time: Duration
  /// The thread on which it was announced.
  public let thread: String
  /// The operation's name, or the queue's.
  public let subject: String
  /// What happened.
  public let change: Change
  /// Distinguishes operations of one name: the number of the `watch` call, 0 for what was not watched.
  var watched = 0
  /// Whether a change of `isFinished` or `isPaused` was under way: its first half announced, its second half
  /// not.
  var isBetweenHalves = false
}

extension Event: CustomStringConvertible {
  /// The event without time and thread, which differ from run to run.
  public var description: String { "\(subject) \(change)" }
}

extension Event.Change: CustomStringConvertible {
  /// The change as a lesson prints it.
  public var description: String {
    switch self {
    case .ready: "isReady → true"
    case .notReady: "isReady → false"
    case .executing: "isExecuting → true"
    case .notExecuting: "isExecuting → false"
    case .paused: "isPaused → true"
    case .notPaused: "isPaused → false"
    case .cancelled: "isCancelled → true"
    case .finished: "isFinished → true"
    case .dependencies(let names):
      names.isEmpty ? "waits for nothing" : "waits for \(names.joined(separator: ", "))"
    case .suspended: "suspended → true"
    case .resumed: "suspended → false"
    case .note(let text): text
    }
  }
}

extension [Event] {
  /// The index of the first such event; nil if there is none.
  public func place(_ subject: String, _ change: Event.Change) -> Int? {
    firstIndex { $0.subject == subject && $0.change == change }
  }

  /// Whether both events happened, in this order.
  public func happened(
    _ subject: String, _ change: Event.Change, before other: String, _ otherChange: Event.Change
  ) -> Bool {
    guard let first = place(subject, change), let second = place(other, otherChange) else { return false }
    return first < second
  }

  /// The operations in the order in which they began to execute.
  public var started: [String] { compactMap { $0.change == .executing ? $0.subject : nil } }

  /// The operations that began to execute while this queue was suspended.
  public func startedWhileSuspended(_ queue: String) -> [String] {
    var isSuspended = false
    return compactMap { event in
      if event.subject == queue && event.change == .suspended { isSuspended = true }
      if event.subject == queue && event.change == .resumed { isSuspended = false }
      return isSuspended && event.change == .executing ? event.subject : nil
    }
  }

  /// The order in which these began, ended, were suspended and resumed, in words that apply to Foundation
  /// too.
  public func order(of subjects: [String]) -> [String] {
    filter { subjects.contains($0.subject) }.compactMap { event in
      switch event.change {
      case .executing: "\(event.subject) begins"
      case .finished: "\(event.subject) ends"
      case .suspended: "\(event.subject) suspended"
      case .resumed: "\(event.subject) resumed"
      case .cancelled: "\(event.subject) cancelled"
      case .ready, .notReady, .notExecuting, .paused, .notPaused, .dependencies, .note: nil
      }
    }
  }
}
