import Foundation
import TestSupport
import Testing

/// The file that makes the locks of a module visible.
@Suite("The given file") struct GivenFileTests {
  private func text(_ path: String) throws -> String {
    try String(contentsOf: packageFolder.appending(path: path), encoding: .utf8)
  }

  @Test("Every exercise has it, word for word")
  func exercises() throws {
    let template = try text("Sources/StandIns/StandIns.docc/VisibleLocks.swift")
    let folders = try FileManager.default.contentsOfDirectory(
      atPath: packageFolder.appending(path: "Exercises").path
    )
    .filter { $0.first?.isNumber == true }
    #expect(folders.count == 15)
    for folder in folders {
      #expect(try text("Exercises/\(folder)/VisibleLocks.swift") == template, "\(folder)")
    }
  }
}
