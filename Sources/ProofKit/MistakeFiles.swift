import CourseKit
import Foundation

/// Keeps new wrong answers, and renews those whose solution has changed.
package struct MistakeFiles {
  let course: Course

  /// The wrong answers of one course.
  package init(_ course: Course) { self.course = course }

  /// Rewrites the differences that fit the solution only loosely or at other lines.
  package func renew(_ exercise: Exercise) throws {
    for mistake in course.mistakes(of: exercise) {
      let (files, fit) = mistake.files(from: course.solution(of: exercise))
      guard fit == .moved || fit == .loose else { continue }
      try keep(mistake.name, files, wrong: mistake.wrong, caughtBy: mistake.caughtBy, of: exercise)
    }
  }

  /// Keeps a file as a wrong answer; a new one gets two first lines to fill in.
  package func keep(_ name: String, _ file: URL, of exercise: Exercise) throws {
    guard let text = Files.text(file) else {
      throw CourseError("\(file.path) cannot be read")
    }
    let known = try? course.mistake(name, of: exercise)
    let solution = course.solution(of: exercise)
    let target = solution.count == 1 ? solution[0].name : file.lastPathComponent
    let files = solution.map { $0.name == target ? ($0.name, text) : $0 }
    try keep(name, files, wrong: known?.wrong ?? "", caughtBy: known?.caughtBy ?? "", of: exercise)
  }

  private func keep(
    _ name: String, _ files: [(name: String, text: String)], wrong: String, caughtBy: String,
    of exercise: Exercise
  ) throws {
    let changes = zip(course.solution(of: exercise), files).compactMap { old, new in
      UnifiedDiff.File(
        from: old.text, to: new.text, named: (old: "Solution/\(old.name)", new: "Mistake/\(new.name)"))
    }
    if changes.isEmpty { throw CourseError("'\(name)' is the same as the solution") }
    let mistake = Mistake(
      name: name, wrong: wrong, caughtBy: caughtBy, difference: UnifiedDiff(files: changes))
    try Files.write(mistake.text, to: course.mistakesFolder(of: exercise).appending(path: "\(name).diff"))
  }
}
