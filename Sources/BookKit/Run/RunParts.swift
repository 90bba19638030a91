import LessonKit
import Terminal

/// A recorded run as parts of a page: the question, the steps, the claims, the timeline.
struct RunParts {
  /// The run, without the values that differ from run to run.
  let record: Record
  /// Returns the lines of a file by its path in the package.
  private let source: (String) -> [String]?

  private let drawing: Record.Drawing?
  /// What fits beside the contents without scrolling.
  private static let columnsOfTimeline = 96

  init(_ record: Record, source: @escaping (String) -> [String]? = { _ in nil }) {
    self.source = source
    self.record = record.withoutTimes
    drawing = record.timeline
  }

  /// The question before the lesson.
  var question: String {
    record.opening.compactMap(\.question).map { QuestionPart(question: $0).html }.joined()
  }

  /// The numbered parts, each with its code, its log and its claims, and the timeline below them.
  var html: String {
    var parts = [entries(record.opening.filter { $0.kind != .question })]
    parts += record.steps.map(step)
    if let drawing, !drawing.operations.isEmpty {
      parts.append("<h3 id=\"timeline\">Timeline</h3>")
      let summary = drawing.summary.joined(separator: ". ")
      let chart = TextChart(drawing, width: RunParts.columnsOfTimeline).lines.joined(separator: "\n")
      parts.append(
        "<pre class=\"output\" tabindex=\"0\" role=\"group\" aria-label=\"\(summary.escaped)\">"
          + "\(chart.escaped)</pre>")
    }
    return "\(parts.filter { !$0.isEmpty }.joined(separator: "\n"))\n"
  }

  private func step(_ step: Record.Step) -> String {
    let label = "\(step.source.file), \(step.source.from)"
    let code =
      step.code.isEmpty ? "" : SwiftCode.listing(step.code, first: step.source.from, label: label) + "\n"
    let question = step.entries.compactMap(\.question).map {
      QuestionPart(question: $0, step: step.number).html
    }
    return
      "<section class=\"step\" id=\"step-\(step.number)\">\n<h3>\(step.number). \(step.title.escaped)</h3>\n"
      + question.joined() + code + entries(step.entries.filter { $0.kind != .question }) + "\n</section>"
  }

  /// Consecutive log lines form one table.
  private func entries(_ entries: [Record.Entry]) -> String {
    var parts: [String] = []
    var rest = entries[...]
    while let first = rest.first {
      let lines = rest.prefix { LogTable.takes($0) }
      if lines.isEmpty {
        parts.append(part(first))
        rest.removeFirst()
      } else {
        parts.append(LogTable(lines).html)
        rest = rest.dropFirst(lines.count)
      }
    }
    return parts.joined(separator: "\n")
  }

  private func part(_ entry: Record.Entry) -> String {
    switch entry.kind {
    case .say, .conclusion, .log, .event, .count, .question: return "<p>\(entry.text.escaped)</p>"
    case .text:
      return "<pre class=\"output\" tabindex=\"0\">\(entry.text.escaped)</pre>"
    case .claim: return claim(entry)
    case .schedule:
      guard let schedule = entry.schedule else { return "" }
      return ScheduleTable(schedule, source: source).html
    }
  }

  /// A claim with its sign, and what happened instead.
  private func claim(_ entry: Record.Entry) -> String {
    guard let claim = entry.claim else { return "" }
    let remark = claim.remark.isEmpty ? "" : "<br>\(claim.remark.escaped)"
    let sign =
      switch claim.outcome {
      case .held: "✓"
      case .broken: "✗"
      case .notShown: "○ Not shown:"
      }
    return "<p class=\"claim \(claim.outcome.rawValue)\">\(sign.escaped) \(entry.text.escaped)\(remark)</p>"
  }
}
