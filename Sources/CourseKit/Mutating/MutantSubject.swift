import Foundation
import Mutation

/// Sources that are changed together, and the tests that should notice.
struct MutantSubject: Sendable {
  /// As it is called in lists: `05 solution`, `framework`.
  let name: String
  /// The folder of its module in the copy that is built.
  let folder: URL
  /// The sources with their changes, by their paths in that folder.
  var weavings: [String: Weaving]
  /// What the names of its tests match; nil for all tests.
  let filter: String?
  /// The file with the mutants that cannot be noticed, each with the reason.
  let equivalentsFile: URL
  /// A short name for everything that decides about an outcome: sources and tests.
  let fingerprint: String

  var paths: [String] { weavings.keys.sorted() }
  var mutants: [Mutant] { paths.flatMap { weavings[$0]?.mutants ?? [] } }

  /// Writes the woven sources and the file that they need.
  func write() throws {
    for path in paths { try Files.write(weavings[path]?.text ?? "", to: folder.appending(path: path)) }
    let helper = Weaving.helper(for: paths.compactMap { weavings[$0] })
    try Files.write(helper, to: folder.appending(path: "Mutant.swift"))
  }

  /// Writes the sources as they are, but for one mutant that needs a build of its own.
  func write(with mutant: Mutant) throws {
    for path in paths {
      guard let weaving = weavings[path] else { continue }
      let isIts = weaving.mutants.contains { $0.number == mutant.number }
      try Files.write(isIts ? weaving.text(with: mutant) : weaving.source, to: folder.appending(path: path))
    }
    try Files.removeIfThere(folder.appending(path: "Mutant.swift"))
  }

  /// Takes out what errors in its sources are about; whether there was anything.
  mutating func drop(_ output: String) -> Bool {
    var hasDropped = false
    for path in paths {
      let file = folder.appending(path: path).path
      var seen: Set<[Int]> = []
      for line in output.split(separator: "\n") {
        guard let match = line.firstMatch(of: /^(.+?):(\d+):(\d+): error:/), file.hasSuffix(match.1),
          let number = Int(match.2), let column = Int(match.3)
        else { continue }
        seen.insert([number, column])
      }
      let errors = seen.map { (line: $0[0], column: $0[1]) }
      if !errors.isEmpty, weavings[path]?.drop(errors) == true { hasDropped = true }
    }
    return hasDropped
  }
}

/// The mutants that no test can notice, as a list beside the sources has them.
struct Equivalents {
  /// The reasons, by what names the mutant in the list.
  private(set) var reasons: [String: String] = [:]
  /// What is wrong with the list itself, a sentence each.
  private(set) var problems: [String] = []

  /// Reads a list: for each a line that names it, the line of the source, and `Because:` with the reason.
  init(_ text: String) {
    for entry in text.split(separator: "\n\n") {
      let lines = entry.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        .filter { !$0.isEmpty && !$0.hasPrefix("#") }
      if lines.isEmpty { continue }
      guard lines.count >= 3, lines[2].hasPrefix("Because: ") else {
        problems.append("'\(lines[0])' must be followed by the line of the source and by 'Because: '.")
        continue
      }
      reasons["\(lines[0])\n  \(lines[1])"] = lines[2...].joined(separator: " ")
    }
  }
}
