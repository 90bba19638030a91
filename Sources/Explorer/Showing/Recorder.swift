import MiniOperations

/// One row of a thread table: what one thread did in one step.
struct Row: Sendable {
  enum Kind: Sendable {
    case read, write, announce, post, begin, look, point, note, lock, wait, sleep
    /// What the framework does in its own locks.
    case inner
    /// Where a thread found a lock taken.
    case blocked

    init(_ step: DirectedStep) {
      switch step {
      case .read: self = .read
      case .write: self = .write
      case .announce: self = .announce
      case .post: self = .post
      case .begin: self = .begin
      case .look: self = .look
      case .point: self = .point
      }
    }
  }

  let thread: Int
  let kind: Kind
  let resource: UInt64
  var text: String
  /// The watched values after the step.
  var watched = ""
  /// What the step touched, in bits.
  var footprint = Footprint()
}

/// Writes down one schedule, step by step, for a table.
final class Recorder {
  private(set) var rows: [Row] = []
  private(set) var threadNames: [String] = []
  private(set) var isClosed = false

  func restart() {
    rows = []
    threadNames = []
    isClosed = false
  }

  func intends(_ thread: Int, _ label: () -> String, _ threads: inout [DirectedThread]) {
    if !isClosed { threads[thread].intention = label() }
  }

  func did(_ thread: Int, _ kind: Row.Kind, _ resource: UInt64, _ label: () -> String, _ engine: Engine) {
    guard !isClosed else { return }
    while threadNames.count < engine.threads.count { threadNames.append(engine.threads[threadNames.count].name) }
    rows.append(Row(thread: thread, kind: kind, resource: resource, text: label()))
  }

  func blocked(_ thread: Int, _ owner: LockOwner, _ lock: Int, _ engine: Engine) {
    guard !isClosed, let holder = engine.resources[lock].holder else { return }
    let text = "wants \(engine.resources[lock].label), held by \(engine.threads[holder].name)"
    did(thread, owner == .program ? .blocked : .inner, engine.resources[lock].id, { text }, engine)
  }

  /// Adds the watched values to the last row, when the step has ended.
  func watched(_ values: String) {
    if !isClosed, !rows.isEmpty { rows[rows.count - 1].watched = values }
  }

  /// Ends the table: what comes after the failure explains nothing.
  func close(_ thread: Int, _ finding: Finding) { isClosed = true }
}
