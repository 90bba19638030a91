/// The lives of operations, as rows in time.
public struct Timeline: Sendable {
  private let events: [Event]

  /// Draws what was recorded.
  public init(_ events: [Event]) { self.events = events }

  /// Whether nothing was watched.
  public var isEmpty: Bool { events.isEmpty }

  /// The timeline as lines of text that fit into so many columns.
  public func text(width: Int) -> [String] { [] }

  /// The timeline as one self-contained page.
  public func page(title: String) -> String { "" }

  /// The timeline in the trace-event format.
  public func trace() -> String { "" }
}
