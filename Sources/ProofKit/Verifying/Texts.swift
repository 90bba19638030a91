import CourseKit
import Foundation

/// Checks that the texts of an exercise, its files and its entry in the catalogue agree.
///
/// Everything here is read, nothing is built.
package struct Texts: Sendable {
  let course: Course

  /// The texts of one course.
  package init(_ course: Course) { self.course = course }

  /// What is wrong with the parts of an exercise that a learner never edits, one sentence per problem.
  package func problems(of exercise: Exercise) -> [String] {
    readme(exercise) + pages(exercise) + mistakes(exercise)
  }

  /// What is wrong with the stub that a learner gets.
  package func problems(ofStubOf exercise: Exercise) -> [String] {
    var problems: [String] = []
    for name in exercise.files {
      guard let text = Files.text(course.folder(of: exercise).appending(path: name)) else {
        problems.append("The stub \(name) is missing.")
        continue
      }
      if !text.contains("// TODO") { problems.append("The stub \(name) has no // TODO.") }
    }
    let kept = course.root.appending(path: ".course/stubs/\(exercise.folder)")
    for name in exercise.files {
      let stub = Files.text(course.folder(of: exercise).appending(path: name))
      if Files.text(kept.appending(path: name)) != stub {
        problems.append("The copy of \(name) in .course/stubs is outdated; prove --fix renews it.")
      }
    }
    return problems
  }

  /// Checks that the README promises exactly what is tested.
  private func readme(_ exercise: Exercise) -> [String] {
    guard let text = Files.text(course.folder(of: exercise).appending(path: "README.md")) else {
      return ["README.md is missing."]
    }
    let requirements = TestSource.requirements(of: exercise, in: course)
    let tested = requirements.map(\.name)
    var problems: [String] = []
    for level in Requirement.Level.allCases {
      let promised = Texts.bullets(under: level == .core ? "Core" : "Depth", in: text)
      let names = requirements.filter { $0.level == level }.map(\.name)
      problems += promised.filter { !names.contains($0) }.map {
        "README.md promises '\($0)' in the \(level); no test of the \(level) has that name."
      }
      problems += names.filter { !promised.contains($0) }.map {
        "README.md does not say '\($0)' in the \(level), which is tested."
      }
      if names.isEmpty != (exercise.points[level] == 0) {
        problems.append(
          "The catalogue has \(exercise.points[level]) points for the \(level), which has \(names.count) "
            + "tests."
        )
      }
    }
    if tested.isEmpty { problems.append("There are no tests in Tests/ExerciseTests/\(exercise.folder).") }
    return problems
  }

  /// The items of a list, each on one line and without backticks; a paragraph below an item explains it.
  static func bullets(under title: String, in text: String) -> [String] {
    var items: [String] = []
    var isInside = false
    var isItem = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("#") {
        isInside = line.drop { $0 == "#" || $0 == " " } == title
        isItem = false
      } else if isInside, line.hasPrefix("- ") || line.hasPrefix("* ") {
        items.append(String(line.dropFirst(2)))
        isItem = true
      } else if isItem, line.hasPrefix("  ") {
        items[items.count - 1] += " " + line.trimmingCharacters(in: .whitespaces)
      } else {
        isItem = false
      }
    }
    return items.map { $0.replacing("`", with: "").trimmingCharacters(in: .whitespaces) }
  }

  private func pages(_ exercise: Exercise) -> [String] {
    ["Hints/1.md", "Hints/2.md", "Hints/3.md", "Explanation.md"].compactMap { name in
      let text = Files.text(course.folder(of: exercise).appending(path: name)) ?? ""
      return text.allSatisfy(\.isWhitespace) ? "\(name) is missing or empty." : nil
    }
  }

  /// Checks that every wrong answer can be read, fits the present solution, and names a test that exists.
  private func mistakes(_ exercise: Exercise) -> [String] {
    let names = course.mistakeNames(of: exercise)
    let tested = TestSource.names(of: exercise, in: course)
    var problems: [String] = []
    for name in names {
      func problem(_ text: String) { problems.append("Mistakes/\(name).diff \(text)") }
      do {
        let mistake = try course.mistake(name, of: exercise)
        switch mistake.files(from: course.solution(of: exercise)).fit {
        case .exact, .moved: break
        case .loose:
          problem(
            "fits the solution loosely: lines beside a change have changed. 'prove --fix' renews it."
          )
        case .fitsNot(let reason):
          problem(
            "does not fit the solution any more: \(reason). Fix it, or make the difference anew with diff -u."
          )
        }
        if !tested.contains(mistake.caughtBy) {
          problem("names the test '\(mistake.caughtBy)'; no test has that name.")
        }
      } catch {
        problem("cannot be read: \(error).")
      }
    }
    return problems
  }
}
