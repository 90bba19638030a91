import Foundation

/// The timeline in the trace-event format, which Perfetto, chrome://tracing and speedscope read.
///
/// A lane is a thread of the trace. Work is a complete event, `X`; the events of one lane never overlap, as the
/// format requires. A reader drops events that do.
struct TraceEvents {
  private let model: TimelineModel

  init(_ model: TimelineModel) { self.model = model }

  var json: String {
    let events = names + waits + runs + edges + counts + marks
    // Strings, numbers and lists of these can always be written.
    let lines = events.compactMap { try? JSONSerialization.data(withJSONObject: $0, options: .sortedKeys) }
      .map { String(decoding: $0, as: UTF8.self) }
    return "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n" + lines.joined(separator: ",\n") + "\n]}\n"
  }

  // MARK: Kinds of events

  private var names: [[String: Any]] {
    var events = [event("M", "process_name", at: nil, on: 0, ["args": ["name": "operations"]])]
    for (index, lane) in model.lanes.enumerated() {
      let id = index + 1
      events.append(event("M", "thread_name", at: nil, on: id, ["args": ["name": lane.name]]))
      events.append(event("M", "thread_sort_index", at: nil, on: id, ["args": ["sort_index": id]]))
    }
    return events
  }

  /// The phases of an operation without a thread; each is a pair of events with its own number.
  private var waits: [[String: Any]] {
    var events: [[String: Any]] = []
    for timeline in model.operations {
      for phase in timeline.phases {
        let fields: [String: Any] = ["cat": phase.kind.category, "id": events.count / 2 + 1]
        let name = "\(timeline.name): \(phase.kind.words)"
        events.append(event("b", name, at: phase.from, on: 0, fields))
        events.append(event("e", name, at: phase.to, on: 0, fields))
      }
    }
    return events
  }

  private var runs: [[String: Any]] {
    model.lanes.enumerated().flatMap { index, lane in
      lane.runs.map { run in
        let name = run.operation.map { model.operations[$0].name } ?? "a message"
        let duration = TraceEvents.microseconds(run.phase.drawnEnd - run.phase.from)
        let dependencies = run.operation.map { model.edges[$0].map { model.operations[$0].name } } ?? []
        var fields: [String: Any] = ["cat": "running", "dur": duration]
        if !dependencies.isEmpty { fields["args"] = ["after": dependencies] }
        return event("X", name, at: run.phase.from, on: index + 1, fields)
      }
    }
  }

  /// Arrows from the last piece of work of a dependency to the first one of the operation that waited for it.
  private var edges: [[String: Any]] {
    var first: [Int: (lane: Int, phase: OperationTimeline.Phase)] = [:]
    var last: [Int: (lane: Int, phase: OperationTimeline.Phase)] = [:]
    for (index, lane) in model.lanes.enumerated() {
      for run in lane.runs {
        guard let operation = run.operation else { continue }
        if first[operation].map({ run.phase.from < $0.phase.from }) ?? true {
          first[operation] = (index + 1, run.phase)
        }
        if last[operation].map({ run.phase.from > $0.phase.from }) ?? true {
          last[operation] = (index + 1, run.phase)
        }
      }
    }
    var events: [[String: Any]] = []
    for (place, edges) in model.edges.enumerated() {
      for edge in edges {
        // An arrow binds to the events at its two ends, and must not go back in time.
        guard let from = last[edge], let to = first[place], from.phase.from <= to.phase.from else { continue }
        let start = max(from.phase.from, min(from.phase.drawnEnd - 1, to.phase.from))
        let fields: [String: Any] = ["cat": "dependency", "id": events.count / 2 + 1]
        events.append(event("s", "dependency", at: start, on: from.lane, fields))
        // The arrow ends in the event that encloses its time.
        events.append(
          event("f", "dependency", at: to.phase.from, on: to.lane, fields.merging(["bp": "e"]) { $1 }))
      }
    }
    return events
  }

  private var counts: [[String: Any]] {
    [("running", model.running), ("in progress", model.inProgress)].flatMap { name, counts in
      counts.map { event("C", name, at: $0.time, on: 0, ["args": ["operations": $0.number]]) }
    }
  }

  private var marks: [[String: Any]] {
    var marks: [(time: Int, name: String, scope: String)] = []
    for timeline in model.operations {
      if let time = timeline.cancelled { marks.append((time, "\(timeline.name): cancelled", "p")) }
      if let time = timeline.finished { marks.append((time, "\(timeline.name): isFinished", "p")) }
      for time in timeline.resumed { marks.append((time, "\(timeline.name): resumed", "p")) }
    }
    for queue in model.queues {
      for (from, to) in queue.suspensions {
        marks.append((from, "\(queue.name): suspended", "g"))
        if let to { marks.append((to, "\(queue.name): resumed", "g")) }
      }
    }
    for note in model.notes { marks.append((note.time, note.text, "p")) }
    return marks.map { event("i", $0.name, at: $0.time, on: 0, ["cat": "mark", "s": $0.scope]) }
  }

  private func event(
    _ kind: String, _ name: String, at time: Int?, on thread: Int, _ fields: [String: Any]
  ) -> [String: Any] {
    var event: [String: Any] = ["ph": kind, "name": name, "pid": 1, "tid": thread]
    event["ts"] = time.map(TraceEvents.microseconds)
    return event.merging(fields) { $1 }
  }

  /// Nanoseconds as microseconds, the unit of the format.
  private static func microseconds(_ time: Int) -> Double { Double(time) / 1000 }
}

extension OperationTimeline.Phase {
  /// The end, or a nanosecond later if it equals the beginning: nothing binds to an event without a duration.
  var drawnEnd: Int { max(to, from + 1) }
}

extension OperationTimeline.Kind {
  /// The category by which a reader of the trace can filter.
  var category: String {
    switch self {
    case .waiting: "waiting"
    case .ready: "ready→start"
    case .running: "running"
    case .inProgress: "in progress"
    case .paused: "paused"
    case .silent: "not finished"
    }
  }
}
