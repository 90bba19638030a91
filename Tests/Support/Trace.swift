/// What happened, in the order in which it happened, on whatever thread.
///
///     let trace = Trace()
///     trace("begin")
///     #expect(trace.events == ["begin"])
public final class Trace: Sendable {
  private let recorded = Guarded<[String]>([])
  private let kept = Guarded<[any Sendable]>([])

  /// Makes an empty trace.
  public init() {}

  /// All events so far.
  public var events: [String] { recorded.withLock { $0 } }

  /// Records one event.
  public func callAsFunction(_ event: String) { recorded.withLock { $0.append(event) } }

  /// The events since the last call of this method, so that a test can look step by step.
  public func next() -> [String] {
    recorded.withLock { events in
      defer { events = [] }
      return events
    }
  }

  /// Lets a value live as long as the trace, such as what announces events.
  public func keep(_ value: some Sendable) { kept.withLock { $0.append(value) } }
}
