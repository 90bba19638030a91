import Terminal

/// A schedule as a table: a column for each thread, a row for each step that matters.
///
///           A                   B                   balance
///      1    read balance → 100
///      2                        read balance → 100          ◀
///      3                        write balance 50    50
///      4    write balance 70                        70      ◀
///
/// Where the Explorer saw memory, locks and tasks by itself, the last column has the lines of the program.
public struct ThreadTable: Sendable, CustomStringConvertible {
  /// One row.
  public struct Row: Sendable, Equatable {
    /// The row's number in the table, which does not depend on which rows are marked.
    public var number = ""
    /// The name of the thread.
    public let thread: String
    /// What it did.
    public fileprivate(set) var text: String
    /// The watched values after the step, where they have changed.
    public var watched: String
    /// Whether the row is one of the two whose order made the difference, or that race.
    public fileprivate(set) var isMarked: Bool
    /// How many times in succession the thread did this.
    public var times = 1
    /// The line at which the thread did it, if the Explorer saw it without one of its own types.
    public internal(set) var source: Source?
    /// The same, and for what it did with the Explorer's types if ``PlacesInTables`` are wanted.
    package var place: ScheduleGraph.Place?

    fileprivate var step: String { "\(thread): \(text)" + (source.map { " at \($0.short)" } ?? "") }
  }

  /// A line of the program.
  public struct Source: Sendable, Equatable {
    /// The file's name, the line's number, and what stands there, without its margin.
    public let file: String, line: Int, code: String

    /// File and line, as in "Cinema.swift:9".
    public var short: String { "\(file):\(line)" }
  }

  /// The rows in the order in which things happened.
  public let rows: [Row]
  /// The names of the threads that did something, in the order of their columns.
  public let threads: [String]
  /// Why two rows are marked, nil if none is.
  public let explanation: String?
  /// The repetitions, a sentence each.
  public let turns: [String]

  /// - Parameters:
  ///   - pair: The two rows whose order was tried both ways, if one made the difference.
  ///   - isFolded: Whether what repeats itself is shown once.
  ///   - showsEverything: Whether the framework's own locks and reads are shown too.
  init(_ recorder: Recorder, pair: OffendingPair? = nil, isFolded: Bool = true, showsEverything: Bool = false)
  {
    var rows: [Row] = []
    var (watched, number, letter) = ("", 0, 0)
    var numbers: [Int: String] = [:]
    var sources: [SourcePlace: Source] = [:]
    let loops = recorder.loopsOfAwaits
    let before = pair.flatMap { $0.isPause ? recorder.hiddenLook(before: $0.second) : nil }
    for (index, row) in recorder.rows.enumerated() {
      let isNews = !row.watched.isEmpty && row.watched != watched
      if isNews { watched = row.watched }
      let isShown = showsEverything || row.kind.isShown
      let isMarked = pair?.contains(index) == true
      let (words, called) = recorder.parted(row.words)
      let place = called ?? row.site?.place
      let source = (row.code == nil ? called : place).map { place in
        let source = sources[place] ?? Source(place)
        sources[place] = source
        return source
      }
      // An await is a line of the program.
      if row.kind == .await, source == nil || loops.contains(index) { continue }
      guard isShown || isMarked || index == before else {
        // A change in a hidden row is shown in the row before.
        if isNews, !rows.isEmpty { rows[rows.count - 1].watched = watched }
        continue
      }
      if let last = rows.indices.last, rows[last].source != nil, words == "un\(rows[last].text)",
        rows[last].thread == recorder.threadNames[row.thread]
      {
        // A lock for which nobody waited, and nothing else is shown of what its holder did.
        rows[last].text = "lock and \(words)"
        rows[last].isMarked = rows[last].isMarked || isMarked
        if isNews { rows[last].watched = watched.onOneLine }
        numbers[index] = rows[last].number
        continue
      }
      // A hidden row that is marked, or explains one, comes in with a letter, so that the others keep their
      // numbers.
      (number, letter) = isShown ? (number + 1, 0) : (number, letter + 1)
      let name = letter == 0 ? "\(number)" : "\(number)\(ThreadTable.letters[min(letter, 26) - 1])"
      rows.append(
        Row(
          number: name, thread: recorder.threadNames[row.thread], text: words.onOneLine,
          watched: isNews ? watched.onOneLine : "", isMarked: isMarked, source: source,
          place: place.map(ScheduleGraph.Place.init)))
      numbers[index] = name
    }
    (self.rows, turns) = isFolded ? ThreadTable.onceRound(rows) : (rows, [])
    var left = Set(recorder.threadNames).subtracting(recorder.rows.map { recorder.threadNames[$0.thread] })
    // A worker bears the name of one that has ended; the two share a column.
    threads = recorder.threadNames.filter { left.insert($0).inserted }
    explanation = pair?.explanation(numbers, recorder)
  }

  private static let letters = Array("abcdefghijklmnopqrstuvwxyz")

  /// Shows repetitions once, and cuts the middle out of a table that is still too long.
  private static func onceRound(_ rows: [Row]) -> ([Row], [String]) {
    guard rows.count > 60 else { return (rows, []) }
    var (short, turns) = folded(rows) { "\($0.step)\t\($0.watched)\t\($0.isMarked)" }
    if short.count > 150 {
      // Repeated with other values: a counter that reaches no limit.
      (short, turns) = folded(rows) {
        "\($0.thread)\t\($0.text.prefix { !$0.isNumber })\t\($0.source?.short ?? "")\t\($0.isMarked)"
      }
      turns = turns.map { $0 + ", with other values each time" }
    }
    guard short.count > 150 else { return (short, turns) }
    let gap = Row(
      thread: short[20].thread, text: "… \(short.count - 60) rows later …", watched: "", isMarked: false)
    return (short.prefix(20) + [gap] + short.suffix(40), [])
  }

  private static func folded(_ rows: [Row], _ key: (Row) -> String) -> ([Row], [String]) {
    var known: [String: Int] = [:]
    let turns = Turns(
      rows.map { row in
        let text = key(row)
        let number = known[text] ?? known.count
        known[text] = number
        return number
      })
    var short: [Row] = []
    var notes: [String] = []
    func show(_ part: Turns.Part) {
      switch part {
      case .row(let place):
        short.append(rows[place])
        short[short.count - 1].number = "\(short.count)"
      case .turns(let parts, let times):
        let first = short.count
        for part in parts { show(part) }
        if short.count == first + 1, short[first].times == 1 {
          short[first].times = times
        } else {
          notes.append("rows \(first + 1) to \(short.count) repeat: \(times) turns")
        }
      }
    }
    for part in turns.parts { show(part) }
    return short.count == rows.count ? (rows, []) : (short, notes)
  }

  /// The steps, each as "thread: what it did", with the line if there is one, for a comparison in a test.
  public var steps: [String] { rows.map(\.step) }

  /// The table, as wide as the terminal.
  public var description: String {
    text(width: ThreadTable.width, isASCII: !Terminal.hasUnicode)
  }

  /// The columns of the terminal, or as many as fit into a window or a log.
  static var width: Int { Terminal.columns ?? 100 }
}

extension ThreadTable.Source {
  init(_ place: SourcePlace) {
    self.init(file: place.file, line: place.line, code: (place.sourceLine ?? "").onOneLine)
  }
}
