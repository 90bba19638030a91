import Foundation

/// The lines of the file that keeps a learner's progress, which `course` and the lessons write.
///
/// A learner may edit the file too, so a line that is not understood stays as it is.
package struct ProgressLines: Equatable, Sendable {
  /// The first line, unless the file begins with a comment of its own.
  private static let head = "# Progress in this course, kept by `swift run course`. Safe to commit."

  /// All lines, without the empty ones at the end.
  package var lines: [String]

  /// Reads the contents of a file; nil if they are not text in UTF-8.
  package init?(_ contents: Data) {
    guard let text = String(validating: contents, as: UTF8.self) else { return nil }
    self.init(text)
  }

  /// Reads a text, whose lines may end as those of any editor.
  package init(_ text: String) {
    // The pair is one character to Swift, which is neither of its parts.
    lines = text.split(omittingEmptySubsequences: false) { ["\n", "\r\n", "\r"].contains($0) }.map(
      String.init)
    while lines.last?.isEmpty == true { lines.removeLast() }
  }

  /// What is to be written into the file.
  package var text: String {
    let head = lines.first?.hasPrefix("#") == true ? [] : [ProgressLines.head]
    return (head + lines).joined(separator: "\n") + "\n"
  }
}

/// A line about a prediction, such as `again: lesson Order step 3 2026-11-21`.
package struct PredictionLine: Equatable, Sendable {
  package enum Kind: String, Sendable {
    /// The last answer, whose number follows.
    case answer
    /// The last answer was wrong, on the day that follows.
    case again
  }

  package let kind: Kind
  /// The word that follows the number in the name of the lesson's folder.
  package let lesson: String
  /// The step before which the question is asked; 0 before the whole lesson.
  package let step: Int

  package init(_ kind: Kind, lesson: String, step: Int) {
    (self.kind, self.lesson, self.step) = (kind, lesson, step)
  }

  /// Reads a line; nil for every other one.
  package init?(_ line: String) {
    guard let match = line.wholeMatch(of: /(\w+): lesson (\w+)(?: step (\d+))? [\d-]+\s*/),
      let kind = Kind(rawValue: String(match.1))
    else { return nil }
    self.init(kind, lesson: String(match.2), step: match.3.flatMap { Int($0) } ?? 0)
  }

  /// The line with the number or the day that belongs to it.
  package func with(_ value: some CustomStringConvertible) -> String {
    "\(kind): lesson \(lesson) \(step == 0 ? "" : "step \(step) ")\(value)"
  }
}
