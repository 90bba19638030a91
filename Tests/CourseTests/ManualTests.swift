import Foundation
import Terminal
import Testing

@testable import CourseKit
@testable import course

/// The help text is the one source for suggestions and help on one command.
@Suite struct `The manual of the course command` {
  private let manual = tool.manual

  @Test func `Every command and its flags are read from the help text`() throws {
    #expect(
      manual.names.starts(with: ["list", "lesson", "check", "watch", "hint", "open", "solution", "mistakes"]))
    #expect(Set(["mistakes", "doctor", "help"]).isSubset(of: manual.names))
    #expect(!manual.names.contains("ln"))
    let reset = try #require(manual["reset"].first)
    #expect(reset.flags == ["--yes"])
    #expect(try #require(manual["book"].first).flags == ["--edition"])
  }

  @Test func `The help of the student edition has no edition for instructors`() throws {
    let students = Manual(help(forTeaching: false), of: "course")
    #expect(try #require(students["book"].first).flags == [])
    #expect(!students.text.contains("instructor") && !students.text.contains("teaching"))
    #expect(students.names == manual.names)
    #expect(help(forTeaching: true).contains("--edition instructor"))
  }

  @Test func `Help on one command has its lines and no others`() throws {
    let text = try #require(manual.help(on: "solution"))
    #expect(text.contains("--give-up") && !text.contains("--yes") && !text.contains("reset"))
    #expect(manual.help(on: "solutoin") == nil)
  }

  @Test func `A misspelt command or flag gets a suggestion`() {
    #expect(manual.suggestion(for: "chek") == " Did you mean 'check'?")
    #expect(manual.suggestion(for: "--giveup", in: "solution") == " Did you mean '--give-up'?")
    #expect(manual.suggestion(for: "--giveup", in: "check") == "")
    #expect(manual.suggestion(for: "5") == " Did you mean 'check 5' or 'lesson 5'?")
    #expect(manual.suggestion(for: "run") == " Did you mean 'lesson'?")
    #expect(manual.suggestion(for: "run", in: "check") == "")
  }

  @Test func `The help fits into 80 columns and is ASCII`() {
    for line in manual.text.split(separator: "\n") {
      #expect(line.columns <= 80 && line.allSatisfy(\.isASCII), "\(line)")
    }
  }
}
