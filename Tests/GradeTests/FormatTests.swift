import Foundation
import Testing

@testable import CourseKit
@testable import GradeKit

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Every format of grades, compared with a file that a person has checked.
@Suite struct `The formats` {
  private static let golden = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")

  @Test(arguments: Format.allCases) func `Each format matches its golden file`(format: Format) throws {
    let grades = format.holdsMany ? [ada, grade("=1+1, \"Bob\"", [.notStarted(exercise(2))])] : [ada]
    let environment = [
      "CLASSROOM": "cs", "ASSIGNMENT": "ops", "SUBMISSION_TAG": "s1", "COMMIT_URL": "https://c",
    ]
    let text = format.write(grades, environment: environment)
    let file = Self.golden.appending(path: "\(format.rawValue).txt")
    // To renew them: set the variable, run, and look at the difference.
    if ProcessInfo.processInfo.environment["RENEW_GOLDEN_FILES"] != nil { try Files.write(text, to: file) }
    // Byte for byte: a row of CSV ends with both characters.
    #expect(Data(text.utf8) == FileManager.default.contents(atPath: file.path))
  }

  @Test(arguments: ["<\u{301}b>", "\u{1B}[31m & \"", "]]>", "\u{0}\u{FFFE}\u{1F600}", "a\u{0301}\r\n"])
  func `JUnit is well-formed XML, whatever a test printed`(text: String) {
    let test = TestResult(name: text, hasPassed: false, failures: [text], seconds: 0.25)
    let failed = Report(exercise: 3, state: .failed, tests: [test], message: "", seconds: 1.5)
    let student = grade(text, [failed, .tampered(exercise(6), text), .notStarted(exercise(5), text)])
    let reader = Reader()
    let parser = XMLParser(data: Data(Format.junit.write([student]).utf8))
    parser.delegate = reader
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    #expect(
      reader.elements == [
        "testsuites": 1, "testsuite": 3, "testcase": 3, "failure": 1, "error": 1, "skipped": 1,
        "properties": 3, "property": 21,
      ])
    #expect(reader.times.contains("0.250"))
  }

  @Test func `A student is one line of CSV with as many cells as the first, whatever a test printed`() {
    for text in ["a\nb", "a\r\nb", "\",\u{301}\"", "=1+1", "\u{2028}x", "a;b"] {
      let lines = Format.csv.write([grade(text, [.tampered(exercise(6), text), .notStarted(exercise(5))])])
        .unicodeScalars.split(separator: "\n").map { String(String.UnicodeScalarView($0)) }
      #expect(lines.count == 2)
      #expect(Set(lines.map(cells)) == [9 + 2 * 4], "\(lines)")
    }
  }

  @Test func `Printed text cannot begin a formula or act as Markdown`() {
    let strange = grade("=cmd\n|x<b>", [.notStarted(exercise(1))])
    #expect(Format.csv.write([strange]).contains("\r\n'=cmd |x<b>,,,,,0,5"))
    #expect(Format.markdown.write([strange]).hasPrefix("## =cmd \\|x&lt;b&gt;\n"))
  }

  @Test(arguments: Format.allCases) func `No terminal or runner obeys what a student's code printed`(
    format: Format
  ) {
    let text = "::add-mask::x\n  ::set-env name=A::b\n##[group]\n##vso[task]\u{1B}[2J\u{202E}\rx"
    let report = Report.didNotCompile(exercise(4), text)
    let shown = format.write([grade("ada", [report])])
    for command in ["\n::add", "\n  ::set", "##[", "##vso[", "\u{1B}", "\u{202E}", "\r\r"] {
      #expect(!shown.contains(command), "\(command)")
    }
    #expect(!report.message.contains("\n::") && !report.message.hasPrefix("::"))
  }

  @Test func `Classroom 50 gets the time of the commit, and no empty address`() {
    var student = grade("ada", [.notStarted(exercise(1))])
    student.handIn = HandIn(date: Date(timeIntervalSince1970: 1_700_000_000), source: "")
    let text = Format.classroom50.write(
      [student], environment: ["REVIEW_URL": "", "COMMIT_URL": "https://c"])
    #expect(!text.contains("\"review\"") && text.contains("https://c"))
    #expect(text.contains("2023-11-14T22:13:20Z"))
  }

  @Test func `Gradescope hears of a deduction, which the scores of the tests do not show`() {
    let late = {
      var late = ada
      late.deduction = 50
      return late
    }()
    #expect(Format.gradescope.write([late]).contains("\n  \"score\" : 6,"))
    #expect(!Format.gradescope.write([ada]).contains("\n  \"score\""))
  }

  @Test func `When the core is graded alone, the depth has no points in any format`() {
    let core = {
      var core = ada
      core.isCoreAlone = true
      return core
    }()
    #expect(ada.score == 12 && ada.maximum == 50)
    #expect(core.score == 11 && core.maximum == 36)
    for format in [Format.gradescope, .classroom50] { #expect(!format.write([core]).contains(", depth")) }
    #expect(
      Format.text.write([core]).contains(
        "01-WorkAndErrors        2 of 2    4 of 4           4 of 4  mastered"))
    #expect(Format.csv.write([core]).contains(",2026-11-20T10:11:12Z,11,36,"))
    #expect(Format.json.write([core]).contains("\"max depth\" : 0"))
    #expect(Format.junit.write([core]).contains("<property name=\"depth max\" value=\"0\"/>"))
  }

  @Test func `Points that are set by hand fill the core first`() {
    var grade = grade("ada", [.notStarted(exercise(5))])
    for (points, expected) in [(3, Points(core: 3)), (9, Points(core: 7, depth: 2))] {
      grade.overrides = [5: points]
      #expect(grade.points(exercise(5), grade.reports[0]) == expected && grade.score == points)
    }
  }

  @Test func `With a roster of Canvas, who has handed nothing in has its number, too`() {
    var (ada, eve) = (grade("ada_17", []), grade("18", []))
    (ada.person.id, ada.person.number, eve.person.id) = ("17", "17", "18")
    #expect(Format.canvas.write([ada, eve]).contains("\r\n18,18,,,,"))
  }

  // MARK: - Grades

  private func exercise(_ number: Int) -> Exercise { Catalogue.exercises[number - 1] }

  private var ada: Grade {
    let tests = [
      TestResult(name: "It holds", hasPassed: true, failures: []),
      TestResult(name: "It is deep", level: .depth, hasPassed: true, failures: []),
      TestResult(
        name: "It does not <hold>", hasPassed: false,
        failures: ["expected 1 & got \"2\"\u{1B}[31m\n     A   B\n  1  x"]),
    ]
    let shallow = TestResult(
      name: "It is deeper", level: .depth, hasPassed: false, failures: ["expected 3, got 4"]
    )
    let untried = TestResult(
      name: "It is deep", level: .depth, wasTried: false, hasPassed: false, failures: [])
    var ada = grade(
      "ada",
      [
        Report(
          exercise: 1, state: .mastered, tests: Array(tests[0...1]), message: "", seconds: 0.25),
        Report(exercise: 2, state: .done, tests: [tests[0], tests[1], shallow], message: "", seconds: 0.25),
        Report(exercise: 3, state: .failed, tests: [tests[0], tests[2], untried], message: "", seconds: 1.5),
        Report(
          exercise: 4, state: .didNotCompile, tests: [],
          message: "ConcurrentOperation.swift:3:1: error: what & why",
          seconds: 0),
        .notStarted(exercise(5)),
        .tampered(exercise(6), "The test 'It holds' did not run."),
      ], remarks: ["Package.swift was changed; the course's own was used"])
    (ada.person.id, ada.person.name, ada.person.mail) = ("al1", "Ada Lovelace", "ada@x.example")
    ada.person.number = "17"
    ada.handIn = HandIn(date: Date(timeIntervalSince1970: 1_795_169_472), source: "its newest commit")
    ada.handedIn = "2026-11-20 10:11:12 UTC, by its newest commit"
    return ada
  }

  private func grade(_ student: String, _ reports: [Report], remarks: [String] = []) -> Grade {
    Grade(
      student: student, reports: reports, remarks: remarks, protection: "a sandbox",
      date: Date(timeIntervalSince1970: 1_790_000_000))
  }
}

/// How many cells a line of CSV has.
private func cells(_ line: String) -> Int {
  var isQuoted = false
  return 1
    + line.unicodeScalars.count { scalar in
      if scalar == "\"" { isQuoted.toggle() }
      return scalar == "," && !isQuoted
    }
}

/// Counts the elements of an XML text.
private final class Reader: NSObject, XMLParserDelegate {
  var elements: [String: Int] = [:]
  var times: Set<String> = []

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    elements[name, default: 0] += 1
    if let time = attributes["time"] { times.insert(time) }
  }
}
