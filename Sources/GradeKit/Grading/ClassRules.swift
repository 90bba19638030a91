import CourseKit
import Foundation
import Terminal

/// Decisions made outside the tests: who is in the class, when it is due, and what was changed by hand.
///
/// They apply to grades when they are shown and are not kept with them, so they survive another grading.
package struct ClassRules: Sendable {
  /// The students of the class; nil if unknown.
  package var roster: Roster?
  /// When the submissions are due, unless a student has more time.
  package var due: Date?
  /// The lateness in seconds up to which a percentage of the points is lost; the last entry covers all the
  /// rest.
  var steps: [(seconds: Double, percent: Int)] = []
  var extensions: [(place: String, student: String, due: Date)] = []
  /// Whether points that were given by hand are reduced for lateness too.
  var reducesPointsByHand = false
  var overrides: [Override] = []

  /// A decision on one student, from one line of a file.
  struct Override: Sendable {
    /// The file and the line.
    let place: String
    let student: String
    let exercise: Int?
    let points: Int?
    let comment: String
  }

  /// No rules: grades stay as they are.
  package init() {}

  /// Reads lines like `24h 10%`, `later 100%` and `extension Ada Lovelace 2026-12-24T12:00:00Z`; `#` begins a
  /// comment.
  package mutating func readPolicy(_ text: String, from file: String = "--late") throws(CourseError) {
    var errors: [String] = []
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let words = line.prefix { $0 != "#" }.split { $0 == " " || $0 == "\t" || $0 == "\r" }.map(String.init)
      if words.isEmpty { continue }
      if words.count >= 3, words[0] == "extension", let date = ClassRules.date(words[words.count - 1]) {
        let name = words[1..<(words.count - 1)].joined(separator: " ").trimmingCharacters(in: ["\""])
        extensions.append(("\(file), line \(number + 1)", name, date))
      } else if words == ["points", "by", "hand", "too"] {
        reducesPointsByHand = true
      } else if words.count == 2, words[1].hasSuffix("%"), let percent = Int(words[1].dropLast()),
        (0...100).contains(percent), let seconds = ClassRules.seconds(words[0])
      {
        steps.append((seconds, percent))
      } else {
        errors.append("line \(number + 1) cannot be understood: \(words.joined(separator: " "))")
      }
    }
    steps.sort { $0.seconds < $1.seconds }
    if !errors.isEmpty { throw CourseError(errors.joined(separator: "\n")) }
  }

  /// Reads rows of student, exercise, points and comment, of which exercise and points may be empty.
  package mutating func readOverrides(_ text: String, from file: String = "--overrides") throws(CourseError) {
    let table = CSVReader(text, comment: "#")
    var errors = table.openQuote.map { ["line \($0): a quotation mark is never closed"] } ?? []
    var seen: [String: Int] = [:]
    let isHead =
      table.rows.first.map { ["student", "id", "name"].contains($0.cells[0].lowercased()) } ?? false
    for row in isHead ? table.rows.dropFirst() : table.rows[...] {
      let cells = row.cells + Array(repeating: "", count: max(0, 4 - row.cells.count))
      let exercise = Int(cells[1]).flatMap(Catalogue.exercise)
      let points = Int(cells[2])
      // A comment without quotation marks may contain separators.
      let comment = cells[3...].filter { !$0.isEmpty }.joined(separator: ", ")
      if cells[0].isEmpty { errors.append("line \(row.line) names no student") }
      if !cells[1].isEmpty, exercise == nil {
        errors.append("line \(row.line): there is no exercise '\(cells[1])'")
      }
      if !cells[2].isEmpty, points == nil || points ?? 0 < 0 {
        errors.append("line \(row.line): '\(cells[2])' is no number of points")
      } else if points != nil, cells[1].isEmpty {
        errors.append("line \(row.line) has points, but no exercise")
      } else if let points, let exercise, points > exercise.points.total {
        errors.append(
          "line \(row.line): \(counted(points, "point")) for \(exercise.folder), which has "
            + "\(exercise.points.total)"
        )
      }
      if let exercise, points != nil {
        let key = "\(cells[0].folded) \(exercise.number)"
        if let before = seen[key] {
          errors.append("line \(row.line): line \(before) has points for the same student and exercise")
        }
        seen[key] = row.line
      }
      overrides.append(
        Override(
          place: "\(file), line \(row.line)", student: cells[0], exercise: exercise?.number,
          points: points, comment: comment))
    }
    if !errors.isEmpty { throw CourseError(errors.joined(separator: "\n")) }
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

  // MARK: - Applying them

  /// The students of a class by the names of their submissions, and where they are on the roster.
  private struct Class {
    let roster: Roster?
    let submissions: [String]

    /// Whether a name in a file is that of a submission.
    func isSame(_ name: String, as submission: String) -> Bool {
      if name == submission || name.folded == submission.folded { return true }
      guard let place = roster?.place(of: submission) else { return false }
      return roster?.place(of: name) == place
    }

    func isKnown(_ name: String) -> Bool {
      submissions.contains { isSame(name, as: $0) } || roster?.place(of: name) != nil
    }
  }

  /// What does not fit the class: unknown students in the files and in the choice, and a roster with other
  /// names.
  ///
  /// `submissions` are the names of all submissions, also of those that are not graded in this run.
  package func problems(
    of submissions: [String], only chosen: Set<String> = []
  ) -> (errors: [String], warnings: [String]) {
    let all = Class(roster: roster, submissions: submissions)
    let errors =
      chosen.sorted().filter { !all.isKnown($0) }.map { "--only: there is no student '\($0)'" }
      + overrides.filter { !$0.student.isEmpty && !all.isKnown($0.student) }
      .map { "\($0.place): there is no student '\($0.student)'" }
      + extensions.filter { !all.isKnown($0.student) }.map {
        "\($0.place): there is no student '\($0.student)'"
      }
    var warnings: [String] = []
    if let roster, !submissions.isEmpty {
      let known = submissions.count { roster.place(of: $0) != nil }
      if known * 2 < submissions.count {
        warnings.append(
          "only \(known) of \(counted(submissions.count, "submission")) have a name of the roster. Does "
            + "one of its columns "
            + "have the names that the submissions have, as '\(submissions[0])'?")
      }
    }
    return (errors, warnings)
  }

  /// The final grades: late ones reduced, missing ones 0, changed ones with a remark.
  ///
  /// A student of the roster is missing if none of `submissions` is theirs and the run includes them.
  package func apply(
    to grades: [Grade], of exercises: [Exercise], submissions: [String]? = nil,
    includes: (String) -> Bool = { _ in true }
  ) -> [Grade] {
    let all = Class(roster: roster, submissions: submissions ?? grades.map(\.student))
    var result = grades.map { applied($0, all) }
    guard let roster else { return result }
    for index in result.indices where roster.place(of: result[index].student) == nil {
      result[index].remarks.append("is not on the roster")
    }
    let present = Set(all.submissions.compactMap(roster.place))
    for (place, student) in roster.students.enumerated()
    where !present.contains(place) && includes(student.name) {
      let reports = exercises.map { Report.notStarted($0, "Nothing was handed in.") }
      let missing = Grade(
        student: student.name, reports: reports, remarks: ["nothing was handed in"],
        protection: "nothing was run", date: Date())
      result.append(applied(missing, all))
    }
    return result.sorted { $0.student < $1.student }
  }

  private func applied(_ grade: Grade, _ all: Class) -> Grade {
    var grade = grade
    for change in overrides where all.isSame(change.student, as: grade.student) {
      let number = change.exercise.flatMap(Catalogue.exercise)
      if let number, let points = change.points {
        grade.overrides = (grade.overrides ?? [:]).merging([number.number: points]) { $1 }
      }
      let place = number.map { "\($0.folder): " } ?? ""
      let points = change.points.map { "\(counted($0, "point")) by hand" } ?? ""
      let words = [points, change.comment].filter { !$0.isEmpty }
      grade.remarks.append("\(place)\(words.joined(separator: "; "))")
    }
    let more = extensions.last { all.isSame($0.student, as: grade.student) }?.due
    if let due = more ?? due, let submitted = grade.submitted, submitted > due {
      let late = submitted.timeIntervalSince(due)
      let percent = steps.first { late <= $0.seconds }?.percent ?? (steps.isEmpty ? 0 : 100)
      grade.deduction = percent
      grade.reducesPointsByHand = reducesPointsByHand
      let hours = Int(late / 3600)
      let time = hours < 1 ? "less than an hour" : counted(hours, "hour")
      grade.remarks.append(
        "handed in \(submitted.formatted(.iso8601)), \(time) after \(due.formatted(.iso8601)) (both in UTC): "
          + "\(percent) % of the points are lost")
    }
    return grade
  }
}
