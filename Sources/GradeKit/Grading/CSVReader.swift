import CourseKit
import Foundation

/// Reads a table as spreadsheets and learning platforms write it: RFC 4180, also with `;` or tabs between the
/// cells.
struct CSVReader {
  struct Row: Equatable {
    /// The number of its first line in the file, from 1.
    let line: Int
    /// The cells, without spaces around them.
    let cells: [String]
  }

  /// The rows that are not empty.
  private(set) var rows: [Row] = []
  /// The line of a quotation mark that is never closed.
  private(set) var openQuote: Int?

  /// Reads a text; rows that begin with `comment` are left out.
  init(_ text: String, comment: Character? = nil) {
    // To Swift, a carriage return and a line feed are one character.
    let text = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n").drop { $0 == "\u{FEFF}" }
    let separator = CSVReader.separator(of: text)
    var (cells, cell, line, start) = ([String](), "", 1, 1)
    var (isQuoted, wasQuoted) = (false, false)
    func endCell() {
      cells.append(wasQuoted ? cell : cell.trimmed)
      (cell, wasQuoted) = ("", false)
    }
    func endRow() {
      endCell()
      let isComment = comment.map { cells[0].first == $0 } ?? false
      if !isComment, cells.contains(where: { !$0.isEmpty }) { rows.append(Row(line: start, cells: cells)) }
      (cells, start) = ([], line + 1)
    }
    for character in text {
      if isQuoted {
        if character == "\"" { isQuoted = false } else { cell.append(character) }
      } else if character == "\"", cell.trimmed.isEmpty, !wasQuoted {
        (isQuoted, wasQuoted, cell) = (true, true, "")
      } else if character == "\"", wasQuoted {
        // Two quotation marks in a quoted cell are one.
        cell.append(character)
        isQuoted = true
      } else if character == separator {
        endCell()
      } else if character == "\n" {
        endRow()
      } else if !wasQuoted || character != " " {
        cell.append(character)
      }
      if character == "\n" { line += 1 }
    }
    if isQuoted { openQuote = start }
    if !cells.isEmpty || !cell.isEmpty { endRow() }
  }

  /// The separator that the first line has most of, outside of quotation marks.
  private static func separator(of text: Substring) -> Character {
    var isQuoted = false
    var counts: [Character: Int] = [:]
    for character in text {
      if character == "\"" { isQuoted.toggle() }
      if character == "\n" && !isQuoted && !counts.isEmpty { break }
      if !isQuoted, [",", ";", "\t"].contains(character) { counts[character, default: 0] += 1 }
    }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? ","
  }
}

/// What a column of a table holds.
enum Column: Sendable { case id, name, given, family, mail, number, login, date, exercise, points, comment }

/// A table whose columns may have any order, if its first row names them.
struct Table {
  struct Row {
    let line: Int
    let cells: [String]
    fileprivate let columns: [Column?]

    /// The first cell of a column that is not empty.
    subscript(column: Column) -> String { zip(columns, cells).first { $0 == column && !$1.isEmpty }?.1 ?? "" }
    /// All cells from the first of a column on.
    func rest(_ column: Column) -> [String] {
      columns.firstIndex(of: column).map { Array(cells.dropFirst($0)).filter { !$0.isEmpty } } ?? []
    }
    /// The cells with their columns.
    var known: [(column: Column, cell: String)] {
      zip(columns, cells).compactMap { column, cell in column.map { ($0, cell) } }.filter { !$0.1.isEmpty }
    }
    /// Whatever names the student.
    var student: String {
      let names = [self[.id], self[.number], self[.name], "\(self[.given]) \(self[.family])", self[.mail]]
      return names.first { !$0.folded.isEmpty } ?? ""
    }
  }

  private(set) var rows: [Row] = []

  /// Reads a text; without a head, its columns are `columns`, the last of which may be repeated.
  init(_ text: String, _ columns: [Column]) throws(CourseError) {
    let table = CSVReader(text, comment: "#")
    if let line = table.openQuote { throw CourseError("line \(line): a quotation mark is never closed.") }
    let head = table.rows.first?.cells.map { Table.heads[$0.folded] } ?? []
    let isHead = head.contains { $0 != nil }
    for row in isHead ? table.rows.dropFirst() : table.rows[...] {
      let more = Array(repeating: columns.last, count: max(0, row.cells.count - columns.count))
      // Canvas writes the highest points below the head.
      if row.cells[0].folded == "pointspossible" { continue }
      rows.append(Row(line: row.line, cells: row.cells, columns: isHead ? head : columns + more))
    }
  }

  /// A message for each row with a key that an earlier row has.
  func twice(_ message: String, _ keys: (Row) -> [String]) -> [String] {
    var seen: [String: Int] = [:]
    return rows.flatMap { row in
      keys(row).compactMap { key in
        let before = seen.updateValue(row.line, forKey: key)
        return before.flatMap { $0 == row.line ? nil : "line \(row.line): line \($0) has \(message)" }
      }
    }
  }

  /// What the heads of columns mean, in the words of some platforms.
  private static let heads: [String: Column] = [
    (
      Column.id,
      "id idnumber studentid sisid sisuserid sisloginid username user login loginid studentnumber "
        + "matriculationnumber matrikelnummer orgdefinedid anmeldename"
    ), (.number, "identifier participant"), (.login, "github githubusername"),
    (.name, "student name fullname studentname displayname"), (.given, "firstname givenname vorname prenom"),
    (.family, "lastname familyname surname nachname nom"),
    (.mail, "email mail emailaddress emailadresse adressedecourriel"),
    (.date, "date submitted submittedat handedin lastmodifiedsubmission"), (.exercise, "exercise"),
    (.points, "points"), (.comment, "comment"),
  ].reduce(into: [:]) { heads, entry in
    for word in entry.1.split(separator: " ") { heads[String(word)] = entry.0 }
  }
}

extension String {
  /// The text without spaces at its ends.
  var trimmed: String {
    var text = drop { $0 == " " || $0 == "\t" }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return String(text)
  }

  /// The text as names are compared: without accents, case, spaces and punctuation.
  var folded: String {
    folding(options: [.diacriticInsensitive, .caseInsensitive, .widthInsensitive], locale: nil)
      .lowercased().filter { $0.isLetter || $0.isNumber }
  }
}
