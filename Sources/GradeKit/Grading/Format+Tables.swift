import CourseKit
import Foundation

extension Format {
  /// A row for each student, in the format of RFC 4180; no cell has a line break, so each row is one line.
  static func csv(_ grades: [Grade]) -> String {
    func cell(_ text: String) -> String {
      var text = oneLine(text)
      // A spreadsheet would evaluate a cell that begins with one of these as a formula.
      if let first = text.unicodeScalars.first, "=+-@".unicodeScalars.contains(first) { text = "'" + text }
      // Compared by scalars: to Swift, a comma with a combining mark after it is another character.
      let needsQuotes = text.unicodeScalars.contains { "\",;".unicodeScalars.contains($0) }
      return needsQuotes ? "\"" + replaced(text, ["\"": "\"\""]) + "\"" : text
    }
    let exercises = grades.first?.rows.map(\.exercise) ?? []
    var lines = [["student", "score", "max", "remarks", "in force"]]
    lines[0] += exercises.flatMap { exercise in
      ["core", "depth", "state", "remark"].map { part in "\(exercise.folder) \(part)" }
    }
    for grade in grades {
      let cells = grade.rows.flatMap { exercise, report -> [String] in
        let points = grade.points(exercise, report)
        return ["\(points.core)", "\(points.depth)", report.state.rawValue, report.remark]
      }
      let score = grade.isGraded ? "\(grade.score)" : ""
      lines.append(
        [
          grade.student, score, "\(grade.maximum)", grade.remarks.joined(separator: "; "), grade.protection,
        ] + cells)
    }
    return lines.map { $0.map(cell).joined(separator: ",") + "\r\n" }.joined()
  }

  /// A text in which some scalars are replaced.
  static func replaced(_ text: String, _ others: [UnicodeScalar: String]) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if let other = others[scalar] { result += other.unicodeScalars } else { result.append(scalar) }
    }
    return String(result)
  }
}

extension Grade {
  /// A table in GitHub's Markdown (GFM 0.29).
  var markdown: String {
    func plain(_ text: String) -> String {
      Format.replaced(
        oneLine(text),
        [
          "|": "\\|", "<": "&lt;", ">": "&gt;", "&": "&amp;", "[": "\\[", "]": "\\]", "*": "\\*", "_": "\\_",
          "`": "\\`", "@": "&#64;",
        ])
    }
    var text = student.isEmpty ? "" : "## \(plain(student))\n\n"
    text += "| exercise | tests | core | depth | points | state |\n"
    text += "| --- | ---: | ---: | ---: | ---: | --- |\n"
    for (exercise, report) in rows {
      let tests =
        report.tests.isEmpty ? "" : "\(report.tests.count(where: \.hasPassed)) of \(report.tests.count)"
      let cells =
        [exercise.folder, tests] + ReportTable.cells(points(exercise, report), of: maximum(exercise))
        + [report.state.rawValue]
      text += "| \(cells.joined(separator: " | ")) |\n"
    }
    text += "| **total** | | | | **\(isGraded ? "\(score)" : "no verdict") of \(maximum)** | |\n"
    for remark in remarks { text += "\n- \(plain(remark))" }
    return text + "\n\nIn force: \(plain(protection)).\n"
  }
}
