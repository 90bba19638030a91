import CourseKit
import Foundation

extension Format {
  /// A row for each student, in the format of RFC 4180; no cell has a line break, so each row is one line.
  static func csv(_ grades: [Grade]) -> String {
    let exercises = grades.first?.rows.map(\.exercise) ?? []
    let head = ["student", "id", "name", "email", "submitted", "score", "max", "remarks", "in force"]
    let parts = exercises.flatMap { exercise in
      ["core", "depth", "state", "remark"].map { part in "\(exercise.folder) \(part)" }
    }
    return table(
      [head + parts]
        + grades.map { grade in
          let person = grade.person
          return [
            grade.student, person.id, person.name, person.mail, grade.handIn?.date.formatted(.iso8601) ?? "",
            grade.isGraded ? "\(grade.score)" : "", "\(grade.maximum)",
            grade.remarks.joined(separator: "; "), grade.protection,
          ]
            + grade.rows.flatMap { exercise, report -> [String] in
              let points = grade.points(exercise, report)
              return ["\(points.core)", "\(points.depth)", report.state.rawValue, report.remark]
            }
        })
  }

  /// The grading worksheet of an assignment in Moodle; it finds students by the number in the names of the
  /// submissions that it exports, or the gradebook's import does by the address.
  static func moodle(_ grades: [Grade]) -> String {
    let head = [
      "Identifier", "Full name", "ID number", "Email address", "Grade", "Maximum grade",
      "Last modified (grade)", "Feedback comments",
    ]
    return table(
      [head]
        + grades.map { grade in
          let person = grade.person
          return [
            person.number.isEmpty ? "" : "Participant \(person.number)",
            person.name.isEmpty ? grade.student : person.name,
            person.id == person.number ? "" : person.id, person.mail,
            grade.isGraded ? "\(grade.score)" : "", "\(grade.maximum)", "-",
            grade.remarks.joined(separator: "; "),
          ]
        })
  }

  /// The gradebook of Canvas, with one assignment; it finds students by the number of the user, or else by
  /// the id.
  static func canvas(_ grades: [Grade]) -> String {
    let head = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Operations from Scratch"]
    let maximum = "\(grades.map(\.maximum).max() ?? 0)"
    // In a roster of Canvas the ids are its numbers, also of those without a submission.
    let hasNumbers = grades.contains { !$0.person.id.isEmpty && $0.person.id == $0.person.number }
    return table(
      [head, ["    Points Possible", "", "", "", "", maximum]]
        + grades.map { grade in
          let person = grade.person
          let number = hasNumbers ? person.id : person.number
          let name = person.name.isEmpty ? grade.student : person.name
          let score = grade.isGraded ? "\(grade.score)" : ""
          return [name, number, number.isEmpty ? person.id : "", "", "", score]
        })
  }

  private static func table(_ rows: [[String]]) -> String {
    func cell(_ text: String) -> String {
      var text = oneLine(text)
      // A spreadsheet would evaluate a cell that begins with one of these as a formula.
      if let first = text.unicodeScalars.first, text != "-", "=+-@".unicodeScalars.contains(first) {
        text = "'" + text
      }
      // Compared by scalars: to Swift, a comma with a combining mark after it is another character.
      let needsQuotes = text.unicodeScalars.contains { "\",;".unicodeScalars.contains($0) }
      return needsQuotes ? "\"" + replaced(text, ["\"": "\"\""]) + "\"" : text
    }
    return rows.map { $0.map(cell).joined(separator: ",") + "\r\n" }.joined()
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
    let facts = identity + (handedIn.map { ["handed in \($0)"] } ?? [])
    if !facts.isEmpty { text += facts.map(plain).joined(separator: ", ") + "\n\n" }
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
