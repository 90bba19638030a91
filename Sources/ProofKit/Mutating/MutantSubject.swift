import AnswerKit
import CourseKit
import Foundation

/// Sources that are changed together, and the tests that should notice.
struct MutantSubject: Sendable {
  /// Its name in lists: `05 solution`, `framework`.
  let name: String
  let module: String
  /// The folder of its module in the copy that is built, or its own folder if it is built alone.
  let folder: URL
  /// Its exercise; nil for the framework.
  var exercise: Exercise?
  /// Its own test program; nil if the package's build contains it.
  var program: TestProgram?
  /// Whether that program has its mutants behind switches; otherwise each is compiled when it is tried.
  var isWoven = true
  /// The sources with their changes, by path in that folder.
  var weavings: [String: Weaving]
  /// The arguments that choose its tests, one list for each run; the runs end with the first that fails.
  let choices: [[String]]
  /// The file that lists equivalent mutants, each with the reason.
  let equivalentsFile: URL
  /// A fingerprint of everything that decides an outcome: sources and tests.
  let fingerprint: String

  var paths: [String] { weavings.keys.sorted() }
  /// All sources of its module, including those without a change.
  var allPaths: [String] {
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".swift") && !$0.hasPrefix("Solution/") }.sorted()
  }
  var mutants: [Mutant] { paths.flatMap { weavings[$0]?.mutants ?? [] } }

  /// Writes the woven sources and the file that they need.
  func write() throws {
    for path in paths { try write(weavings[path]?.text ?? "", path) }
    try write(Weaving.helper(for: paths.compactMap { weavings[$0] }), "Mutant.swift")
  }

  /// Writes the original sources, beside the file that the woven ones need.
  func writeUnchanged() throws {
    for path in paths { try write(weavings[path]?.source ?? "", path) }
    try write(Weaving.helper(for: []), "Mutant.swift")
  }

  /// Writes a file if its text differs; an unchanged file need not be compiled again.
  private func write(_ text: String, _ path: String) throws {
    let file = folder.appending(path: path)
    if Files.text(file) != text { try Files.write(text, to: file) }
  }

  /// Writes the original sources with one mutant that needs a build of its own.
  func write(with mutant: Mutant) throws {
    for path in paths {
      guard let weaving = weavings[path] else { continue }
      let isIts = weaving.mutants.contains { $0.number == mutant.number }
      try write(isIts ? weaving.text(with: mutant) : weaving.source, path)
    }
    try Files.removeIfThere(folder.appending(path: "Mutant.swift"))
  }

  /// Its sources in the form of an answer, with these mutants: several behind switches, or one without.
  func answer(with wanted: [Mutant]) -> [(name: String, text: String)] {
    let kept = weavings.mapValues { weaving in
      var weaving = weaving
      weaving.keep(Set(wanted.map(\.number)))
      return weaving
    }
    let sources = kept.sorted { $0.key < $1.key }.map { path, weaving in
      (name: path, text: weaving.built.first.map(weaving.text(with:)) ?? weaving.text)
    }
    return sources + [("Mutant.swift", Weaving.helper(for: kept.sorted { $0.key < $1.key }.map(\.value)))]
  }

  /// Whether the compiler names one of its sources.
  func isNamed(in output: String) -> Bool {
    paths.contains {
      !places(of: $0, in: output, "error").isEmpty || !places(of: $0, in: output, "note").isEmpty
    }
  }

  /// Removes the mutants that errors in its sources refer to; false if there were none.
  mutating func drop(_ output: String) -> Bool {
    // Some errors have no location, but a note with one.
    for kind in ["error", "note"] {
      var hasDropped = false
      for path in paths {
        let places = places(of: path, in: output, kind)
        if !places.isEmpty, weavings[path]?.drop(places) == true { hasDropped = true }
      }
      if hasDropped { return true }
    }
    return false
  }

  /// Where the compiler reports problems in a file, without duplicates.
  private func places(of path: String, in output: String, _ kind: String) -> [(line: Int, column: Int)] {
    let file = folder.appending(path: path).path
    var seen: Set<[Int]> = []
    for line in output.split(separator: "\n") {
      guard let match = line.firstMatch(of: /^(.+?):(\d+):(\d+): (error|note):/), match.4 == kind,
        file.hasSuffix(match.1), let number = Int(match.2), let column = Int(match.3)
      else { continue }
      seen.insert([number, column])
    }
    return seen.map { (line: $0[0], column: $0[1]) }
  }
}

/// The mutants that need not be noticed, read from a list beside the sources.
struct Equivalents {
  /// The reasons, by the mutant's name in the list.
  private(set) var reasons: [String: String] = [:]
  /// Those of them that are a data race and nothing else: a test notices one only by luck.
  private(set) var races: Set<String> = []
  /// What is wrong with the list itself, one sentence per problem.
  private(set) var problems: [String] = []

  /// Reads a list: for each mutant its name, the line of the source, and a reason.
  ///
  /// The reason begins with `Because:` if the mutant makes no difference, and with `Race:` if it is a data race.
  init(_ text: String) {
    for entry in text.split(separator: "\n\n") {
      let lines = entry.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        .filter { !$0.isEmpty && !$0.hasPrefix("#") }
      if lines.isEmpty { continue }
      guard lines.count >= 3, let kind = ["Because: ", "Race: "].first(where: lines[2].hasPrefix) else {
        problems.append(
          "'\(lines[0])' must be followed by the line of the source and by 'Because: ' or 'Race: '.")
        continue
      }
      let name = "\(lines[0])\n  \(lines[1])"
      reasons[name] = lines[2...].joined(separator: " ")
      if kind == "Race: " { races.insert(name) }
    }
  }

  /// The listed names that no change of these sources has, whether it compiles together with others or not.
  func names(missingFrom sources: [(file: String, text: String)]) -> [String] {
    let mutants = sources.flatMap { Weaving($0.text, file: $0.file).mutants }
    return Set(reasons.keys).subtracting(mutants.map(\.name.description)).sorted()
  }
}
