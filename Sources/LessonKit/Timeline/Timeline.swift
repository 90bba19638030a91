/// The phases of operations and the work of threads, as rows in time.
public struct Timeline: Sendable {
  private let model: TimelineModel

  /// Makes the timeline of a recording: what operations announced, and which threads worked for them.
  public init(_ events: [Event], pieces: [Piece]) { model = TimelineModel(events, pieces: pieces) }

  /// Whether nothing was watched.
  public var isEmpty: Bool { model.operations.isEmpty && model.queues.isEmpty }

  /// The timeline as lines of text of at most `width` columns, optionally in ASCII only.
  public func text(width: Int, isASCII: Bool = false) -> [String] {
    isEmpty ? [] : TextChart(model, width: width, isASCII: isASCII).lines
  }

  /// The timeline as one self-contained page.
  public func page(title: String) -> String { TimelinePage(model, title: title).html }

  /// The timeline in the trace-event format.
  public func trace() -> String { TraceEvents(model).json }

  /// The timeline as data.
  var drawing: Record.Drawing { Record.Drawing(model) }

  /// The chart alone, for a page with more content.
  var chart: TimelinePage { TimelinePage(model, title: "") }
}
