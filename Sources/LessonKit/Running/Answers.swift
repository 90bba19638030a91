import Foundation
import Terminal

/// The predictions of a learner, kept in the file that `course` keeps the progress in.
///
///     answer: lesson Order 2
///     answer: lesson Order step 3 1
///     again: lesson Order step 3 2026-11-22
///
/// The number is the index of the answer. The line with `again` exists while the last answer is wrong. All
/// other lines are kept unchanged.
struct Answers {
  private let file: URL
  private let name: String

  /// Finds the file of the course that contains a lesson's main file; nil if there is no such course.
  init?(lesson path: String, environment: [String: String] = ProcessInfo.processInfo.environment) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard let place = parts.lastIndex(of: "Lessons"), parts.indices.contains(place + 1),
      let dash = parts[place + 1].firstIndex(of: "-")
    else { return nil }
    let root = parts[..<place].joined(separator: "/")
    guard FileManager.default.fileExists(atPath: "\(root)/Package.swift") else { return nil }
    file = URL(filePath: environment["COURSE_PROGRESS"] ?? "\(root)/.course/progress.txt")
    name = String(parts[place + 1][dash...].dropFirst())
  }

  /// The path of the file.
  var path: String { file.path }

  /// The lines of the file, empty if it does not exist; nil if it cannot be read.
  private var kept: ProgressLines? {
    guard FileManager.default.fileExists(atPath: file.path) else { return ProgressLines("") }
    return FileManager.default.contents(atPath: file.path).flatMap(ProgressLines.init)
  }

  /// Whether the last answer to the question before this step was wrong.
  func isToBeAskedAgain(_ step: Int) -> Bool {
    kept?.lines.contains { PredictionLine($0) == PredictionLine(.again, lesson: name, step: step) } == true
  }

  /// Removes what was noted about steps that have no question any more, for example in an older version of
  /// the lesson.
  ///
  /// Otherwise `course` would count a wrong prediction that nobody can correct.
  func forgetSteps(except steps: [Int]) {
    guard var kept else { return }
    let before = kept.lines
    kept.lines.removeAll { line in
      PredictionLine(line).map { $0.lesson == name && !steps.contains($0.step) } ?? false
    }
    if kept.lines != before { try? kept.text.write(to: file, atomically: true, encoding: .utf8) }
  }

  /// Notes the answer to the question before a step, `number` from 1; false if the file cannot be read or
  /// written.
  func note(_ number: Int, isRight: Bool, step: Int) -> Bool {
    // A file that cannot be read is not overwritten.
    guard var kept else { return false }
    let (answer, again) = (
      PredictionLine(.answer, lesson: name, step: step), PredictionLine(.again, lesson: name, step: step)
    )
    kept.lines.removeAll { [answer, again].contains(PredictionLine($0)) }
    kept.lines.append(answer.with(number))
    if !isRight { kept.lines.append(again.with(Date().formatted(.iso8601.year().month().day()))) }
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try kept.text.write(to: file, atomically: true, encoding: .utf8)
      return true
    } catch {
      return false
    }
  }
}
