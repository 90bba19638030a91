import Foundation
import TestSupport
import Testing

/// The README promises a framework that can be read; this test checks the promise.
@Suite(.watched) struct `The size of the framework` {
  @Test func `No file is longer than 250 lines, and none has a TODO`() throws {
    let folder = packageFolder.appending(path: "Sources/MiniOperations")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter {
      $0.hasSuffix(".swift")
    }
    #expect(paths.count > 30, "the sources are looked for in the right place")
    for path in paths {
      let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
      #expect(lines <= 250, "\(path) has \(lines) lines")
      #expect(!text.contains("TO" + "DO") && !text.contains("FIX" + "ME"), "\(path) is not finished")
    }
  }
}
