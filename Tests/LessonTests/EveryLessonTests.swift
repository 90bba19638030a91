import CourseKit
import Foundation
import TestSupport
import Testing

/// What holds for every lesson, whatever it is about.
@Suite struct `Every lesson` {
  private static let there = Catalogue.lessons.filter {
    FileManager.default.fileExists(
      atPath: packageFolder.appending(path: "Lessons/\($0.folder)/main.swift").path)
  }.map(\.number)

  @Test(arguments: there) func `All its claims hold, and it ends with 0`(number: Int) throws {
    let run = try LessonRun.shared(number, "--fast")
    #expect(run.exitCode == 0, "\(run.errors)\(run.output.suffix(2000))")
    #expect(run.brokenClaims == [])
    #expect(run.claims.count > 0, "lesson \(number) claims nothing")
    #expect(run.errors == "")
    #expect(!run.output.contains("Not seen by the Explorer"), "\(run.output)")
  }

  @Test(arguments: there) func `It prints what its source promises, in that order`(number: Int) throws {
    let folder = packageFolder.appending(path: "Lessons/\(Catalogue.lesson(number)!.folder)")
    let source = try String(contentsOf: folder.appending(path: "main.swift"), encoding: .utf8)
    var rest = try LessonRun.shared(number, "--fast").output.split(separator: "\n")[...]
    for expected in source.matches(of: /\/\/ prints: (.+)/).map(\.1) {
      let place = rest.firstIndex { $0.contains(expected) }
      #expect(place != nil, "lesson \(number) does not print '\(expected)' where its source says so")
      rest = rest[((place ?? rest.startIndex - 1) + 1)...]
    }
  }

  @Test(arguments: there) func `A flag that it does not know is an error, and 2`(number: Int) throws {
    let run = try LessonRun(number, "--no-such-flag")
    #expect(run.exitCode == 2)
    #expect(run.errors.hasPrefix("There is no flag '--no-such-flag'."), "\(run.errors)")
    #expect(run.output == "")
  }

  @Test func `All of them exist`() {
    #expect(Self.there == Catalogue.lessons.map(\.number))
  }
}
