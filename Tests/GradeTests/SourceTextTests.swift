import Foundation
import TestSupport
import Testing

@testable import CourseKit
@testable import GradeKit

/// What editors write: byte order marks, UTF-16, and the line ends of other systems.
@Suite struct `The text of a file` {
  @Test(arguments: [
    Data("a\nb".utf8), Data("a\r\nb".utf8), Data("a\rb".utf8), Data([0xEF, 0xBB, 0xBF] + "a\nb".utf8),
    Data([0xFF, 0xFE, 0x61, 0, 0x0D, 0, 0x0A, 0, 0x62, 0]), Data([0xFE, 0xFF, 0, 0x61, 0, 0x0A, 0, 0x62]),
  ]) func `A text is the same in every encoding`(data: Data) {
    #expect(SourceText.read(data) == .success("a\nb"))
  }

  @Test(arguments: [(Data([0x61, 0, 0x62, 0]), "UTF-16"), (Data([0xC3, 0x28]), "UTF-8")])
  func `A text that cannot be decoded is refused with the reason`(data: Data, word: String) {
    guard case .failure(let error) = SourceText.read(data) else {
      Issue.record("it was read")
      return
    }
    #expect(error.reason.contains(word))
  }

  @Test func `With other line ends a stub is still untouched, and a test is still found`() throws {
    try withFolder { folder in
      try Files.write("one\r\ntwo\r\n", to: folder.appending(path: "a"))
      #expect(Files.text(folder.appending(path: "a")) == "one\ntwo\n")
      #expect(Files.text(folder.appending(path: "a"))?.split(separator: "\n").count == 2)
    }
  }

  @Test(arguments: [String.Encoding.utf8, .utf16, .windowsCP1252])
  func `A table is read as spreadsheets save it`(encoding: String.Encoding) throws {
    let text = "name,id\r\nStraßer,7\r\n"
    let data = try #require(text.data(using: encoding))
    #expect(SourceText.table(data) == "name,id\nStraßer,7\n")
  }

  @Test func `A mark at the beginning of a table is no part of its first word`() {
    #expect(SourceText.table(Data("\u{FEFF}24h 10%".utf8)) == "24h 10%")
  }
}
