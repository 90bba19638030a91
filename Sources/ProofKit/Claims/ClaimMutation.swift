import CourseKit
import Foundation

/// A small change that breaks one claim of a lesson, and so proves that the claim can fail.
///
/// The file `Lessons/NN-Name/Mutations/Name.diff` begins with a line `Breaks:` and the claim's sentence; then
/// a unified diff follows, with paths inside the package: of the lesson, of `Documents` or of the framework.
package struct ClaimMutation: Sendable {
  /// The name of its file, which says what is changed in a few words.
  package let name: String
  /// The sentence of the claim that it breaks; no other claim may break with it.
  package let breaks: String
  let difference: UnifiedDiff

  init(name: String, text: String) throws {
    self.name = name
    let parts = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    let key = "Breaks: "
    guard parts.count == 2, parts[0].hasPrefix(key), parts[0].count > key.count else {
      throw CourseError("line 1 must say '\(key)' and then the sentence of a claim")
    }
    breaks = String(parts[0].dropFirst(key.count))
    do {
      difference = try UnifiedDiff(parts[1])
    } catch {
      throw CourseError("below its first line, \(error)")
    }
  }

  /// The changed files with their new texts; `read` returns the text of a path, nil if there is none.
  func files(read: (String) -> String?) throws -> [(path: String, text: String)] {
    try difference.files.map { change in
      guard let text = read(change.old) else { throw CourseError("there is no \(change.old)") }
      let outcome = change.apply(to: text)
      if case .rejected(let hunk, let line) = outcome.fit {
        throw CourseError("change \(hunk) of \(change.old) needs the line '\(line)'")
      }
      return (change.old, outcome.text)
    }
  }
}

extension Course {
  /// The mutations of a lesson's claims, in the order of their names.
  package func claimMutations(of lesson: LessonEntry) throws -> [ClaimMutation] {
    let folder = folder(of: lesson).appending(path: "Mutations")
    return try Files.names(in: folder).filter { $0.hasSuffix(".diff") }.map { file in
      let name = String(file.dropLast(".diff".count))
      do {
        return try ClaimMutation(name: name, text: Files.text(folder.appending(path: file)) ?? "")
      } catch {
        throw CourseError("Lessons/\(lesson.folder)/Mutations/\(file): \(error)")
      }
    }
  }
}

/// What a run of a lesson reports about its claims: the part of its record that a proof needs.
struct ClaimOutcomes: Equatable {
  /// All claims, in their order.
  let sentences: [String]
  /// Those that did not hold.
  let broken: [String]

  /// Reads the output of `--json`; nil if it is not a record.
  init?(_ output: String) {
    struct Part: Decodable {
      struct Step: Decodable { let entries: [Entry] }
      struct Entry: Decodable {
        let text: String
        let claim: Claim?
      }
      struct Claim: Decodable { let outcome: String }
      let opening: [Entry]
      let steps: [Step]
    }
    guard let part = try? JSONDecoder().decode(Part.self, from: Data(output.utf8)) else { return nil }
    let claims = (part.opening + part.steps.flatMap(\.entries)).filter { $0.claim != nil }
    sentences = claims.map(\.text)
    broken = claims.filter { $0.claim?.outcome != "held" }.map(\.text)
  }

  /// Why a run with a mutation does not prove the claim; nil if it does.
  func objection(to mutation: ClaimMutation) -> String? {
    if broken == [mutation.breaks] { return nil }
    if !sentences.contains(mutation.breaks) { return "the lesson makes no claim '\(mutation.breaks)'" }
    let others = broken.filter { $0 != mutation.breaks }.map { "'\($0)'" }
    if !broken.contains(mutation.breaks) {
      return "'\(mutation.breaks)' held"
        + (others.isEmpty ? "" : ", but not \(others.joined(separator: " and "))")
    }
    return "\(others.joined(separator: " and ")) did not hold either"
  }
}
