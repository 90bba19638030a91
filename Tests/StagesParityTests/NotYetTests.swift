import Foundation
import Testing

@testable import Stage6Workers

/// The list of what stage 6 does not pass, checked against the existing tests.
@Suite struct `The parity tests on stage 6` {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

  /// The names of the tests in the files that are linked.
  private static func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix("ParityTests.swift") }
      .flatMap { file in
        try String(contentsOf: folder.appending(path: file), encoding: .utf8).components(
          separatedBy: "func `"
        )
        .dropFirst().compactMap { $0.components(separatedBy: "`").first }
      }
  }

  @Test func `Every file of the parity tests is a link, and none is a copy`() throws {
    let original = Self.folder.deletingLastPathComponent().appending(path: "ParityTests")
    let files = try FileManager.default.contentsOfDirectory(atPath: original.path)
      .filter { $0.hasSuffix("ParityTests.swift") }
    #expect(files.count >= 7)
    for file in files {
      let target = try? FileManager.default.destinationOfSymbolicLink(
        atPath: Self.folder.appending(path: file).path)
      #expect(target == "../ParityTests/\(file)")
    }
  }

  @Test func `The text states how many pass, and most of them do`() throws {
    let names = try Self.names()
    for entry in NotYet.list {
      #expect(names.filter { $0.hasPrefix(entry.name) }.count == 1, "\(entry.name) names one test")
    }
    let passing = names.count - NotYet.list.count
    #expect(passing * 2 > names.count)
    let text = try String(
      contentsOf: Self.folder.appending(path: "../../Sources/Stages/README.md"), encoding: .utf8)
    #expect(text.contains("has \(names.count) tests"))
    #expect(text.replacingOccurrences(of: "\n", with: " ").contains("\(passing) of the \(names.count) pass"))
  }
}
