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
