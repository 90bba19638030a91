import Foundation
import LessonKit
import Terminal

/// The timeline as a table: a row for each operation and each thread, with a bar in which time runs to the
/// right.
///
/// A bar is a picture with its words beside it, so the table can be read without seeing it and without
/// scripts; the script adds the zoom and the selection.
struct Chart {
  private let drawing: Record.Drawing
  private let axis: TimeAxis
  private let digits: Int

  /// Further rows of a kind are counted instead of drawn.
  private static let mostRows = 60
  /// The smallest visible part of the width.
  private static let narrowest = 0.002

  init(_ drawing: Record.Drawing) {
    self.drawing = drawing
    axis = TimeAxis(drawing)
    digits = max(3, axis.digits(about: 1000))
  }

  var html: String {
    let queues = drawing.queues.filter { !$0.suspensions.isEmpty }
    return """
      <p class="quiet">\(drawing.summary.map { "\($0.escaped)." }.joined(separator: " "))</p>
      \(legend)
      <div class="wide chart" tabindex="0" role="group" aria-label="Timeline"><table>
      <thead><tr><th scope="col">\(axis.unit.name)</th><td>\(scale)</td></tr></thead>
      \(body("Operations", drawing.operations.enumerated().map { operation($0.offset, $0.element) }))
      \(body("Threads", drawing.threads.map(thread)))
      \(body("Queues", queues.map(queue)))
      </table></div>
      <p class="tell" role="status"></p>
      """
  }

  private func body(_ title: String, _ rows: [String]) -> String {
    guard !rows.isEmpty else { return "" }
    let left = rows.count - Chart.mostRows
    let more =
      left > 0
      ? "<tr><th scope=\"row\">…</th><td>\(left) more, which are not drawn</td>"
        + "</tr>\n"
      : ""
    return "<tbody>\n<tr><th scope=\"rowgroup\" colspan=\"2\">\(title.escaped)</th></tr>\n"
      + rows.prefix(Chart.mostRows).joined(separator: "\n") + "\n\(more)</tbody>"
  }

  // MARK: Rows

  private func operation(_ place: Int, _ operation: Record.Drawing.Operation) -> String {
    var boxes = operation.phases.map { box($0.kind.rawValue, $0.from, $0.to, told($0)) }
    boxes += operation.runs.map { box($0.kind.rawValue, $0.from, $0.to, told($0)) }
    boxes += operation.resumed.map { mark("resumed", $0) }
    if let time = operation.cancelled { boxes.append(mark("cancelled", time)) }
    var parts = (operation.phases + operation.runs).sorted { ($0.from, $0.to) < ($1.from, $1.to) }.map(told)
    parts += operation.resumed.map { "resumed at \(stamp($0))" }
    parts += operation.cancelled.map { ["cancelled at \(stamp($0))"] } ?? []
    parts.append(
      operation.finished.map { "finished at \(stamp($0))" } ?? "not finished")
    let after = operation.after.filter { $0 < Chart.mostRows }.map(String.init).joined(separator: " ")
    let attributes = " data-place=\"\(place)\"" + (after.isEmpty ? "" : " data-after=\"\(after)\"")
    return row(attributes, operation.name, boxes, parts)
  }

  private func thread(_ thread: Record.Drawing.Thread) -> String {
    let parts = thread.runs.map { run in
      let name = run.operation.map { drawing.operations[$0].name } ?? "a message"
      return (run, "\(name) \(span(run.from, run.to))")
    }
    let boxes =
      parts.count > Chart.mostRows
      ? stretches(parts.map { ($0.0.from, $0.0.to) }).map { stretch in
        box(
          "running", stretch.from, stretch.to,
          "\(stretch.count) pieces of work \(span(stretch.from, stretch.to))")
      } : parts.map { box("running", $0.0.from, $0.0.to, $0.1) }
    return row(
      "", thread.name, boxes, parts.count > 20 ? ["\(parts.count) pieces of work"] : parts.map(\.1))
  }

  /// Joins pieces of work whose gaps would be invisible.
  private func stretches(_ pieces: [(from: Int, to: Int)]) -> [(from: Int, to: Int, count: Int)] {
    var stretches: [(from: Int, to: Int, count: Int)] = []
    for piece in pieces.sorted(by: { $0.from < $1.from }) {
      if let last = stretches.last, axis.place(piece.from) - axis.place(last.to) < Chart.narrowest {
        stretches[stretches.count - 1] = (last.from, max(last.to, piece.to), last.count + 1)
      } else {
        stretches.append((piece.from, piece.to, 1))
      }
    }
    return stretches
  }

