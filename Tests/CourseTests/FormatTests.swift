import Foundation
import Testing

@testable import CourseKit

/// Every form in which grades are written, against a file that was looked at by a person.
@Suite struct `The formats` {
  private static let golden = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")

  @Test(arguments: Format.allCases) func `A format is as in its golden file`(format: Format) throws {
    let grades = format.holdsMany ? [ada, grade("=1+1, \"Bob\"", [.notStarted(exercise(2))])] : [ada]
    let environment = [
      "CLASSROOM": "cs", "ASSIGNMENT": "ops", "SUBMISSION_TAG": "s1", "COMMIT_URL": "https://c",
    ]
    let text = format.write(grades, environment: environment)
    let file = Self.golden.appending(path: "\(format.rawValue).txt")
    // To renew them: set the variable, run, and look at the difference.
    if ProcessInfo.processInfo.environment["RENEW_GOLDEN_FILES"] != nil { try Files.write(text, to: file) }
    #expect(text == Files.text(file))
  }

  @Test(arguments: [Format.json, .gradescope, .classroom50]) func `What is JSON can be read as JSON`(
    format: Format
  )
    throws
  {
    #expect(try JSONSerialization.jsonObject(with: Data(format.write([ada]).utf8)) is [String: Any])
  }

  @Test func `JUnit is well-formed XML, whatever a test printed`() {
    let parser = XMLCheck(Format.junit.write([ada]))
    #expect(parser.isWellFormed)
  }

  @Test func `What was printed cannot end a line of a table or begin a formula`() {
    let strange = grade("=cmd\n|x", [.notStarted(exercise(1))])
    #expect(Format.csv.write([strange]).contains("\"'=cmd\n|x\",0,5"))
    #expect(Format.markdown.write([strange]).hasPrefix("## =cmd \\|x\n"))
  }

  // MARK: - Grades

  private func exercise(_ number: Int) -> Exercise { Catalogue.exercises[number - 1] }

  private var ada: Grade {
    let tests = [
      TestResult(name: "It holds", hasPassed: true, isVacuous: false, failures: []),
      TestResult(
        name: "It does not <hold>", hasPassed: false, isVacuous: false,
        failures: ["expected 1 & got \"2\"\u{1B}[31m\n     A   B\n  1  x"]),
    ]
    return grade(
      "ada",
      [
        Report(
          exercise: 1, state: .passed, tests: [tests[0]], message: "", seconds: 0.25),
        Report(exercise: 3, state: .failed, tests: tests, message: "", seconds: 1.5),
        Report(
          exercise: 4, state: .didNotCompile, tests: [], message: "ReadyQueue.swift:3:1: error: what & why",
          seconds: 0),
        .notStarted(exercise(5)),
        .tampered(exercise(6), "The test 'It holds' did not run."),
      ], remarks: ["Package.swift was changed; the course's own was used"])
  }

  private func grade(_ student: String, _ reports: [Report], remarks: [String] = []) -> Grade {
    Grade(
      student: student, reports: reports, remarks: remarks, protection: "a sandbox",
      date: Date(timeIntervalSince1970: 1_790_000_000))
  }
}

/// Counts what opens and closes; enough to see that nothing of a text became a tag.
private struct XMLCheck {
  var isWellFormed = true

  init(_ text: String) {
    var open: [String] = []
    for match in text.matches(of: /<([\/?]?)([a-z]+)[^<>]*?(\/?)>/) {
      if match.1 == "?" || match.3 == "/" { continue }
      if match.1 == "/" {
        isWellFormed = isWellFormed && open.popLast() == String(match.2)
      } else {
        open.append(String(match.2))
      }
    }
    let rest = text.replacing(/<[^<>]*>/, with: "")
    isWellFormed =
      isWellFormed && open.isEmpty && !rest.contains("<") && !text.contains("\u{1B}")
      && rest.replacing(/&(?:amp|lt|gt|quot);/, with: "").contains("&") == false
  }
}
