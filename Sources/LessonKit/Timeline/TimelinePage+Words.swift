import Foundation
import Terminal

extension TimelinePage {
  /// A description of an operation, for readers who point at it or use a screen reader.
  func words(_ timeline: OperationTimeline, _ edges: [Int]) -> String {
    var parts = (timeline.phases + timeline.runs).sorted { $0.from < $1.from }.map { phase in
      let thread = phase.thread.isEmpty ? "" : " on \(phase.thread.shortened)"
      return "\(phase.kind.words)\(thread) \(span(phase))"
    }
    if !edges.isEmpty {
      let names =
        edges.prefix(20).map { model.operations[$0].name.shortened } + (edges.count > 20 ? ["others"] : [])
      parts.insert("after \(names.joined(separator: ", "))", at: 0)
    }
    parts += timeline.resumed.map { "resumed at \(stamp($0))" }
    if let time = timeline.cancelled { parts.append("cancelled at \(stamp(time))") }
    // If it finishes when it stops running, the time is given once.
    let last = timeline.phases.last.map { stamp($0.to) }
    let end = timeline.finished.map(stamp)
    parts.append(end.map { $0 == last ? "finished" : "finished at \($0)" } ?? "not finished")
    return "\(timeline.name.shortened): \(parts.joined(separator: "; "))"
  }

  func tail(_ timeline: OperationTimeline) -> String {
    var parts: [String] = []
    if timeline.finished == nil { parts.append("not finished") }
    if timeline.runsFinished { parts.append("finished while still executing") }
    if let run = timeline.runs.last {
      let threads = Set(timeline.runs.map(\.thread)).count
      parts.append(
        timeline.runs.reduce(0) { $0 + $1.to - $1.from }.asDuration
          + " on \(threads == 1 ? run.thread.shortened : counted(threads, "thread"))")
    } else if !timeline.hasExecuted && timeline.cancelled != nil {
      parts.append("never ran")
    }
    return parts.joined(separator: ", ")
  }

  func span(_ phase: OperationTimeline.Phase) -> String {
    "\(stamp(phase.from)) to \(stamp(phase.to)) s (\((phase.to - phase.from).asDuration))"
  }

  func stamp(_ time: Int) -> String { String(format: "%.\(digits)f", Double(time) / 1e9) }
}

extension OperationTimeline.Kind {
  /// The CSS class of its boxes; one letter, because a page may have tens of thousands of them.
  var letter: String {
    switch self {
    case .waiting: "w"
    case .ready: "a"
    case .running: "r"
    case .inProgress: "o"
    case .paused: "p"
    case .silent: "u"
    }
  }
}

extension Double {
  /// A fraction as a percentage for a style sheet, accurate to a tenth of a pixel.
  package var asPercent: String {
    let hundredths = Int((self * 10_000).rounded())
    let rest = hundredths % 100
    return rest == 0 ? "\(hundredths / 100)%" : "\(hundredths / 100).\(String(100 + rest).dropFirst())%"
  }
}

extension String {
  /// The text on one line, escaped for HTML.
  var asHTML: String { onOneLine.escaped }

  /// The beginning of a very long name; a shorter name unchanged.
  var shortened: String { count > 300 ? prefix(300) + "…" : self }
}
