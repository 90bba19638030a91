import Foundation

/// Reads the sources of an exercise's tests.
///
/// A run is accepted only if each of these tests has reported: a missing test has not passed.
package enum TestSource {
  /// The names of the tests of an exercise, in the order of their files.
  package static func names(of exercise: Exercise, in course: Course) -> [String] {
    files(of: exercise, in: course).flatMap { names(inSource: $0.text) }
  }

  static func names(inSource text: String) -> [String] {
    // Lazily up to the next function: an attribute may have arguments, over several lines.
    let declaration = /@Test\b[^`]*?\bfunc\s+(?:`([^`\n]+)`|(\w+))/
    return text.matches(of: declaration).map { String($0.1 ?? $0.2 ?? "") }
  }

  /// The files in the order of their names, except that the one named after the exercise is the first.
  ///
  /// It begins with what a learner tries first, and the first test that fails is the one that is shown whole.
  package static func files(of exercise: Exercise, in course: Course) -> [(name: String, text: String)] {
    let folder = course.tests(of: exercise)
    let main = "\(exercise.topic)Tests.swift"
    let names = Files.names(in: folder).filter { $0.hasSuffix(".swift") }
    return (names.filter { $0 == main } + names.filter { $0 != main }).compactMap { name in
      Files.text(folder.appending(path: name)).map { (name, $0) }
    }
  }
}
