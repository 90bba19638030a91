/// The lives of operations, as rows in time.
public struct Timeline: Sendable {
  private let lives: Lives

  /// Makes the timeline of a recording: what operations announced, and which threads worked for them.
  public init(_ events: [Event], pieces: [Piece]) { lives = Lives(events, pieces: pieces) }

  /// Whether nothing was watched.
  public var isEmpty: Bool { lives.operations.isEmpty && lives.queues.isEmpty }

  /// The timeline as lines of text of at most `width` columns, optionally in ASCII only.
  public func text(width: Int, isASCII: Bool = false) -> [String] {
    isEmpty ? [] : TextChart(lives, width: width, isASCII: isASCII).lines
  }

  /// The timeline as one self-contained page.
  public func page(title: String) -> String { Page(lives, title: title).html }

  /// The timeline in the trace-event format.
  public func trace() -> String { TraceEvents(lives).json }

  /// The timeline as data.
  var drawing: Record.Drawing { Record.Drawing(lives) }

  /// The chart alone, for a page with more content.
  var chart: Page { Page(lives, title: "") }
}
