import Foundation
import Terminal
import TestSupport
import Testing

@testable import CourseKit
@testable import grade

/// The grade command: its options and its help.
@Suite struct `The grade command` {
  @Test(arguments: ["--only", "--pardon", "--merge", "--shard", "--roster", "--due", "--dates", "--regrade"])
  func `An option for submissions is refused if there are none`(_ option: String) throws {
    try withFolder { folder in
      let arguments = Arguments([option, "1/2"])
      let error = #expect(throws: CourseError.self) { try grade(Course(root: folder), arguments) }
      #expect(error?.message.contains("\(option) is for submissions.") == true)
    }
  }

  @Test func `Its options stand without a command`() throws {
    #expect(tool.manual.names == ["export", "doctor", "help"])
    #expect(try #require(tool.manual[""].first).flags.contains("--late"))
    #expect(tool.manual.suggestion(for: "--sumbission", in: "") == " Did you mean '--submission'?")
  }

  @Test func `Its help fits into 80 columns and is ASCII`() {
    for line in (tool.manual.text + helpOnGrading + helpOnClass).split(separator: "\n") {
      #expect(line.columns <= 80 && line.allSatisfy(\.isASCII), "\(line)")
    }
  }

  @Test func `What it says of security is in SECURITY.md, too`() throws {
    let text = try #require(Files.text(packageFolder.appending(path: ".github/SECURITY.md")))
    #expect(text.contains(helpOnSecurity.trimmingCharacters(in: .newlines)))
    #expect(helpOnGrading.contains(helpOnSecurity))
  }
}
