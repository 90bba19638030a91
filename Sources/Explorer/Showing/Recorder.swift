import Threading

/// Whether tables say at which line of a source file each row happened; to look that up takes time.
package enum PlacesInTables {
  @TaskLocal package static var areWanted = false
}

/// Records one schedule, step by step, for a table.
final class Recorder {
  /// What one thread did in one step, or in a part of it.
  struct Row: Sendable {
    enum Kind: Sendable {
      case read, write, announce, post, begin, look, point, note, lock, wait, sleep
      /// Where a task has let others run, or continues after that.
      case await
      /// What the framework does with its own locks.
      case inner
      /// Where a thread found a lock of the program held.
      case blocked
      /// Where a thread found one of the framework's locks held.
      case innerBlocked

      init(_ step: DirectedStep) {
        switch step {
        case .read: self = .read
        case .write: self = .write
        case .announce: self = .announce
        case .post: self = .post
        case .begin: self = .begin
        case .look: self = .look
        case .count: self = .inner
        case .point: self = .point
        }
      }

      /// Whether a table shows it even without `showsEverything`.
      var isShown: Bool { self != .inner && self != .innerBlocked && self != .look }
      var isReading: Bool { self == .read || self == .look }
      /// Whether the thread blocked there and did nothing.
      var isBlocked: Bool { self == .blocked || self == .innerBlocked }
    }

    let thread: Int
    /// The thread that did it: an actor's work for a task goes into the task's column.
    let runner: Int
    let kind: Kind
    /// What it touched, zero for nothing that others could touch.
    let resource: UInt64
    /// What it did, in words; an access to ordinary memory gets its line in ``words``.
    let text: String
    /// Whether the scheduler had paused the thread right before, although it could have continued.
    let wasPaused: Bool
    /// How many decisions had been made when the step was done.
    let decision: Int
    /// The watched values after the step, empty if they could not be read.
    var watched = ""
    /// Where it was done, if that is looked for.
    var site: CallSite?
    /// The return address of an access to ordinary memory; its line is looked up when it is printed.
    var code: UInt?
  }

  private(set) var rows: [Row] = []
  private(set) var threadNames: [String] = []
  private var isClosed = false
  private var arePaused: UInt64 = 0
  /// Where each thread was at its last point, for a player; otherwise it is not looked up.
  private(set) var places: [Int: CallSite] = [:]
  private let findsPlaces: Bool
  /// The rows in which tasks have let others run, by their threads, and where.
  private var awaits: [Int: (row: Int, place: String)] = [:]
  /// The places that marks in texts stand for.
  var sites: [CallSite] = []

  init(findsPlaces: Bool = false) { self.findsPlaces = findsPlaces }

  func restart() {
    rows = []
    threadNames = []
    isClosed = false
    arePaused = 0
    places = [:]
    sites = []
    awaits = [:]
  }

  // Not inlined, and neither is `did`: a place takes room on the stack that is only known when the program
  // runs, and every step of every search would make that room.

  /// A thread is before a step; a player sees which.
  @inline(never)
  func intends(
    _ thread: Int, _ label: () -> String, _ threads: DirectedThreads, isInner: Bool = false
  ) {
    if isClosed { return }
    threads[thread].intention = label()
    threads[thread].intendsInner = isInner
    if findsPlaces { places[thread] = CallSite() }
  }

  /// A thread could have continued, and another was chosen.
  func paused(_ thread: Int) { arePaused |= 1 << UInt64(thread) }

  @inline(never)
  func did(_ thread: Int, _ kind: Row.Kind, _ resource: UInt64, _ label: () -> String, _ engine: Engine) {
    guard !isClosed, engine.phase == .running else { return }
    while threadNames.count < engine.threads.count {
      threadNames.append(engine.threads[threadNames.count].name)
    }
    let column = engine.column(of: thread)
    resume(column, engine)
    let wasPaused = arePaused >> UInt64(thread) & 1 == 1
    arePaused &= ~(1 << UInt64(thread))
    // Not every row has a point before it: an unlock has none.
    if findsPlaces, thread == engine.current { places[thread] = CallSite() }
    rows.append(
      Row(
        thread: column, runner: thread, kind: kind, resource: resource, text: label(),
        wasPaused: wasPaused, decision: engine.record.decisions, site: places[thread]))
  }

