import Terminal

/// Where a game is shown and answered.
struct Screen {
  let width: Int
  let isASCII: Bool
  /// Returns the next line that was typed, nil at the end of the input.
  let read: () -> String?
  let write: (String) -> Void
  /// The program's own lines, nil if they are not wanted.
  let sources: SourceView?

  init(
    width: Int, isASCII: Bool = false, sources: SourceView? = SourceView(), read: @escaping () -> String?,
    write: @escaping (String) -> Void
  ) {
    self.width = max(width, 40)
    self.isASCII = isASCII
    self.sources = sources
    self.read = read
    self.write = write
  }

  /// How many rows of a long table are shown while a move is asked for.
  private static let rows = 8

  /// Prints sentences, wrapped to the width.
  func say(_ text: String) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      for part in String(line).wrapped(to: width, indent: line.hasPrefix(" ") ? "     " : "") {
        write(isASCII ? part.inASCII : part)
      }
    }
  }

  func show(_ table: ThreadTable) { write("\n" + table.text(width: width, isASCII: isASCII)) }

  /// Shows a schedule that has ended, in full.
  func show(_ recorder: Recorder, pair: OffendingPair?) {
    show(ThreadTable(recorder, pair: pair, isFolded: false))
  }

  /// Shows what has happened so far; no row is marked, because nothing has gone wrong yet.
  func show(_ recorder: Recorder) {
    let table = ThreadTable(recorder, isFolded: false)
    guard !table.rows.isEmpty else { return }
    let text = table.text(width: width, isASCII: isASCII, last: Screen.rows)
    write("\n" + text)
  }

  /// Shows the line of the program at which each thread is.
  func show(_ engine: Engine, _ decision: Decision) {
    guard let sources else { return }
    let shown = engine.threads.indices.filter { index in
      let thread = engine.threads[index]
      // A worker or an actor is shown when it has something to do.
      return index > 0 && (thread.isDeclared || decision.able >> UInt64(index) & 1 == 1)
    }
    let columns = shown.map { index -> SourceView.Column in
      let thread = engine.threads[index]
      if thread.hasEnded { return SourceView.Column(thread: thread.name, place: nil, remark: "has ended") }
      let stands = engine.place(of: index)
      return SourceView.Column(thread: thread.name, place: stands, remark: thread.intention)
    }
    let lines = sources.text(columns, width: width, isASCII: isASCII)
    if !lines.isEmpty { write("\n" + lines.joined(separator: "\n")) }
  }
}
