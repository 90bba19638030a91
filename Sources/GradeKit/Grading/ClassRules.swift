import CourseKit
import Foundation
import Terminal

/// Decisions made outside the tests: who is in the class, when it is due, and what was changed by hand.
///
/// They apply to grades when they are shown and are not kept with them, so they survive another grading.
package struct ClassRules: Sendable {
  /// The students of the class; nil if unknown.
  package var roster: Roster?
  /// What the names of submissions begin with; nil to find out.
  package var prefix: String?
  /// When the submissions are due, unless a student has more time.
  package var due: Date?
  /// The zone of dates that name none.
  package var zone = TimeZone.gmt
  /// When students handed in, which replaces the dates of their files.
  var dates: [(place: String, student: String, date: Date)] = []
  /// The lateness in seconds up to which a percentage of the points is lost; beyond the last entry all are.
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
      if words.first == "extension", let (name, date) = ClassRules.nameAndDate(words.dropFirst(), zone) {
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
    let table = try Table(text, [.id, .exercise, .points, .comment])
    func exercise(_ row: Table.Row) -> Exercise? { Int(row[.exercise]).flatMap(Catalogue.exercise) }
    var errors = table.twice("points for the same student and exercise") { row in
      row[.points].isEmpty ? [] : exercise(row).map { ["\(row.student.folded) \($0.number)"] } ?? []
    }
    for row in table.rows {
      let (exercise, points) = (exercise(row), Int(row[.points]))
      if row.student.isEmpty { errors.append("line \(row.line) names no student") }
      if !row[.exercise].isEmpty, exercise == nil {
        errors.append("line \(row.line): there is no exercise '\(row[.exercise])'")
      }
      if !row[.points].isEmpty, points ?? -1 < 0 {
        errors.append("line \(row.line): '\(row[.points])' is no number of points")
      } else if points != nil, row[.exercise].isEmpty {
        errors.append("line \(row.line) has points, but no exercise")
      } else if let points, let exercise, points > exercise.points.total {
        let most = "\(exercise.folder), which has \(exercise.points.total)"
        errors.append("line \(row.line): \(counted(points, "point")) for \(most)")
      }
      // A comment without quotation marks may contain separators.
      overrides.append(
        Override(
          place: "\(file), line \(row.line)", student: row.student, exercise: exercise?.number,
          points: points, comment: row.rest(.comment).joined(separator: ", ")))
    }
    if !errors.isEmpty { throw CourseError(errors.joined(separator: "\n")) }
  }

  /// Reads rows of a student and a date, as in the grading worksheet of Moodle.
  package mutating func readDates(_ text: String, from file: String = "--dates") throws(CourseError) {
    let table = try Table(text, [.id, .date])
    var errors = table.twice("a date for the same student") { [$0.student.folded] }
    for row in table.rows {
      let place = "\(file), line \(row.line)"
      if let date = ClassRules.date(row[.date], zone) {
        dates.append((place, row.student, date))
      } else if row[.date] != "-" {
        // Moodle writes a line for who has handed nothing in.
        errors.append("line \(row.line): '\(row[.date])' is no date, as 2026-12-24T12:00:00Z is")
      }
    }
    if !errors.isEmpty { throw CourseError(errors.joined(separator: "\n")) }
  }

  /// A date with or without a time, also as Moodle writes it: `Friday, 20 November 2026, 10:11 AM`.
  ///
  /// The name of a zone may follow, as in `2026-12-24T18:00 Europe/Berlin`. A date alone is its last second.
  package static func date(_ text: String, _ zone: TimeZone = .gmt) -> Date? {
    let (text, named) = ClassRules.zone(of: text)
    let reader = ClassRules.formatter(named ?? zone)
    for format in [
      "yyyy-MM-dd'T'HH:mm:ssXXXXX", "yyyy-MM-dd'T'HH:mm:ss", "yyyy-MM-dd'T'HH:mm", "yyyy-MM-dd HH:mm:ss",
      "yyyy-MM-dd HH:mm", "yyyy-MM-dd-HH-mm-ss", "EEEE, d MMMM yyyy, h:mm a", "EEEE, d MMMM yyyy, HH:mm",
    ] {
      reader.dateFormat = format
      if let date = reader.date(from: text.replacing("\u{202F}", with: " ")) { return date }
    }
    reader.dateFormat = "yyyy-MM-dd HH:mm:ss"
    return reader.date(from: "\(text) 23:59:59")
  }

  private static func formatter(_ zone: TimeZone) -> DateFormatter {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = zone
    formatter.dateFormat = "yyyy-MM-dd HH:mm:ss"
    return formatter
  }

  /// A text without the name of a zone at its end, and that zone.
  package static func zone(of text: String) -> (rest: String, zone: TimeZone?) {
    let words = text.split(separator: " ").map(String.init)
    guard words.count > 1, let last = words.last, !["AM", "PM"].contains(last), last.first?.isLetter == true,
      let zone = TimeZone(identifier: last) ?? TimeZone(abbreviation: last)
    else { return (text, nil) }
    return (words.dropLast().joined(separator: " "), zone)
  }

  /// A date as reports show it.
  func text(_ date: Date) -> String {
    "\(ClassRules.formatter(zone).string(from: date)) \(zone == .gmt ? "UTC" : zone.identifier)"
  }

  /// A student's name and the date after it, which may have a time and a zone: the longest that is one.
  private static func nameAndDate(_ words: ArraySlice<String>, _ zone: TimeZone) -> (String, Date)? {
    for length in (1...3).reversed() where length < words.count {
      if let date = date(words.suffix(length).joined(separator: " "), zone) {
        let name = words.dropLast(length).joined(separator: " ")
        return (name.trimmingCharacters(in: ["\""]), date)
      }
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

  /// Compares files and options with the names of all submissions, also of those that are not graded in this
  /// run.
  ///
  /// Returns the submissions that `only` and `pardoned` mean, and what an instructor should know. Throws what
  /// does not fit: unknown students, and two submissions of one.
  package func check(
    _ submissions: [String], only: Set<String> = [], pardoned: Set<String> = []
  ) throws(CourseError) -> (only: Set<String>, pardoned: Set<String>, notes: [String]) {
    let people = People(roster, submissions, prefix: prefix)
    let places =
      overrides.map { ($0.place, $0.student) } + extensions.map { ($0.place, $0.student) }
      + dates.map { ($0.place, $0.student) } + only.sorted().map { ("--only", $0) }
      + pardoned.subtracting([Grader.everyone]).sorted().map { ("--pardon", $0) }
    let errors =
      people.twice
      + places.compactMap { place, student in
        let names = people.names(of: student)
        if names.count == 1 || student.isEmpty { return nil }
        return names.isEmpty
          ? "\(place): there is no student '\(student)'. There are \(Submission.list(submissions.map(oneLine)))."
          : "\(place): '\(student)' could be \(Submission.list(names.map(oneLine)))."
      }
    if !errors.isEmpty { throw CourseError(errors.joined(separator: "\n")) }
    let notes = [
      people.strangers.map { "warning: \($0)" }, due.map { "due \(text($0))" },
      people.prefix.isEmpty ? nil : "the names of submissions are read without '\(people.prefix)'",
    ]
    let pardonsAll = pardoned.contains(Grader.everyone)
    return (
      Set(only.flatMap(people.names)),
      pardonsAll ? [Grader.everyone] : Set(pardoned.flatMap(people.names)), notes.compactMap(\.self)
    )
  }

  /// The final grades: late ones reduced, missing ones 0, changed ones with a remark.
  ///
  /// A student of the roster is missing if none of `submissions` is theirs and the run includes them.
  package func apply(
    to grades: [Grade], of exercises: [Exercise], submissions: [String]? = nil,
    includes: (String) -> Bool = { _ in true }
  ) -> [Grade] {
    let all = People(roster, submissions ?? grades.map(\.student), prefix: prefix)
    // Whom a name in the files means, found once: a class of 500 has as many dates.
    let named = Set(overrides.map(\.student) + extensions.map(\.student) + dates.map(\.student))
    let whose = Dictionary(uniqueKeysWithValues: named.map { ($0, Set(all.names(of: $0))) })
    var result = grades.map { applied($0, all, whose) }
    guard let roster else { return result }
    for index in result.indices where all.place(of: result[index].student) == nil {
      result[index].remarks.append("is not on the roster")
    }
    let present = Set(all.submissions.compactMap(all.place))
    for (place, student) in roster.students.enumerated()
    where !present.contains(place) && includes(student.name) {
      let reports = exercises.map { Report.notStarted($0, "Nothing was handed in.") }
      let missing = Grade(
        student: student.name, reports: reports, remarks: [Grade.nothing],
        protection: "nothing was run", date: Date())
      result.append(applied(missing, all, whose))
    }
    return result.sorted { $0.student < $1.student }
  }

  /// Whose date is not known although one is due; nil if there is no such student.
  package func undated(_ grades: [Grade]) -> String? {
    let names = grades.filter { $0.handIn == nil && !$0.isNothing }.map { oneLine($0.student) }
    if due == nil || names.isEmpty { return nil }
    return
      "no date, so not late: \(Submission.list(names)). The files that a platform exports have the date of "
      + "the download; give dates with --dates"
  }

  private func applied(_ grade: Grade, _ all: People, _ whose: [String: Set<String>]) -> Grade {
    var grade = grade
    grade.person = all.person(of: grade.student)
    for change in overrides where whose[change.student, default: []].contains(grade.student) {
      let number = change.exercise.flatMap(Catalogue.exercise)
      if let number, let points = change.points {
        grade.overrides = (grade.overrides ?? [:]).merging([number.number: points]) { $1 }
      }
      let place = number.map { "\($0.folder): " } ?? ""
      let points = change.points.map { "\(counted($0, "point")) by hand" } ?? ""
      let words = [points, change.comment].filter { !$0.isEmpty }
      grade.remarks.append("\(place)\(words.joined(separator: "; "))")
    }
    // Nothing can be late that was not handed in.
    if grade.isNothing {
      grade.handIn = nil
      return grade
    }
    if let date = dates.last(where: { whose[$0.student, default: []].contains(grade.student) }) {
      grade.handIn = HandIn(date: date.date, source: "the table of dates")
    }
    grade.handedIn = grade.handIn.map { "\(text($0.date)), by \($0.source)" } ?? "on an unknown date"
    let due = extensions.last { whose[$0.student, default: []].contains(grade.student) }?.due ?? due
    if let due, let submitted = grade.handIn?.date, submitted > due {
      let late = submitted.timeIntervalSince(due)
      let percent = steps.first { late <= $0.seconds }?.percent ?? (steps.isEmpty ? 0 : 100)
      grade.deduction = percent
      grade.reducesPointsByHand = reducesPointsByHand
      let hours = Int(late / 3600)
      let time = hours < 1 ? "less than an hour" : counted(hours, "hour")
      grade.remarks.append(
        "handed in \(text(submitted)), \(time) after \(text(due)): \(percent) % of the points are lost")
    } else if grade.isMarkedLate == true {
      grade.remarks.append(
        "Canvas marks it as late"
          + (grade.handIn == nil
            ? "; how late is not known, so no points are lost. Give a date with --dates" : ""))
    }
    return grade
  }
}
