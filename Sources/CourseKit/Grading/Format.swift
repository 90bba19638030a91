import Foundation

/// The forms in which grades are written.
public enum Format: String, CaseIterable, Sendable {
  case text, json, csv, junit, gradescope, classroom50, markdown

  /// Whether it can hold more than one student.
  public var holdsMany: Bool { self != .gradescope && self != .classroom50 }

  /// The grades in this form; `environment` is where Classroom 50 says which submission it is.
  public func write(_ grades: [Grade], environment: [String: String] = [:]) -> String {
    switch self {
    case .text:
      grades.map(\.text).joined(separator: "\n") + (grades.count > 1 ? "\n" + Format.summary(grades) : "")
    case .json: Format.json(["schema": "operations-course/grades/v1", "grades": grades.map(\.object)])
    case .csv: Format.csv(grades)
    case .junit: Format.junit(grades)
    case .gradescope: grades.first.map(Format.gradescope) ?? ""
    case .classroom50: grades.first.map { Format.classroom50($0, environment) } ?? ""
    case .markdown: grades.map(\.markdown).joined(separator: "\n")
    }
  }

  /// One line a student.
  private static func summary(_ grades: [Grade]) -> String {
    columns([["student", "points"]] + grades.map { [oneLine($0.student), "\($0.score) of \($0.maximum)"] })
      + "\n"
  }

  static func json(_ object: [String: Any]) -> String {
    let data = try? JSONSerialization.data(
      withJSONObject: object, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data ?? Data("{}".utf8), as: UTF8.self) + "\n"
  }

  private static func csv(_ grades: [Grade]) -> String {
    func cell(_ text: String) -> String {
      // A cell that begins so would be a formula in a spreadsheet.
      let text = text.first.map { "=+-@\t\r".contains($0) } == true ? "'" + text : text
      return text.contains { "\",\n\r".contains($0) } ? "\"\(text.replacing("\"", with: "\"\""))\"" : text
    }
    let exercises = grades.first?.rows.map(\.exercise) ?? []
    var lines = [["student", "score", "max"]]
    lines[0] += exercises.flatMap { ["\($0.folder) points", "\($0.folder) state"] }
    for grade in grades {
      let cells = grade.rows.flatMap {
        ["\($0.report.score(outOf: $0.exercise.points))", $0.report.state.rawValue]
      }
      lines.append([grade.student, "\(grade.score)", "\(grade.maximum)"] + cells)
    }
    return lines.map { $0.map(cell).joined(separator: ",") + "\r\n" }.joined()
  }

  private static func junit(_ grades: [Grade]) -> String {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
    for grade in grades {
      for (exercise, report) in grade.rows {
        let name = (grade.student.isEmpty ? "" : "\(grade.student): ") + exercise.folder
        // A wrong answer is a failure; a run that did not come to its end is an error.
        let isWhole = report.state == .passed || report.state == .failed
        let cases: [(name: String, element: String)] =
          isWhole
          ? report.tests.map { test in
            let message = test.failures.joined(separator: "\n")
            return (
              test.name,
              test.hasPassed
                ? ""
                : "<failure message=\"\(xml(oneLine(message)))\" type=\"expectation\">\(xml(message))</failure>"
            )
          }
          : [
            (
              exercise.topic,
              report.state == .notStarted
                ? "<skipped/>"
                : "<error message=\"\(report.state.rawValue)\" type=\"\(report.state.rawValue)\">"
                  + "\(xml(report.message))</error>"
            )
          ]
        let failures = cases.count { $0.element.hasPrefix("<failure") }
        let errors = cases.count { $0.element.hasPrefix("<error") }
        let skipped = cases.count { $0.element == "<skipped/>" }
        text += "  <testsuite name=\"\(xml(name))\" tests=\"\(cases.count)\" failures=\"\(failures)\" "
        text += "errors=\"\(errors)\" skipped=\"\(skipped)\" time=\"\(fixed(report.seconds))\">\n"
        for item in cases {
          text += "    <testcase classname=\"\(exercise.module)\" name=\"\(xml(item.name))\" time=\"0.000\""
          text += item.element.isEmpty ? "/>\n" : ">\(item.element)</testcase>\n"
        }
        text += "  </testsuite>\n"
      }
    }
    return text + "</testsuites>\n"
  }

  private static func gradescope(_ grade: Grade) -> String {
    let tests: [[String: Any]] = grade.rows.map { exercise, report in
      [
        "name": "\(exercise.folder): \(exercise.title)", "number": "\(exercise.number)",
        "score": report.score(outOf: exercise.points), "max_score": exercise.points,
        "status": report.state == .passed ? "passed" : "failed", "output": report.details,
        "output_format": "text",
        "visibility": "visible",
      ]
    }
    return json([
      "tests": tests, "output": grade.notes, "output_format": "text", "visibility": "visible",
      "stdout_visibility": "hidden",
    ])
  }

  private static func classroom50(_ grade: Grade, _ environment: [String: String]) -> String {
    let variables = [
      "classroom": "CLASSROOM", "assignment": "ASSIGNMENT", "submission": "SUBMISSION_TAG",
      "commit": "COMMIT_URL", "release": "RELEASE_URL", "review": "REVIEW_URL",
    ]
    var object: [String: Any] = variables.mapValues { environment[$0] ?? "" }
    object["schema"] = "classroom50/result/v1"
    object["datetime"] = grade.date.formatted(.iso8601)
    object["score"] = grade.score
    object["max-score"] = grade.maximum
    object["tests"] = grade.rows.map { exercise, report -> [String: Any] in
      [
        "test-name": exercise.folder, "passed": report.state == .passed,
        "score": report.score(outOf: exercise.points), "max-score": exercise.points,
        "state": report.state.rawValue, "output": String(report.details.prefix(2000)),
      ]
    }
    return json(object)
  }

  static func xml(_ text: String) -> String {
    // XML has no way to write most control characters.
    let allowed = text.unicodeScalars.filter { $0.value >= 32 || $0 == "\n" || $0 == "\t" }
    return String(String.UnicodeScalarView(allowed)).replacing("&", with: "&amp;").replacing(
      "<", with: "&lt;"
    )
    .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
  }
}

