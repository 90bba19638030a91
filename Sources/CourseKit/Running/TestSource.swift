import Foundation

/// Reads the sources of an exercise's tests.
///
/// A run is accepted only if each of these tests has reported: a missing test has not passed.
enum TestSource {
  /// The names of the tests of an exercise, in the order of their files.
  static func names(of exercise: Exercise, in course: Course) -> [String] {
    let folder = course.tests(of: exercise)
    return Files.names(in: folder).filter { $0.hasSuffix(".swift") }.flatMap { name in
      Files.text(folder.appending(path: name)).map(names(inSource:)) ?? []
    }
  }

  static func names(inSource text: String) -> [String] {
    // Lazily up to the next function: an attribute may have arguments, over several lines.
    let declaration = /@Test\b[^`]*?\bfunc\s+(?:`([^`\n]+)`|(\w+))/
    return text.matches(of: declaration).map { String($0.1 ?? $0.2 ?? "") }
  }
}
