import Foundation

/// The timeline in the trace-event format, which Perfetto, chrome://tracing and speedscope read.
///
/// A lane is a thread of the trace. Work is a complete event, `X`; the events of one lane never overlap, as
/// the format requires. A reader drops events that do.
struct TraceEvents {
  private let drawing: Record.Drawing
  private let notes: [(time: Int, text: String)]

  /// The trace of a run, with its log lines as marks.
  init(_ record: Record) {
    drawing = record.timeline ?? Record.Drawing([], pieces: [])
    notes = record.entries.filter { $0.kind == .log }.map { (Int(($0.time ?? 0) * 1e9), $0.text) }
  }

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
    for (index, thread) in drawing.threads.enumerated() {
      let id = index + 1
      events.append(event("M", "thread_name", at: nil, on: id, ["args": ["name": thread.name]]))
      events.append(event("M", "thread_sort_index", at: nil, on: id, ["args": ["sort_index": id]]))
    }
    return events
  }

  /// The phases of an operation without a thread; each is a pair of events with its own number.
  private var waits: [[String: Any]] {
    var events: [[String: Any]] = []
    for timeline in drawing.operations {
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
    drawing.threads.enumerated().flatMap { index, thread in
      thread.runs.map { run in
        let name = run.operation.map { drawing.operations[$0].name } ?? "a message"
        let duration = TraceEvents.microseconds(run.drawnEnd - run.from)
        let after = run.operation.map { drawing.operations[$0].after } ?? []
        let dependencies = after.map { drawing.operations[$0].name }
        var fields: [String: Any] = ["cat": "running", "dur": duration]
        if !dependencies.isEmpty { fields["args"] = ["after": dependencies] }
        return event("X", name, at: run.from, on: index + 1, fields)
      }
    }
  }

  /// Arrows from the last piece of work of a dependency to the first one of the operation that waited for it.
  private var edges: [[String: Any]] {
    var first: [Int: (thread: Int, run: Record.Drawing.Thread.Run)] = [:]
    var last: [Int: (thread: Int, run: Record.Drawing.Thread.Run)] = [:]
    for (index, thread) in drawing.threads.enumerated() {
      for run in thread.runs {
        guard let operation = run.operation else { continue }
        if first[operation].map({ run.from < $0.run.from }) ?? true {
          first[operation] = (index + 1, run)
        }
        if last[operation].map({ run.from > $0.run.from }) ?? true {
          last[operation] = (index + 1, run)
        }
      }
    }
    var events: [[String: Any]] = []
    for (place, operation) in drawing.operations.enumerated() {
      for edge in operation.after {
        // An arrow binds to the events at its two ends, and must not go back in time.
        guard let from = last[edge], let to = first[place], from.run.from <= to.run.from else { continue }
        let start = max(from.run.from, min(from.run.drawnEnd - 1, to.run.from))
        let fields: [String: Any] = ["cat": "dependency", "id": events.count / 2 + 1]
        events.append(event("s", "dependency", at: start, on: from.thread, fields))
        // The arrow ends in the event that encloses its time.
        events.append(
          event("f", "dependency", at: to.run.from, on: to.thread, fields.merging(["bp": "e"]) { $1 }))
      }
    }
    return events
  }

  private var counts: [[String: Any]] {
    [("running", drawing.running), ("in progress", drawing.inProgress)].flatMap { name, counts in
      counts.map { event("C", name, at: $0.time, on: 0, ["args": ["operations": $0.number]]) }
    }
  }

  private var marks: [[String: Any]] {
    var marks: [(time: Int, name: String, scope: String)] = []
    for timeline in drawing.operations {
      if let time = timeline.cancelled { marks.append((time, "\(timeline.name): cancelled", "p")) }
      if let time = timeline.finished { marks.append((time, "\(timeline.name): isFinished", "p")) }
      for time in timeline.resumed { marks.append((time, "\(timeline.name): resumed", "p")) }
    }
    for queue in drawing.queues {
      for suspension in queue.suspensions {
        marks.append((suspension.from, "\(queue.name): suspended", "g"))
        if let to = suspension.to { marks.append((to, "\(queue.name): resumed", "g")) }
      }
    }
    for note in notes { marks.append((note.time, note.text, "p")) }
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

extension Record.Drawing.Thread.Run {
  /// The end, or a nanosecond later if it equals the beginning: nothing binds to an event without a duration.
  var drawnEnd: Int { max(to, from + 1) }
}

extension Record.Drawing.Phase.Kind {
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
