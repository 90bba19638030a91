import Foundation
import Terminal

/// The timeline as one self-contained page, which can be read without a network and without its script.
///
/// A row is plain text and a few boxes; its title has the details for the pointer and the keyboard. The script
/// adds the arrow keys, the line at the foot, and the highlighting of dependencies.
struct TimelinePage {
  let model: TimelineModel
  private let axis: TimeAxis
  private let title: String
  /// How many digits of a second are shown.
  let digits: Int

  init(_ model: TimelineModel, title: String) {
    self.model = model
    self.title = title
    axis = TimeAxis(model)
    digits = max(3, axis.digits(about: 1000))
  }

  var html: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8"/>
    <meta name="viewport" content="width=device-width, initial-scale=1"/>
    <meta name="color-scheme" content="light dark"/>
    <title>\(title.asHTML)</title>
    <style>\(TimelinePage.style)</style>
    </head>
    <body>
    <header>
    <h1>\(title.asHTML)</h1>
    \(summary)
    </header>
    <main>
    \(chart)
    </main>
    \(foot)
    </body>
    </html>

    """
  }

  /// The summary of all operations, and the legend.
  var summary: String {
    "<p>\(model.summary.map { "\($0.asHTML)." }.joined(separator: " "))</p>\n\(legend)"
  }

  /// The rows of the chart.
  var chart: String {
    """
    <div class="chart">
    \(grid)
    \(scale)
    \(section("In progress at once", count))
    \(section("Queues", queues))
    \(section("Threads", lanes))
    \(section("Operations", operations))
    </div>
    """
  }

  /// The line that describes the selected row, and the script that fills it.
  var foot: String {
    "<p id=\"tell\" role=\"status\"></p>\n<script>\(TimelinePage.script)</script>"
  }

  // MARK: Head

  private var legend: String {
    let kinds = Set(model.operations.flatMap { $0.phases + $0.runs }.map(\.kind))
    var parts = OperationTimeline.Kind.allCases.filter(kinds.contains).map { ($0.letter, $0.words) }
    if model.operations.contains(where: { $0.cancelled != nil }) { parts.append(("x", "cancelled")) }
    if model.operations.contains(where: { !$0.resumed.isEmpty }) { parts.append(("g", "resumed")) }
    if model.queues.contains(where: { !$0.suspensions.isEmpty }) { parts.append(("q", "queue suspended")) }
    if !arrows.isEmpty { parts.append(("d", "releases")) }
    if !axis.cuts.isEmpty { parts.append(("k", "nothing happens, left out")) }
    let items = parts.map { "<li><span><i class=\"\($0)\"></i></span>\($1)</li>" }
    return items.isEmpty ? "" : "<ul class=\"legend\">\(items.joined())</ul>"
  }

  private var scale: String {
    var ticks: [String] = []
    var free = 0.0
    // After a cut, two labels may be too close to each other.
    for tick in axis.ticks(about: 10) where tick.place >= free {
      ticks.append("<b style=\"left:\(tick.place.asPercent)\">\(tick.label)</b>")
      free = tick.place + Double(tick.label.count) * 0.014
    }
    return "<div class=\"row axis\" aria-hidden=\"true\"><span class=\"n\">\(axis.unit.name)</span>"
      + "<span class=\"c\">\(ticks.joined())</span><span class=\"t\"></span></div>"
  }

  /// Lines and bands across all rows.
  private var grid: String {
    var lines = axis.ticks(about: 10).map { "<s style=\"left:\($0.place.asPercent)\"></s>" }
    lines += zip(axis.pieces, axis.pieces.dropFirst()).map { box("k", $0.end, $1.start) }
    for queue in model.queues {
      lines += queue.suspensions.map { box("q", axis.place($0.from), axis.place($0.to ?? model.end)) }
    }
    return "<div class=\"row grid\" aria-hidden=\"true\"><span class=\"n\"></span>"
      + "<span class=\"c\">\(lines.joined())</span><span class=\"t\"></span></div>"
  }

  private func section(_ title: String, _ content: String) -> String {
    if content.isEmpty { return "" }
    return "<section><h2>\(title)</h2>\n\(content)\n</section>"
  }

  // MARK: Rows

  /// A step for each change, at most a thousand of them.
  private var count: String {
    let counts = model.inProgress
    guard model.mostAtOnce > 0 else { return "" }
    var columns = [Int](repeating: 0, count: 1001)
    for (index, count) in counts.enumerated() {
      let next = index + 1 < counts.count ? counts[index + 1].time : model.end
      let first = Int(axis.place(count.time) * 1000)
      for column in first...max(first, Int(axis.place(next) * 1000) - 1) {
        columns[column] = max(columns[column], count.number)
      }
    }
    var path = "M0 0"
    for (column, number) in columns.enumerated() where column == 0 || columns[column - 1] != number {
      path += "H\(column)V\(number)"
    }
    let most = model.mostAtOnce
    let picture =
      "<svg viewBox=\"0 0 1000 \(most)\" preserveAspectRatio=\"none\" role=\"img\" "
      + "aria-label=\"At most \(most) at once\"><path d=\"\(path)H1000V0Z\"/></svg>"
    return "<div class=\"row count\"><span class=\"n\">number</span><span class=\"c\">\(picture)</span>"
      + "<span class=\"t\">at most \(most)</span></div>"
  }

  private var queues: String {
    let queues = model.queues.filter { !$0.suspensions.isEmpty }
    return list(
      queues.map { queue in
        let boxes = queue.suspensions.map { from, to in
          let end = to.map { "resumed at \(stamp($0))" } ?? "not resumed"
          return box(
            "q", axis.place(from), axis.place(to ?? model.end), "suspended at \(stamp(from)), \(end)")
        }
        return row("", queue.name, boxes, counted(queue.suspensions.count, "suspension"))
      })
  }

  private var lanes: String {
    list(
      model.lanes.map { lane in
        row("", lane.name, laneBoxes(lane), lane.summary)
      })
  }

  /// Pieces too close to distinguish are merged into one box.
  private func laneBoxes(_ lane: Lane) -> [String] {
    var boxes: [(from: Double, to: Double, words: String, count: Int)] = []
    for run in lane.runs {
      let from = axis.place(run.phase.from)
      let to = axis.place(run.phase.to)
      if let last = boxes.last, to - last.from < 0.002 {
        boxes[boxes.count - 1] = (last.from, to, "", last.count + 1)
      } else {
        let name = run.operation.map { model.operations[$0].name.shortened } ?? "a message"
        let words = "\(name), \(span(run.phase))"
        boxes.append((from, to, words, 1))
      }
    }
    return boxes.map {
      box("r", $0.from, $0.to, $0.count == 1 ? $0.words : counted($0.count, "piece") + " of work")
    }
  }

  private var operations: String {
    let rows = model.operations.indices.map { place in
      let timeline = model.operations[place]
      let edges = model.edges[place]
      let attributes =
        " role=\"option\" title=\"\(words(timeline, edges).asHTML)\""
        + (edges.isEmpty ? "" : " data-d=\"\(edges.map(String.init).joined(separator: " "))\"")
      return row(attributes, timeline.name, boxes(timeline), tail(timeline))
    }
    guard !rows.isEmpty else { return "" }
    return "<div class=\"rows\"><ol role=\"listbox\" aria-label=\"Operations\" tabindex=\"0\">\n"
      + rows.joined(separator: "\n") + "\n</ol>" + arrows + "</div>"
  }

  /// Arrows from the end of an operation to the rows that it releases; omitted if too many would hide the rows.
  private var arrows: String {
    guard model.operations.count <= 200 else { return "" }
    var arrows: [String] = []
    for (place, edges) in model.edges.enumerated() {
      for edge in edges {
        // An operation that has begun or ended by then no longer waited for it.
        let timeline = model.operations[place]
        let isOver = timeline.runs.first?.from ?? timeline.finished ?? .max
        guard let time = model.operations[edge].finished, time <= isOver else { continue }
        let direction = edge < place ? "down" : "up"
        arrows.append(
          "<b class=\"\(direction)\" style=\"left:\(axis.place(time).asPercent);--from:\(min(edge, place));"
            + "--rows:\(abs(edge - place))\"></b>")
      }
    }
    guard !arrows.isEmpty else { return "" }
    return "<div class=\"row arrows\" aria-hidden=\"true\"><span class=\"n\"></span>"
      + "<span class=\"c\">\(arrows.joined())</span><span class=\"t\"></span></div>"
  }

  private func boxes(_ timeline: OperationTimeline) -> [String] {
    var boxes = (timeline.phases + timeline.runs).map {
      box($0.kind.letter, axis.place($0.from), axis.place($0.to))
    }
    boxes += timeline.resumed.map { mark("g", $0) }
    if let time = timeline.cancelled { boxes.append(mark("x", time)) }
    return boxes
  }

  // MARK: Elements

  private func list(_ rows: [String]) -> String {
    rows.isEmpty ? "" : "<ul class=\"rows\">\n\(rows.joined(separator: "\n"))\n</ul>"
  }

  private func row(
    _ attributes: String, _ name: String, _ boxes: [String], _ tail: String
  ) -> String {
    "<li\(attributes)><span class=\"n\">\(name.shortened.asHTML)</span>"
      + "<span class=\"c\">\(boxes.joined())</span><span class=\"t\">\(tail.asHTML)</span></li>"
  }

  private func box(_ letter: String, _ from: Double, _ to: Double, _ words: String = "") -> String {
    let title = words.isEmpty ? "" : " title=\"\(words.asHTML)\""
    return
      "<i class=\"\(letter)\" style=\"left:\(from.asPercent);width:\((to - from).asPercent)\"\(title)></i>"
  }

  private func mark(_ letter: String, _ time: Int) -> String {
    "<i class=\"\(letter)\" style=\"left:\(axis.place(time).asPercent)\"></i>"
  }
}
