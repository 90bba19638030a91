import CourseKit
import Foundation
import Synchronization

/// What became of a mutant.
struct MutantOutcome: Codable, Equatable, Sendable {
  enum Fate: String, Codable, Sendable {
    /// A test failed, crashed or stalled in each of three runs.
    case killed
    /// One run failed and another did not.
    case sometimes
    case survived
  }

  /// The mutant, as a list names it.
  let name: String
  let fate: Fate
  /// The test that failed, or how the run ended.
  let by: String
}

/// The outcomes so far, on disk, so that an interrupted run continues where it stopped.
final class MutantRegister: Sendable {
  private let file: URL
  private let known: Mutex<[String: MutantOutcome]>

  private struct Entry: Codable {
    let fingerprint: String
    let outcome: MutantOutcome
  }

  /// The register of a subject; outcomes for other sources or tests are ignored.
  init(_ file: URL, fingerprint: String) {
    self.file = file
    var found: [String: MutantOutcome] = [:]
    for line in (Files.text(file) ?? "").split(separator: "\n") {
      guard let entry = try? JSONDecoder().decode(Entry.self, from: Data(line.utf8)),
        entry.fingerprint == fingerprint
      else { continue }
      found[entry.outcome.name] = entry.outcome
    }
    known = Mutex(found)
    self.fingerprint = fingerprint
  }

  private let fingerprint: String

  func outcome(of name: String) -> MutantOutcome? { known.withLock { $0[name] } }

  /// Appends a line; a tool that is killed meanwhile leaves complete lines.
  func note(_ outcome: MutantOutcome) throws {
    try known.withLock { known in
      known[outcome.name] = outcome
      let line = try JSONEncoder().encode(Entry(fingerprint: fingerprint, outcome: outcome)) + Data("\n".utf8)
      if !Files.exists(file) { try Files.write("", to: file) }
      let handle = try FileHandle(forWritingTo: file)
      try handle.seekToEnd()
      try handle.write(contentsOf: line)
      try handle.close()
    }
  }
}
