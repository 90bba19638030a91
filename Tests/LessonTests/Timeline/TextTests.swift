import Foundation
import Terminal
import Testing

@testable import LessonKit

@Suite struct `The timeline as text` {
  private static let golden = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")

  /// With `GOLDEN=write` in the environment the files are written again, to be read before they are
  /// committed.
  @Test(arguments: Story.all)
  func `It matches its golden file`(story: Story) throws {
    let text = TextChart(story.model, width: 80).lines.joined(separator: "\n") + "\n"
    let file = Self.golden.appending(path: "\(story.testDescription).txt")
    if ProcessInfo.processInfo.environment["GOLDEN"] == "write" {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    #expect(text == expected, "\(file.lastPathComponent) is not what is drawn now:\n\(text)")
  }

  @Test(arguments: Story.all, [1, 24, 63, 300])
  func `It fits the width, and every line is one line`(story: Story, width: Int) {
    for line in TextChart(story.model, width: width).lines {
      #expect(line.columns <= max(24, width), "\(line)")
      #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control }, "\(line)")
    }
  }

  @Test func `If nothing was watched, it is empty`() {
    #expect(Record.Drawing([Story.event(1, "", .note("hello"))], pieces: []).isEmpty)
  }
}
