import CourseKit
import Foundation

/// The students of a class, from a table whose columns may have any order.
///
/// A submission belongs to a student if its name is one of the cells of the student's row: an id, a name in
/// either order, or an address of e-mail. Case, accents and punctuation make no difference.
package struct Roster: Sendable {
  struct Student: Sendable, Equatable {
    /// What a report calls a student who has handed nothing in.
    let name: String
    /// All names of the student, folded.
    let keys: Set<String>
  }

  let students: [Student]
  /// The students with a name; more than one if the name is not unique.
  private let places: [String: [Int]]

  /// Reads a table.
  package init(_ text: String) throws(CourseError) {
    let table = CSVReader(text)
    if let line = table.openQuote { throw CourseError("line \(line): a quotation mark is never closed.") }
    guard let first = table.rows.first else { throw CourseError("there are no students in it.") }
    let head = first.cells.map { Roster.heads[$0.folded] }
    let hasHead = head.contains { $0 != nil }
    let rows = hasHead ? table.rows.dropFirst() : table.rows[...]
    students = rows.map { Roster.student($0.cells, hasHead ? head : []) }
    var places: [String: [Int]] = [:]
    for (place, student) in students.enumerated() {
      for key in student.keys { places[key, default: []].append(place) }
    }
    self.places = places
  }

  private enum Column { case id, name, given, family, mail }

  /// What the heads of columns mean, in the words of some platforms.
  private static let heads: [String: Column] = [
    "student": .id, "id": .id, "studentid": .id, "sisid": .id, "sisuserid": .id, "sisloginid": .id,
    "username": .id,
    "user": .id, "login": .id, "loginid": .id, "studentnumber": .id, "matriculationnumber": .id,
    "matrikelnummer": .id, "identifier": .id, "orgdefinedid": .id, "githubusername": .id,
    "name": .name, "fullname": .name, "studentname": .name, "displayname": .name,
    "firstname": .given, "givenname": .given, "vorname": .given, "prénom": .given,
    "lastname": .family, "familyname": .family, "surname": .family, "nachname": .family,
    "email": .mail, "mail": .mail, "emailaddress": .mail,
  ]

  private static func student(_ cells: [String], _ head: [Column?]) -> Student {
    func cell(_ column: Column) -> String? {
      zip(head, cells).first { $0 == column && !$1.isEmpty }?.1
    }
    var keys: Set<String> = []
    for cell in cells {
      keys.insert(cell.folded)
      // 'Adams, Amy' is Amy Adams.
      let parts = cell.split(separator: ",").map(String.init)
      if parts.count == 2 { keys.insert((parts[1] + parts[0]).folded) }
      if let sign = cell.firstIndex(of: "@") { keys.insert(String(cell[..<sign]).folded) }
    }
    let given = cell(.given) ?? ""
    let family = cell(.family) ?? ""
    if !given.isEmpty, !family.isEmpty {
      keys.formUnion([(given + family).folded, (family + given).folded])
      // One of the two alone is no name of a student.
      keys.subtract([given.folded, family.folded])
    } else if let name = cell(.name) {
      let words = name.split(separator: " ").map(String.init)
      if words.count > 1 { keys.insert((words[words.count - 1] + words.dropLast().joined()).folded) }
    }
    keys.remove("")
    let full = [given, family].filter { !$0.isEmpty }.joined(separator: " ")
    let name = cell(.id) ?? cell(.name) ?? (full.isEmpty ? nil : full) ?? cells.first { !$0.isEmpty }
    return Student(name: name ?? "", keys: keys)
  }

  /// The place of the one student to whom a submission of this name belongs; nil if there is none, or
  /// several.
  func place(of submission: String) -> Int? {
    let names = [submission] + Roster.parts(of: submission)
    for name in names {
      if let found = places[name.folded], found.count == 1 { return found[0] }
    }
    return nil
  }

  /// The parts of a name to which a platform has added a number.
  private static func parts(of submission: String) -> [String] {
    guard let match = submission.wholeMatch(of: /(.+?)_(\d+)(?: \(.*\))?/) else { return [] }
    return [String(match.1), String(match.2)]
  }
}
