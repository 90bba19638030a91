import Foundation

/// A common wrong answer, kept as its difference from the solution.
///
/// The file `Mistakes/Name.diff` begins with two lines, `Wrong:` and `Caught by:`.
package struct Mistake: Sendable {
  /// The name of its file, which describes the mistake in a few words.
  package let name: String
  /// The mistake, as a sentence.
  package let wrong: String
  /// The name of the test that must catch it.
  package let caughtBy: String
  /// The difference from the solution.
  package let difference: UnifiedDiff

  package init(name: String, text: String) throws {
    self.name = name
    let lines = text.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)
    func value(_ line: Int, _ key: String) throws -> String {
      let text =
        lines.count > line && lines[line].hasPrefix("\(key): ") ? lines[line].dropFirst(key.count + 2) : ""
      if text.allSatisfy(\.isWhitespace) {
        throw CourseError("line \(line + 1) must say '\(key): ' and then a sentence")
      }
      return String(text)
    }
    wrong = try value(0, "Wrong")
    caughtBy = try value(1, "Caught by")
    do {
      difference = try UnifiedDiff(lines[2])
    } catch {
      throw CourseError("below its first two lines, \(error)")
    }
    for file in difference.files where !file.old.hasPrefix("Solution/") || !file.new.hasPrefix("Mistake/") {
      throw CourseError("its paths must begin with 'Solution/' and 'Mistake/'")
    }
  }

  package init(name: String, wrong: String, caughtBy: String, difference: UnifiedDiff) {
    self.name = name
    self.wrong = wrong
    self.caughtBy = caughtBy
    self.difference = difference
  }

  /// The text of its file.
  package var text: String { "Wrong: \(wrong)\nCaught by: \(caughtBy)\n\(difference)" }

  /// The Swift files of this wrong answer, made from the solution's files, and how well the difference fits.
  package func files(from solution: [(name: String, text: String)]) -> (
    files: [(name: String, text: String)], fit: Fit
  ) {
    var fit = Fit.exact
    var files = solution
    for change in difference.files {
      let name = String(change.old.dropFirst("Solution/".count))
      guard let place = files.firstIndex(where: { $0.name == name }) else {
        return (solution, .fitsNot("there is no Solution/\(name)"))
      }
      let outcome = change.apply(to: files[place].text)
      files[place].text = outcome.text
      switch outcome.fit {
      case .exact: break
      case .moved: fit = max(fit, .moved)
      case .loose: fit = max(fit, .loose)
      case .rejected(let hunk, let line):
        return (solution, .fitsNot("change \(hunk) of \(name) needs the line '\(line)'"))
      }
    }
    return (files, fit)
  }

  /// How well a difference fits the present solution.
  package enum Fit: Equatable, Comparable {
    case exact
    case moved
    case loose
    case fitsNot(String)
  }
}

extension Course {
  /// The folder with the differences of an exercise.
  package func mistakesFolder(of exercise: Exercise) -> URL {
    folder(of: exercise).appending(path: "Mistakes")
  }

  /// The names of the wrong answers of an exercise, in their order.
  package func mistakeNames(of exercise: Exercise) -> [String] {
    Files.names(in: mistakesFolder(of: exercise)).filter { $0.hasSuffix(".diff") }.map {
      String($0.dropLast(5))
    }
  }

  /// A wrong answer of an exercise, by its name.
  package func mistake(_ name: String, of exercise: Exercise) throws -> Mistake {
    let file = mistakesFolder(of: exercise).appending(path: "\(name).diff")
    guard let text = Files.text(file) else { throw CourseError("there is no such file") }
    return try Mistake(name: name, text: text)
  }

  /// The wrong answers of an exercise that can be read, in their order; empty in the student edition.
  package func mistakes(of exercise: Exercise) -> [Mistake] {
    mistakeNames(of: exercise).compactMap { try? mistake($0, of: exercise) }
  }
}
