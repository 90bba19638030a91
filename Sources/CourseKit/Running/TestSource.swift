import Foundation

/// Reads the sources of an exercise's tests.
///
/// A run is accepted only if each of these tests has reported: a missing test has not passed.
package enum TestSource {
  /// The requirements of an exercise, those of the core first, each level in the order of its files.
  package static func requirements(of exercise: Exercise, in course: Course) -> [Requirement] {
    let all = texts(of: exercise, in: course).flatMap(requirements(inSource:))
    return Requirement.Level.allCases.flatMap { level in all.filter { $0.level == level } }
  }

  /// Their names.
  package static func names(of exercise: Exercise, in course: Course) -> [String] {
    requirements(of: exercise, in: course).map(\.name)
  }

  /// The requirements of the suite `Depth` are the depth; those of every other suite are the core.
  static func requirements(inSource text: String) -> [Requirement] {
    // Lazily up to the next function: an attribute may have arguments, over several lines.
    let declaration = /@Test\b[^`]*?\bfunc\s+(?:`([^`\n]+)`|(\w+))/
    // A suite begins at the left margin, and its tests are indented.
    let suites = text.matches(of: /(?:^|\n)(?![ \/]).*?\b(?:struct|extension)\s+(`[^`\n]+`|\w+)/).map {
      (begin: $0.range.lowerBound, isDepth: $0.1 == Requirement.depthSuite)
    }
    return text.matches(of: declaration).map { match in
      let suite = suites.last { $0.begin < match.range.lowerBound }
      return Requirement(
        String(match.1 ?? match.2 ?? ""), suite?.isDepth == true ? .depth : .core)
    }
  }

  /// `CoreTests.swift` and `DepthTests.swift` come first, the others in the order of their names.
  private static func texts(of exercise: Exercise, in course: Course) -> [String] {
    let folder = course.tests(of: exercise)
    let first = ["CoreTests.swift", "DepthTests.swift"]
    let names = Files.names(in: folder).filter { $0.hasSuffix(".swift") }
    return (first.filter(names.contains) + names.filter { !first.contains($0) }).compactMap {
      Files.text(folder.appending(path: $0))
    }
  }
}

extension Requirement {
  /// The name of the suite with the depth of an exercise.
  static let depthSuite = "Depth"
}
