import CourseKit
import Foundation
import Terminal

/// Who handed something in, as far as it is known.
package struct Person: Sendable, Codable, Equatable {
  /// The id on the roster, or else the number that a platform has put into the submission's name.
  package var id = ""
  package var name = ""
  package var mail = ""
  /// The number of the participant (Moodle) or of the user (Canvas).
  package var number = ""

  package init() {}

  /// What the name of a submission tells, as in `Ada Lovelace_12`.
  init(submission: String) {
    guard let match = submission.wholeMatch(of: /(.+?)_(\d+)(?: \(.*\))?/) else { return }
    (id, name, number) = (String(match.2), String(match.1), String(match.2))
  }
}

/// The students of a class, from a table whose columns may have any order.
///
/// A submission belongs to a student if its name is one of the cells of the student's row: an id, a name in
/// either order, or an address of e-mail. Case, accents and punctuation make no difference.
package struct Roster: Sendable {
  struct Student: Sendable, Equatable {
    let person: Person
    /// All names of the student, folded.
    let keys: Set<String>
    /// What a report calls a student who has handed nothing in.
    var name: String { person.id.isEmpty ? person.name : person.id }
  }

  let students: [Student]
  /// The students with a name; more than one if the name is not unique.
  private let places: [String: [Int]]

  /// Reads a table; without heads, every cell is a name, and the first an id.
  package init(_ text: String) throws(CourseError) {
    let table = try Table(text, [.id, .name])
    if table.rows.isEmpty { throw CourseError("there are no students in it.") }
    let errors = table.twice("the same id or address, which belongs to one student") { row in
      row.known.filter { [.id, .mail, .number, .login].contains($0.column) }.map {
        "\($0.column) \($0.cell.folded)"
      }
    }
    if !errors.isEmpty { throw CourseError(errors.joined(separator: "\n")) }
    students = table.rows.map(Roster.student)
    var places: [String: [Int]] = [:]
    for (place, student) in students.enumerated() {
      for key in student.keys { places[key, default: []].append(place) }
    }
    self.places = places
  }

  private static func student(_ row: Table.Row) -> Student {
    let (given, family) = (row[.given], row[.family])
    let isInTwo = !given.isEmpty && !family.isEmpty
    var person = Person()
    person.name = isInTwo ? "\(given) \(family)" : row[.name]
    person.mail = row[.mail].isEmpty ? row.cells.first { $0.contains("@") } ?? "" : row[.mail]
    // Moodle writes 'Participant 17', and calls the folder by the number.
    person.number = row[.number].firstMatch(of: /(?:^| )(\d+)$/).map { String($0.1) } ?? ""
    person.id = [row[.id], row[.number], row[.login]].first { !$0.isEmpty } ?? ""
    // One half of a name is no name of a student.
    var names = row.known.filter { !isInTwo || $0.column != .given && $0.column != .family }.map(\.cell)
    names += [given + family, family + given, person.number]
    for cell in names {
      // 'Adams, Amy' is Amy Adams.
      let parts = cell.split(separator: ",").map(String.init)
      if parts.count == 2 { names.append(parts[1] + parts[0]) }
      if let sign = cell.firstIndex(of: "@") { names.append(String(cell[..<sign])) }
    }
    let words = row[.name].split(separator: " ").map(String.init)
    if words.count > 1 { names.append(words[words.count - 1] + words.dropLast().joined()) }
    return Student(person: person, keys: Set(names.map(\.folded)).subtracting([""]))
  }

  /// The place of the one student to whom a submission of this name belongs; nil if there is none, or
  /// several.
  func place(of submission: String) -> Int? {
    let parts = Person(submission: submission)
    for name in [submission, parts.name, parts.number] {
      if let found = places[name.folded], found.count == 1 { return found[0] }
    }
    return nil
  }
}

/// Who is who in a class: its roster, and the names of all submissions.
struct People: Sendable {
  let roster: Roster?
  let submissions: [String]
  /// The assignment's name, with which GitHub Classroom begins the name of a submission; empty if none does.
  let prefix: String
  private var places: [String: Int] = [:]
  /// The submissions by what their names tell, folded.
  private var others: [String: [String]] = [:]

  /// Without a prefix, that with which most submissions begin whose names without it are on the roster.
  init(_ roster: Roster?, _ submissions: [String], prefix: String?) {
    self.roster = roster
    self.submissions = submissions
    var counts: [String: Int] = [:]
    for name in submissions where prefix == nil && roster != nil && roster?.place(of: name) == nil {
      for place in name.indices where name[place] == "-" {
        let rest = name[name.index(after: place)...]
        if roster?.place(of: String(rest)) != nil { counts[String(name[...place]), default: 0] += 1 }
      }
    }
    let most = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }
    let all = most.map { most in submissions.count { $0.hasPrefix(most.key) } } ?? 0
    self.prefix = prefix ?? most.flatMap { $0.value * 2 > all ? $0.key : nil } ?? ""
    for submission in submissions {
      places[submission] = roster.flatMap { $0.place(of: submission) ?? $0.place(of: plain(submission)) }
      let written = Person(submission: submission)
      let names = [
        submission, plain(submission), written.name, written.number, "participant\(written.number)",
      ]
      for name in Set(names.map(\.folded)).subtracting([""]) { others[name, default: []].append(submission) }
    }
  }

  private func plain(_ submission: String) -> String {
    submission.hasPrefix(prefix) ? String(submission.dropFirst(prefix.count)) : submission
  }

  /// The student's place on the roster.
  func place(of submission: String) -> Int? { places[submission] ?? roster?.place(of: submission) }

  func person(of submission: String) -> Person {
    let written = Person(submission: submission)
    guard let place = place(of: submission), let roster else {
      if !written.id.isEmpty || prefix.isEmpty { return written }
      var person = Person()
      person.id = plain(submission)
      return person
    }
    var person = roster.students[place].person
    if person.number.isEmpty { person.number = written.number }
    return person
  }

  /// The names under which the grades of a student appear whom a file or an option names.
  ///
  /// What the roster says comes before what is written in the names of submissions.
  func names(of student: String) -> [String] {
    if submissions.contains(student) { return [student] }
    guard let roster, let place = roster.place(of: student) else { return others[student.folded] ?? [] }
    let mine = submissions.filter { places[$0] == place }
    return mine.isEmpty ? [roster.students[place].name] : mine
  }

  /// Students with more than one submission, one sentence each.
  var twice: [String] {
    let mine = Dictionary(grouping: submissions) { place(of: $0) ?? -1 }
    return mine.sorted { $0.key < $1.key }.filter { $0.key >= 0 && $0.value.count > 1 }.map {
      "\(Submission.list($1.map(oneLine))) belong to one student, \(roster?.students[$0].name ?? ""). Leave one of them."
    }
  }

  /// That the roster has other names; nil if most submissions are on it.
  var strangers: String? {
    let known = submissions.count { place(of: $0) != nil }
    if roster == nil || known * 2 >= submissions.count { return nil }
    return
      "only \(known) of \(counted(submissions.count, "submission")) have a name of the roster. Does one of "
      + "its columns have the names that the submissions have, as '\(submissions[0])'? --prefix names what "
      + "precedes a user's name in all of them."
  }
}
