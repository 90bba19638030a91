import Foundation

/// Checks that texts, comments and messages speak of threads, values and files as things.
///
/// A few of these words are right, where they mean people. Many of them show a text that treats threads as people.
public struct Voice: Sendable {
  /// One such word in this many lines is the limit.
  public static let linesPerWord = 2000

  /// The words that are counted, in lower case.
  static let words: Set<Substring> = ["nobody", "somebody", "whoever", "everybody"]
  private static let parts = [
    "Package.swift", "README.md", "Sources", "Tests", "Lessons", "Exercises", ".github", ".ci",
  ]
  private static let kinds: Set<String> = ["swift", "md", "diff", "yml", "sh", "txt", "html", "js", "css"]

  let course: Course

  /// Makes the check of one course, which reads every source and text.
  public init(_ course: Course) { self.course = course }

  /// One sentence with all places if there are too many of the words; otherwise empty.
  public func problems(linesPerWord: Int = Voice.linesPerWord) -> [String] {
    var lines = 0
    var places: [String] = []
    for path in Voice.parts.flatMap(files(at:)).sorted() {
      guard let text = Files.text(course.root.appending(path: path)) else { continue }
      lines += text.utf8.count { $0 == UInt8(ascii: "\n") }
      places += Voice.places(in: text).map { "\(path):\($0.line): \($0.word)" }
    }
    guard places.count * linesPerWord > lines else { return [] }
    let title =
      "\(places.count) words in \(lines) lines treat things as people, more than one in \(linesPerWord) "
      + "lines. Name the thread, caller or file instead:"
    return [([title] + places).joined(separator: "\n    ")]
  }

  /// Each counted word of a text with its line, from 1.
  static func places(in text: String) -> [(line: Int, word: Substring)] {
    var places: [(line: Int, word: Substring)] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      for word in line.split(whereSeparator: { !$0.isLetter })
      where words.contains(Substring(word.lowercased())) {
        places.append((index + 1, word))
      }
    }
    return places
  }

  /// The path itself if it is a file; otherwise the paths of the texts below it.
  private func files(at path: String) -> [String] {
    let url = course.root.appending(path: path)
    guard let below = FileManager.default.enumerator(atPath: url.path) else { return [path] }
    let names = below.compactMap { $0 as? String }
    guard !names.isEmpty else { return [path] }
    return names.filter { name in
      let kind = URL(filePath: name).pathExtension
      return Voice.kinds.contains(kind) && !name.contains(".build/")
    }.map { "\(path)/\($0)" }
  }
}