/// A text without line breaks and control characters, for one line of a table.
func oneLine(_ text: String) -> String {
  String(text.map { $0.isNewline || $0.unicodeScalars.contains { $0.value < 32 } ? " " : $0 })
}

private func fixed(_ seconds: Double) -> String {
  let thousandths = Int((seconds * 1000).rounded())
  let rest = "\(thousandths % 1000)"
  return "\(thousandths / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
}

extension Report {
  /// Why it is what it is: for each test a line, and what the failing ones say.
  var details: String {
    var lines = [state.rawValue + (message.isEmpty ? "" : ": \(message)")]
    for test in tests {
      lines.append("\(test.hasPassed ? "✓" : "✘") \(test.name)")
      lines += test.failures.map { "    " + $0.replacing("\n", with: "\n    ") }
    }
    return lines.joined(separator: "\n")
  }
}

extension Grade {
  /// The remarks, and what protected the grading.
  var notes: String { (remarks + ["In force: \(protection)."]).joined(separator: "\n") }

  private var header: String { student.isEmpty ? "" : "\(oneLine(student))\n" }

  /// A table with a line an exercise.
  var text: String {
    var lines = [["exercise", "tests", "points", "state"]]
    for (exercise, report) in rows {
      let holding = report.tests.count(where: \.hasPassed)
      lines.append([
        exercise.folder, report.tests.isEmpty ? "" : "\(holding) of \(report.tests.count)",
        "\(report.score(outOf: exercise.points)) of \(exercise.points)", report.state.rawValue,
      ])
    }
    lines.append(["together", "", "\(score) of \(maximum)", ""])
    return header + columns(lines, left: [0, 3]) + "\n" + remarks.map { "note: \(oneLine($0))\n" }.joined()
      + "In force: \(protection).\n"
  }

  var markdown: String {
    var text = student.isEmpty ? "" : "## \(oneLine(student).replacing("|", with: "\\|"))\n\n"
    text += "| exercise | tests | points | state |\n| --- | ---: | ---: | --- |\n"
    for (exercise, report) in rows {
      let tests =
        report.tests.isEmpty ? "" : "\(report.tests.count(where: \.hasPassed)) of \(report.tests.count)"
      text +=
        "| \(exercise.folder) | \(tests) | \(report.score(outOf: exercise.points)) of \(exercise.points) "
      text += "| \(report.state.rawValue) |\n"
    }
    text += "| **together** | | **\(score) of \(maximum)** | |\n"
    for remark in remarks { text += "\n- \(oneLine(remark).replacing("<", with: "&lt;"))" }
    return text + (remarks.isEmpty ? "" : "\n")
  }

  var object: [String: Any] {
    [
      "student": student, "score": score, "max": maximum, "remarks": remarks, "protection": protection,
      "date": date.formatted(.iso8601),
      "exercises": rows.map { exercise, report -> [String: Any] in
        [
          "exercise": exercise.folder, "state": report.state.rawValue, "max": exercise.points,
          "score": report.score(outOf: exercise.points), "message": report.message,
          "tests": report.tests.map { test -> [String: Any] in
            [
              "name": test.name, "passed": test.hasPassed, "vacuous": test.isVacuous,
              "failures": test.failures,
            ]
          },
        ]
      },
    ]
  }
}
