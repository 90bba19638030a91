import CourseKit
import Foundation

/// Checks that code in a text is the code that runs.
///
/// A source marks it with `// snippet: name` and `// end`; a text shows it in the fence that follows `<!--
/// snippet: Lesson05/name -->`, which also works for an exercise, for the documents' classes and for a module
/// in `Sources`.
package struct Snippets: Sendable {
  let course: Course

  /// The snippets of one course.
  package init(_ course: Course) { self.course = course }

  /// Where a text differs from its source, one sentence per problem; with `fixing` the texts are rewritten.
  package func problems(fixing: Bool = false) throws -> [String] {
    var problems: [String] = []
    for path in texts() {
      guard let text = Files.text(course.root.appending(path: path)) else { continue }
      let (result, found) = weave(text, path: path)
      if fixing && result != text { try Files.write(result, to: course.root.appending(path: path)) }
      problems += found.filter { !fixing || !$0.isFixed }.map(\.text)
    }
    return problems
  }

  private struct Problem {
    let text: String
    let isFixed: Bool
  }

  /// The text with every fence renewed, and what was wrong.
  private func weave(_ text: String, path: String) -> (String, [Problem]) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var problems: [Problem] = []
    var place = 0
    while place < lines.count {
      defer { place += 1 }
      guard let match = lines[place].wholeMatch(of: /\s*<!-- snippet: (\S+) -->\s*/) else { continue }
      let label = String(match.1)
      func problem(_ reason: String, isFixed: Bool = false) {
        problems.append(Problem(text: "\(path):\(place + 1): \(reason)", isFixed: isFixed))
      }
      guard let source = source(of: label) else {
        problem("there is no snippet '\(label)' in the sources.")
        continue
      }
      let open = place + 1
      guard open < lines.count, lines[open].hasPrefix("```"),
        let close = lines[(open + 1)...].firstIndex(where: { $0.hasPrefix("```") })
      else {
        problem("snippet '\(label)' is not followed by a fence.")
        continue
      }
      if Array(lines[(open + 1)..<close]) != source {
        let difference = Snippets.difference(from: Array(lines[(open + 1)..<close]), to: source)
        problem("snippet '\(label)' differs from the source:\n\(difference)", isFixed: true)
        lines.replaceSubrange((open + 1)..<close, with: source)
      }
    }
    return (lines.joined(separator: "\n"), problems)
  }

  /// The lines of a snippet; nil if no source has one with that name.
  private func source(of label: String) -> [String]? {
    let parts = label.split(separator: "/", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return nil }
    let folder =
      Catalogue.lessons.first { "Lesson\($0.folder.prefix(2))" == parts[0] }.map { "Lessons/\($0.folder)" }
      ?? Catalogue.exercises.first { $0.module == parts[0] }.map { "Exercises/\($0.folder)" }
      ?? (parts[0] == "Documents" ? "Lessons/Documents" : "Sources/\(parts[0])")
    return sources(folder).lazy.compactMap { Snippets.lines(of: parts[1], in: $0) }.first
  }

  static func lines(of name: String, in source: String) -> [String]? {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    func marker(_ line: String) -> String { line.trimmingCharacters(in: .whitespaces) }
    guard let begin = lines.firstIndex(where: { marker($0) == "// snippet: \(name)" }),
      let end = lines[begin...].firstIndex(where: { marker($0) == "// end" })
    else { return nil }
    return Array(lines[(begin + 1)..<end])
  }

  private static func difference(from old: [String], to new: [String]) -> String {
    let changes = new.difference(from: old)
    let lines = changes.map { change in
      switch change {
      case .remove(_, let line, _): "    - \(line)"
      case .insert(_, let line, _): "    + \(line)"
      }
    }
    return lines.prefix(12).joined(separator: "\n")
  }

  private func sources(_ folder: String) -> [String] {
    paths(in: folder, suffix: ".swift").compactMap { Files.text(course.root.appending(path: $0)) }
  }

  private func texts() -> [String] {
    ["README.md"] + ["Lessons", "Exercises", "Sources"].flatMap { paths(in: $0, suffix: ".md") }
  }

  /// The paths of the files below a folder, sorted, relative to the course's root.
  private func paths(in folder: String, suffix: String) -> [String] {
    let names = FileManager.default.enumerator(atPath: course.root.appending(path: folder).path)
    return (names?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(suffix) }.sorted()
      .map { "\(folder)/\($0)" }
  }
}