  /// A task has let others run, at an await, or at its end.
  ///
  /// A row says so where others have run before it continues.
  func stopped(_ thread: Int, at site: CallSite?, _ engine: Engine) {
    if isClosed || engine.phase != .running { return }
    guard let site else {
      resume(thread, engine)
      guard let last = rows.last?.thread, awaits[last]?.row == rows.count - 1 else { return }
      return did(thread, .note, 0, { "end" }, engine)
    }
    // If nothing else ran since its last await, it has done nothing that a table shows.
    resume(thread, engine)
    let place = mark(site)
    did(thread, .await, 0, { "suspend\(place)" }, engine)
    awaits[thread] = (rows.count - 1, place)
  }

  private func resume(_ thread: Int, _ engine: Engine) {
    guard let (row, place) = awaits.removeValue(forKey: thread) else { return }
    if row < rows.count - 1 { return did(thread, .await, 0, { "resume\(place)" }, engine) }
    rows.removeLast()
  }

  /// The last row is an access to ordinary memory, and this is its return address.
  @inline(never)
  func locate(_ code: UInt) {
    guard !isClosed, !rows.isEmpty else { return }
    rows[rows.count - 1].code = code
    rows[rows.count - 1].site = CallSite(returningTo: code)
  }

  /// A thread is before a lock that another holds.
  func blocked(_ thread: Int, _ kind: Row.Kind, _ lock: Int, _ engine: Engine) {
    guard let holder = engine.resources[lock].holder else { return }
    let resource = engine.resources[lock]
    let name = engine.platformNames.label(of: resource.id, usedBy: thread) ?? resource.label
    let text = "waits for \(name), held by \(engine.threads[holder].name)"
    did(thread, kind, engine.resources[lock].id, { text }, engine)
  }

  /// No thread can run any more: each thread gets a row with what blocks it.
  func stuck(_ engine: Engine) {
    for (index, thread) in engine.threads.enumerated() {
      guard case .wants(let lock) = thread.state else { continue }
      if rows.last(where: { $0.thread == index })?.kind != .blocked { blocked(index, .blocked, lock, engine) }
    }
  }

  /// Adds the watched values to the last row, whose step has ended.
  func watched(_ values: String) {
    if !isClosed, !rows.isEmpty { rows[rows.count - 1].watched = values }
  }

  /// The last read of an operation's state, which tables do not show, by the thread of this row before it.
  ///
  /// The thread decided by what it read, and was then paused. Nil if a table shows what the thread did in
  /// between.
  func hiddenLook(before place: Int) -> Int? {
    let own = rows[..<place].indices.reversed().first {
      rows[$0].thread == rows[place].thread && rows[$0].kind != .inner && rows[$0].kind != .innerBlocked
    }
    return own.flatMap { rows[$0].kind == .look ? $0 : nil }
  }

  /// The rows of tasks that resume where they are suspended again, with nothing to show in between.
  var loopsOfAwaits: Set<Int> {
    var loops: Set<Int> = []
    var resumed: [Int: (index: Int, place: SourcePlace)] = [:]
    for (index, row) in rows.enumerated() {
      guard row.kind == .await else {
        if row.kind.isShown { resumed[row.thread] = nil }
        continue
      }
      let (words, place) = parted(row.text)
      if let last = resumed.removeValue(forKey: row.thread), last.place.short == place?.short {
        loops.formUnion([last.index, index])
      } else if words == "resume", let place {
        resumed[row.thread] = (index, place)
      }
    }
    return loops
  }

  /// Ends the table: what comes after the failure explains nothing.
  func close() { isClosed = true }
}
