import Foundation

/// The predictions of a learner, kept in the file that `course` keeps the progress in.
///
///     answer: lesson Order 2
///     answer: lesson Order step 3 1
///     again: lesson Order step 3 2026-11-22
///
/// The number is the place of the answer. `again` stands there while the last answer was wrong. All other lines
/// are left as they are.
struct Answers {
  private let file: URL
  private let name: String

  /// The file of the course that a lesson's main file lies in; nil where there is no such course.
  init?(lesson path: String, environment: [String: String] = ProcessInfo.processInfo.environment) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard let place = parts.lastIndex(of: "Lessons"), parts.indices.contains(place + 1),
      let dash = parts[place + 1].firstIndex(of: "-")
    else { return nil }
    let root = parts[..<place].joined(separator: "/")
    guard FileManager.default.fileExists(atPath: "\(root)/Package.swift") else { return nil }
    file = URL(filePath: environment["COURSE_PROGRESS"] ?? "\(root)/.course/progress.txt")
    name = "lesson \(parts[place + 1][dash...].dropFirst())"
  }

  /// Where the file is.
  var path: String { file.path }

  /// The lines of the file, none where there is no file; nil where it cannot be read.
  private var kept: [String]? {
    guard FileManager.default.fileExists(atPath: file.path) else { return [] }
    return (try? String(contentsOf: file, encoding: .utf8))?.split(separator: "\n").map(String.init)
  }

  private func key(_ kind: String, _ step: Int) -> String {
    step == 0 ? "\(kind): \(name) " : "\(kind): \(name) step \(step) "
  }

  /// Whether a line is the one of this key: behind it stands one word, a number or a date.
  private func isLine(_ line: String, of key: String) -> Bool {
    line.hasPrefix(key) && !line.dropFirst(key.count).contains(" ")
  }

  /// Whether the last answer to the question before this step was wrong.
  func isToBeAskedAgain(_ step: Int) -> Bool {
    kept?.contains { isLine($0, of: key("again", step)) } == true
  }

  /// Notes the answer to the question before a step, `number` from 1; false where the file cannot be read or written.
  func note(_ number: Int, isRight: Bool, step: Int) -> Bool {
    let head = "# Progress in this course, kept by `swift run course`. Safe to commit."
    let (answer, again) = (key("answer", step), key("again", step))
    // A file that cannot be read is not written over.
    guard let kept else { return false }
    var lines = kept.filter { !isLine($0, of: answer) && !isLine($0, of: again) }
    if lines.isEmpty { lines = [head] }
    lines.append("\(answer)\(number)")
    if !isRight { lines.append("\(again)\(Date().formatted(.iso8601.year().month().day()))") }
    let text = lines.joined(separator: "\n") + "\n"
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
      return true
    } catch {
      return false
    }
  }
}
