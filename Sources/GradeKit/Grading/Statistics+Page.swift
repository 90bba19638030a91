import CourseKit
import Terminal

extension Statistics {
  /// The statistics as a page: a table by exercise, and a bar for each tenth of the points.
  package var page: String {
    let head = Statistics.head.map { "<th>\($0)" }.joined()
    let body = rows.map { row in "<tr>" + row.map { "<td>\($0.escaped)" }.joined() }
    let most = max(1, tenths.max() ?? 1)
    let bars = tenths.enumerated().map { tenth, count in
      "<tr><td>\(Statistics.range(tenth))<td>\(count)<td><div style=\"width:\(count * 100 / most)%\"></div>"
    }
    return """
      <!doctype html>
      <html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <title>Statistics of a class</title>
      <style>
      body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark }
      table { border-collapse: collapse; width: 100%; margin-block: 1rem }
      th, td { text-align: start; padding: .2rem .8rem .2rem 0; vertical-align: top }
      td:last-child { width: 60% }
      div { background: #3a6ea5; height: 1em }
      </style>
      <h1>Statistics of a class</h1>
      <p>\(summary.escaped)</p>
      <table><tr>\(head)\n\(body.joined(separator: "\n"))</table>
      <h2>Points</h2>
      <table><tr><th>points<th>students<th>share\n\(bars.joined(separator: "\n"))</table>
      \(similar.text.isEmpty ? "" : "<pre>\(similar.text.escaped)</pre>")
      </html>

      """
  }
}