  private func queue(_ queue: Record.Drawing.Queue) -> String {
    let parts = queue.suspensions.map { suspension in
      (suspension, "suspended \(span(suspension.from, suspension.to ?? drawing.end))")
    }
    let boxes = parts.map { box("suspended", $0.0.from, $0.0.to ?? drawing.end, $0.1) }
    return row("", queue.name, boxes, parts.map(\.1))
  }

  private func row(_ attributes: String, _ name: String, _ boxes: [String], _ parts: [String]) -> String {
    let label = parts.joined(separator: "; ")
    return "<tr\(attributes)><th scope=\"row\">\(name.escaped)</th>"
      + "<td><svg role=\"img\" aria-label=\"\(label.escaped)\" height=\"20\">\(boxes.joined())</svg></td>"
      + "</tr>"
  }

  // MARK: Pictures

  /// A span of time; its title is shown under the pointer.
  private func box(_ kind: String, _ from: Int, _ to: Int, _ title: String) -> String {
    let left = axis.place(from)
    let width = max(axis.place(to) - left, Chart.narrowest)
    return Chart.bar(kind, left.asPercent, width.asPercent, "<title>\(title.escaped)</title>")
  }

  /// Waiting is thin, working is thick.
  private static func bar(_ kind: String, _ left: String, _ width: String, _ title: String = "") -> String {
    let (top, height) =
      switch kind {
      case "waiting": (9, 2)
      case "ready": (6, 8)
      default: (3, 14)
      }
    return "<rect class=\"\(kind)\" x=\"\(left)\" y=\"\(top)\" width=\"\(width)\" height=\"\(height)\">"
      + "\(title)</rect>"
  }

  private func mark(_ kind: String, _ time: Int) -> String {
    let sign = kind == "cancelled" ? "×" : "▸"
    let title = kind == "cancelled" ? "cancelled at" : "resumed at"
    return
      "<text class=\"\(kind)\" x=\"\(axis.place(time).asPercent)\" y=\"15\" text-anchor=\"middle\">\(sign)"
      + "<title>\(title.escaped) \(stamp(time))</title></text>"
  }

  private var scale: String {
    var labels: [String] = []
    for (piece, next) in zip(axis.pieces, axis.pieces.dropFirst()) {
      let width = (next.start - piece.end).asPercent
      labels.append(
        "<rect class=\"cut\" x=\"\(piece.end.asPercent)\" y=\"0\" width=\"\(width)\" height=\"20\">"
          + "<title>nothing happens, left out</title></rect>")
    }
    var free = 0.0
    for tick in axis.ticks(about: 6) where tick.place >= free && tick.place < 0.97 {
      let anchor = tick.place < 0.03 ? "start" : "middle"
      labels.append(
        "<text x=\"\(tick.place.asPercent)\" y=\"14\" text-anchor=\"\(anchor)\">\(tick.label)</text>")
      free = tick.place + 0.02 * Double(tick.label.count + 1)
    }
    return "<svg aria-hidden=\"true\" height=\"20\">\(labels.joined())</svg>"
  }

  private var legend: String {
    let present = Set(drawing.operations.flatMap { $0.phases + $0.runs }.map(\.kind))
    let items = Record.Drawing.Phase.Kind.allCases.filter(present.contains).map { kind in
      "<li><svg aria-hidden=\"true\" width=\"32\" height=\"20\">\(Chart.bar(kind.rawValue, "1", "30"))</svg> "
        + "\(kind.words)</li>"
    }
    return items.isEmpty ? "" : "<ul class=\"legend\">\(items.joined())</ul>"
  }

  // MARK: Words

  private func told(_ phase: Record.Drawing.Phase) -> String {
    "\(phase.kind.words)\(phase.thread.map { " (\($0))" } ?? "") \(span(phase.from, phase.to))"
  }

  private func span(_ from: Int, _ to: Int) -> String {
    "\(stamp(from)) – \(stamp(to)) s (\((to - from).asDuration))"
  }

  private func stamp(_ time: Int) -> String { String(format: "%.\(digits)f", Double(time) / 1e9) }
}

extension Record.Drawing.Phase.Kind {
  fileprivate var words: String {
    switch self {
    case .waiting: "waits"
    case .ready: "ready"
    case .running: "running"
    case .inProgress: "in progress, on no thread"
    case .paused: "paused"
    case .silent: "executed, and has not announced its end"
    }
  }
}

extension Double {
  /// A fraction as a percentage for a style sheet, accurate to a tenth of a pixel.
  var asPercent: String {
    let hundredths = Int((self * 10_000).rounded())
    let rest = hundredths % 100
    return rest == 0 ? "\(hundredths / 100)%" : "\(hundredths / 100).\(String(100 + rest).dropFirst())%"
  }
}
