import CourseKit
import Foundation
import Typesetting

/// Decisions made outside the tests: who is in the class, when it is due, and what was changed by hand.
///
/// They apply to grades when they are shown and are not kept with them, so they survive another grading.
package struct ClassRules: Sendable {
  /// The students of the class; nil if unknown.
  package var roster: [String]?
  /// When the submissions are due, unless a student has more time.
  package var due: Date?
  /// The lateness in seconds up to which a percentage of the points is lost; the last entry covers all the rest.
  var steps: [(seconds: Double, percent: Int)] = []
  var extensions: [String: Date] = [:]
  var overrides: [String: [(exercise: Int?, points: Int?, comment: String)]] = [:]

  /// No rules: grades stay as they are.
  package init() {}

  /// Reads the first column of a CSV file; a first line that begins with `student`, `id` or `name` is its header.
  package mutating func readRoster(_ text: String) {
    let cells = text.split(separator: "\n").map { line in
      line.split(separator: ",", omittingEmptySubsequences: false)[0]
        .trimmingCharacters(in: CharacterSet(charactersIn: " \"\t"))
    }
    let names = cells.filter { !$0.isEmpty }
    let hasHead = names.first.map { ["student", "id", "name"].contains($0.lowercased()) } ?? false
    roster = Array(names.dropFirst(hasHead ? 1 : 0))
  }

  /// Reads lines like `24h 10%`, `later 100%` and `extension ada 2026-12-24T12:00:00Z`; `#` begins a comment.
  package mutating func readPolicy(_ text: String) throws {
    for line in text.split(separator: "\n").map(String.init) {
      let words = line.prefix { $0 != "#" }.split(separator: " ").map(String.init)
      if words.isEmpty { continue }
      if words.count == 3, words[0] == "extension", let date = ClassRules.date(words[2]) {
        extensions[words[1]] = date
      } else if words.count == 2, words[1].hasSuffix("%"), let percent = Int(words[1].dropLast()),
        (0...100).contains(percent), let seconds = ClassRules.seconds(words[0])
      {
        steps.append((seconds, percent))
      } else {
        throw CourseError("this line cannot be understood: \(line)")
      }
    }
    steps.sort { $0.seconds < $1.seconds }
  }

  /// Reads lines `student,exercise,points,comment`, in which exercise and points may be empty.
  package mutating func readOverrides(_ text: String) throws {
    for line in text.split(separator: "\n").map(String.init)
    where !line.hasPrefix("#") && !line.hasPrefix("student,") {
      let cells = line.split(separator: ",", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
      guard cells.count == 4, cells[1].isEmpty || Int(cells[1]).flatMap(Catalogue.exercise) != nil,
        cells[2].isEmpty || Int(cells[2]) != nil && !cells[1].isEmpty
      else { throw CourseError("this line cannot be understood: \(line)") }
      overrides[cells[0], default: []].append((Int(cells[1]), Int(cells[2]), cells[3]))
    }
  }

  /// A date with or without a time, in universal time unless it says otherwise.
  package static func date(_ text: String) -> Date? {
    for candidate in [text, text + "Z", text + ":00Z", text + "T23:59:59Z"] {
      if let date = try? Date(candidate, strategy: .iso8601) { return date }
    }
    return nil
  }

  private static func seconds(_ text: String) -> Double? {
    if text == "later" { return .infinity }
    let units: [Character: Double] = ["m": 60, "h": 3600, "d": 86_400]
    guard let unit = text.last.flatMap({ units[$0] }), let number = Double(text.dropLast()) else {
      return nil
    }
    return number * unit
  }

  /// The final grades: late ones reduced, missing ones 0, changed ones with a remark.
  package func apply(to grades: [Grade], of exercises: [Exercise]) -> [Grade] {
    var result = grades.map(applied)
    guard let roster else { return result }
    for index in result.indices where !roster.contains(result[index].student) {
      result[index].remarks.append("is not on the roster")
    }
    for student in roster where !grades.contains(where: { $0.student == student }) {
      let reports = exercises.map { Report.notStarted($0, "Nothing was handed in.") }
      result.append(
        applied(
          Grade(
            student: student, reports: reports, remarks: ["nothing was handed in"],
            protection: "nothing was run",
            date: Date())))
    }
    return result.sorted { $0.student < $1.student }
  }

  private func applied(_ grade: Grade) -> Grade {
    var grade = grade
    for change in overrides[grade.student] ?? [] {
      let number = change.exercise.flatMap(Catalogue.exercise)
      if let number, let points = change.points {
        grade.overrides = (grade.overrides ?? [:]).merging([number.number: points]) { $1 }
      }
      let place = number.map { "\($0.folder): " } ?? ""
      let points = change.points.map { "\(counted($0, "point")) by hand" } ?? ""
      let words = [points, change.comment].filter { !$0.isEmpty }
      grade.remarks.append("\(place)\(words.joined(separator: "; "))")
    }
    if let due = extensions[grade.student] ?? due, let submitted = grade.submitted, submitted > due {
      let late = submitted.timeIntervalSince(due)
      let percent = steps.first { late <= $0.seconds }?.percent ?? (steps.isEmpty ? 0 : 100)
      grade.deduction = percent
      let hours = Int(late / 3600)
      let time = hours < 1 ? "less than an hour" : counted(hours, "hour")
      grade.remarks.append("came \(time) late: \(percent) % of the points are lost")
    }
    return grade
  }
}
