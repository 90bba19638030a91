import Explorer

extension Record {
  /// The Explorer's result for a scenario, with the schedule that it shows.
  public struct Schedule: Codable, Equatable, Sendable {
    /// One row of the table.
    public struct Row: Codable, Equatable, Sendable {
      /// The row's label in the table: `3`, `3a`, or empty for a gap.
      public var number: String
      /// The thread that made the step.
      public var thread: String
      /// What the thread did.
      public var text: String
      /// The watched values after the step, if they changed.
      public var watched: String?
      /// Whether it is one of the two rows whose order is the cause.
      public var isMarked: Bool
      /// Whether the row only reads, locks or announces; the terminal leaves it out unless `--verbose` is
      /// given.
      public var isDetail: Bool
      /// How many times in a row the step happened.
      public var times: Int
      /// The source line of the step; only with `--places`.
      public var place: Record.Place?

      package init(
        number: String, thread: String, text: String, watched: String? = nil, isMarked: Bool,
        isDetail: Bool = false, times: Int = 1, place: Record.Place? = nil
      ) {
        (self.number, self.thread, self.text, self.watched) = (number, thread, text, watched)
        (self.isMarked, self.isDetail, self.times, self.place) = (isMarked, isDetail, times, place)
      }
    }

    /// The scenario's name.
    public var scenario: String
    /// How much was tried, in words.
    public var summary: String
    /// How many schedules were tried.
    public var schedules: Int
    /// Whether every order within the bounds was tried and nothing went wrong.
    public var passed: Bool
    /// What went wrong; nil if nothing did.
    public var finding: String?
    /// The line that replays the schedule.
    public var token: String?
    /// The names of the threads, in the order of their columns.
    public var threads: [String]
    /// The rows, from first to last.
    public var rows: [Row]
    /// Why two rows are marked.
    public var explanation: String?
    /// What repeats, one sentence each.
    public var turns: [String]
  }
}

extension Record.Schedule {
  init(_ exploration: Exploration) {
    let table = exploration.table
    scenario = exploration.name
    summary = exploration.summary
    schedules = exploration.schedules
    passed = exploration.passed
    finding = exploration.finding?.message
    token = exploration.token
    threads = table?.threads ?? []
    explanation = table?.explanation
    turns = table?.turns ?? []
    rows = (table?.rows ?? []).map { row in
      Row(
        number: row.number, thread: row.thread, text: row.text,
        watched: row.watched.isEmpty ? nil : row.watched, isMarked: row.isMarked, isDetail: row.isDetail,
        times: row.times, place: row.place.map { Record.Place(path: $0.path, line: $0.line) })
    }
  }
}

extension Show {
  /// Shows the result of an exploration; `details` adds the rows that only read, lock or announce.
  public func schedule(_ exploration: Exploration, details: Bool = false) {
    writer.add(
      Record.Entry(
        kind: .schedule, text: exploration.report(width: columns, details: details || has("--verbose")),
        schedule: Record.Schedule(exploration)))
  }
}
