import Foundation
import MiniOperations
import TestSupport
import Testing

/// The promise of the mini framework's names: put `Mini` before a type, and your file compiles.
///
/// Two files in `Renaming/` are written against Foundation. Beside each stands
/// its twin, which is compiled too. So it remains to be shown that the twin is
/// the same file, renamed.
struct RenamingTests {
  @Test(arguments: ["OperationSide.swift", "OperationSurface.swift"])
  func `A file written against Foundation, renamed, is the file that compiles here`(name: String) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Renaming")
    let original = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    let twin = try String(contentsOf: folder.appending(path: "Mini" + name), encoding: .utf8)
    let renamed = lines(of: renamed(original))
    for (number, (expected, found)) in zip(renamed, lines(of: twin)).enumerated() where expected != found {
      Issue.record("Line \(number + 1) of Mini\(name) is \"\(found)\". Renamed it would be \"\(expected)\".")
      return
    }
    #expect(renamed.count == lines(of: twin).count, "Mini\(name) has another number of lines.")
  }

  @Test func `Both files do the same`() {
    let traces = [Trace(), Trace()]
    OperationQueue.showSurface(traces[0])
    MiniOperationQueue.showSurface(traces[1])
    #expect(traces[0].events == traces[1].events)
    #expect(
      traces[0].events == [
        "asynchronous true, finished true", "in the set true, not false", "the same true, not false",
        "queues 1, not false", "priorities [-8, -4, 0, 4, 8]", "blocks 1", "block", "trailing block",
        "named block",
      ])
  }

  /// What a user does: import the other framework, and put `Mini` before the names of the types.
  private func renamed(_ text: String) -> String {
    text.replacing("import Foundation\n", with: "import Foundation\nimport MiniOperations\n")
      .replacing(/\b(Operation|BlockOperation|OperationQueue)\b/.wordBoundaryKind(.simple)) {
        "Mini\($0.output.1)"
      }
  }

  private func lines(of text: String) -> [Substring] { text.split(separator: "\n") }
}
