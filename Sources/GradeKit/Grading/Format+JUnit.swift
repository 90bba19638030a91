import CourseKit
import Foundation
import Typesetting

extension Format {
  /// A JUnit report, in the schema `junit-10.xsd` of the Jenkins xUnit plugin.
  static func junit(_ grades: [Grade]) -> String {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
    for grade in grades {
      for (exercise, report) in grade.rows { text += suite(grade, exercise, report) }
    }
    return text + "</testsuites>\n"
  }

  private static func suite(_ grade: Grade, _ exercise: Exercise, _ report: Report) -> String {
    let name = (grade.student.isEmpty ? "" : "\(grade.student): ") + exercise.folder
    // A wrong answer is a failure; a run that did not complete is an error.
    let isWhole = report.state == .passed || report.state == .failed
    let cases = isWhole ? report.tests.map(testCase) : [wholeCase(exercise, report)]
    let failures = cases.count { $0.element.hasPrefix("<failure") }
    let errors = cases.count { $0.element.hasPrefix("<error") }
    let skipped = cases.count { $0.element.hasPrefix("<skipped") }
    var text =
      "  <testsuite name=\"\(xml(oneLine(name)))\" tests=\"\(cases.count)\" failures=\"\(failures)\" "
    text += "errors=\"\(errors)\" skipped=\"\(skipped)\" time=\"\(fixed(report.seconds))\" "
    text += "timestamp=\"\(grade.date.formatted(.iso8601).prefix(19))\">\n"
    for item in cases {
      text += "    <testcase classname=\"\(exercise.module)\" name=\"\(xml(oneLine(item.name)))\" "
      text += "time=\"\(fixed(item.seconds))\""
      text += item.element.isEmpty ? "/>\n" : ">\(item.element)</testcase>\n"
    }
    return text + "  </testsuite>\n"
  }

  private static func testCase(_ test: TestResult) -> (name: String, element: String, seconds: Double) {
    let message = test.failures.joined(separator: "\n")
    let element =
      "<failure message=\"\(xml(oneLine(message)))\" type=\"expectation\">\(xml(message))</failure>"
    return (test.name, test.hasPassed ? "" : element, test.seconds)
  }

  private static func wholeCase(
    _ exercise: Exercise, _ report: Report
  ) -> (name: String, element: String, seconds: Double) {
    let state = report.state.rawValue
    let element =
      report.state == .notStarted
      ? "<skipped message=\"\(xml(oneLine(report.message)))\"/>"
      : "<error message=\"\(state)\" type=\"\(state)\">\(xml(report.message))</error>"
    return (exercise.topic, element, report.seconds)
  }

  /// A text for XML 1.0.
  static func xml(_ text: String) -> String {
    // XML cannot represent most control characters.
    let allowed = text.unicodeScalars.filter { scalar in
      switch scalar.value {
      case 9, 10, 0x20..<0x7F, 0xA0..<0xFFFE, 0x10000...: true
      default: false
      }
    }
    return String(String.UnicodeScalarView(allowed)).escaped
  }

  private static func fixed(_ seconds: Double) -> String {
    let thousandths = Int((seconds * 1000).rounded())
    let rest = "\(thousandths % 1000)"
    return "\(thousandths / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
  }
}
