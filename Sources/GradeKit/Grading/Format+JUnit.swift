import CourseKit
import Foundation
import Terminal

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
    let cases =
      report.isComplete
      ? report.tests.map { testCase(exercise, $0) } : [wholeCase(exercise, report)]
    let failures = cases.count { $0.element.hasPrefix("<failure") }
    let errors = cases.count { $0.element.hasPrefix("<error") }
    let skipped = cases.count { $0.element.hasPrefix("<skipped") }
    var text =
      "  <testsuite name=\"\(xml(oneLine(name)))\" tests=\"\(cases.count)\" failures=\"\(failures)\" "
    text += "errors=\"\(errors)\" skipped=\"\(skipped)\" time=\"\(String(format: "%.3f", report.seconds))\" "
    text += "timestamp=\"\(grade.date.formatted(.iso8601).prefix(19))\">\n"
    text += properties(grade, exercise, report)
    for item in cases {
      text += "    <testcase classname=\"\(item.suite)\" name=\"\(xml(oneLine(item.name)))\" "
      text += "time=\"\(String(format: "%.3f", item.seconds))\""
      text += item.element.isEmpty ? "/>\n" : ">\(item.element)</testcase>\n"
    }
    return text + "  </testsuite>\n"
  }

  /// The points of each level, and the highest possible.
  private static func properties(_ grade: Grade, _ exercise: Exercise, _ report: Report) -> String {
    let (points, maximum) = (grade.points(exercise, report), grade.maximum(exercise))
    let properties = Requirement.Level.allCases.flatMap { level in
      [("\(level) score", points[level]), ("\(level) max", maximum[level])]
    }
    return "      <properties>\n"
      + [("in force", grade.protection), ("id", grade.person.id), ("email", grade.person.mail)].map {
        "        <property name=\"\($0)\" value=\"\(xml(oneLine($1)))\"/>\n"
      }.joined()
      + properties.map { "        <property name=\"\($0)\" value=\"\($1)\"/>\n" }.joined()
      + "      </properties>\n"
  }

  /// A `<testcase>`: the class is the module, and for a requirement of the depth also that suite.
  private typealias Case = (suite: String, name: String, element: String, seconds: Double)

  private static func testCase(_ exercise: Exercise, _ test: TestResult) -> Case {
    let message = test.failures.joined(separator: "\n")
    let element =
      test.wasTried
      ? "<failure message=\"\(xml(oneLine(message)))\" type=\"expectation\">\(xml(message))</failure>"
      : "<skipped message=\"not tried\"/>"
    let suite = exercise.module + (test.level == .depth ? ".depth" : ".core")
    return (suite, test.name, test.hasPassed ? "" : element, test.seconds)
  }

  private static func wholeCase(_ exercise: Exercise, _ report: Report) -> Case {
    let state = report.state.rawValue
    let element =
      report.state == .notStarted
      ? "<skipped message=\"\(xml(oneLine(report.message)))\"/>"
      : "<error message=\"\(state)\" type=\"\(state)\">\(xml(report.message))</error>"
    return (exercise.module, exercise.topic, element, report.seconds)
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
}
