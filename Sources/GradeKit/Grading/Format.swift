import CourseKit
import Foundation
import Terminal

/// The forms in which grades are written.
package enum Format: String, CaseIterable, Sendable {
  case text, json, csv, moodle, canvas, junit, gradescope, classroom50, markdown

  /// Whether it can contain more than one student.
  package var holdsMany: Bool { self != .gradescope && self != .classroom50 }

  /// The grades in this format; in `environment`, Classroom 50 names the submission.
  package func write(_ grades: [Grade], environment: [String: String] = [:]) -> String {
    switch self {
    case .text:
      (grades.count > 1 ? Format.overview(grades) + "\n" : "") + grades.map(\.text).joined(separator: "\n")
    case .json: Format.json(["schema": "operations-course/grades/v1", "grades": grades.map(\.object)])
    case .csv: Format.csv(grades)
    case .moodle: Format.moodle(grades)
    case .canvas: Format.canvas(grades)
    case .junit: Format.junit(grades)
    case .gradescope: grades.first.map(Format.gradescope) ?? ""
    case .classroom50: grades.first.map { Format.classroom50($0, environment) } ?? ""
    case .markdown: grades.map(\.markdown).joined(separator: "\n")
    }
  }

  /// The class on one screen: how many have a grade, and a line per student with what needs a look.
  private static func overview(_ grades: [Grade]) -> String {
    let graded = grades.filter(\.isGraded)
    let counts = [
      "\(counted(grades.count, "student")), median \(Statistics.median(graded.map(\.score))) of "
        + "\(grades[0].maximum)",
      count(grades) { !$0.isGraded }.map { "not graded: \($0)" },
      count(grades) { !$0.isRecognised }.map { "nothing recognised: \($0)" },
      count(grades) { grade in grade.reports.allSatisfy { $0.state == .notStarted } }
        .map { "nothing begun: \($0)" },
    ].compactMap(\.self)
    let rows = grades.map { grade in
      [
        oneLine(grade.student), grade.person.id, grade.isGraded ? "\(grade.score)" : "none",
        "\(grade.reports.count(where: \.isDone))",
        grade.handIn == nil ? "" : String((grade.handedIn ?? "").prefix { $0 != "," }),
        String(grade.attention.prefix(40)),
      ]
    }
    return counts.joined(separator: "; ") + "\n\n"
      + aligned([["student", "id", "points", "done", "handed in", "to look at"]] + rows, left: [0, 1, 4, 5])
      + "\n\nThe details of each follow; --feedback DIR writes them to a file per student.\n"
  }

  private static func count(_ grades: [Grade], _ isCounted: (Grade) -> Bool) -> Int? {
    let count = grades.count(where: isCounted)
    return count == 0 ? nil : count
  }

  static func json(_ object: [String: Any]) -> String {
    let data = try? JSONSerialization.data(
      withJSONObject: object, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data ?? Data("{}".utf8), as: UTF8.self) + "\n"
  }
}

extension Report {
  /// Why points are missing, in one line.
  var remark: String {
    if !message.isEmpty { return String(message.prefix(300)) }
    let failing = failures.map(\.name)
    return failing.isEmpty ? "" : "failed: " + failing.joined(separator: "; ")
  }

  /// The reasons for the points: a line for each test, and the messages of those that failed.
  package var details: String { details(nil) }

  /// The reasons for the points of one level.
  func details(_ level: Requirement.Level?) -> String {
    var lines = [state.rawValue + (message.isEmpty ? "" : ": \(message)")]
    for test in level.map(tests) ?? tests {
      lines.append("\(test.hasPassed ? "✓" : test.wasTried ? "✘" : "○") \(test.name)")
      lines += test.failures.map { "    " + $0.replacing("\n", with: "\n    ") }
    }
    return lines.joined(separator: "\n")
  }
}

extension Grade {
  /// What an instructor may want to look at, in a few words.
  var attention: String {
    let states = [
      Report.State.notGraded, .tampered, .refused, .notTaken, .crashed, .timedOut, .didNotCompile,
    ]
    let texts = states.compactMap { state in
      let count = reports.count { $0.state == state }
      return count == 0 ? nil : "\(state.rawValue): \(count)"
    }
    return (texts + (remarks.isEmpty ? [] : ["notes: \(remarks.count)"])).joined(separator: ", ")
  }

  /// The remarks, and what protected the grading.
  var notes: String { (remarks + ["In force: \(protection)."]).joined(separator: "\n") }

  /// Whatever else than the name of the submission is known of the student: id, name and address.
  var identity: [String] {
    [person.id, person.name, person.mail].filter { !$0.isEmpty && $0 != student }.map(oneLine)
  }

  var header: String {
    if student.isEmpty { return "" }
    return oneLine(student) + (identity.isEmpty ? "" : " (\(identity.joined(separator: ", ")))") + "\n"
      + (handedIn.map { "handed in \($0)\n" } ?? "")
  }

  /// A table with a line per exercise.
  package var text: String {
    let table = ReportTable(
      rows.map { exercise, report in
        ReportTable.Row(
          exercise, report, points: points(exercise, report), maximum: maximum(exercise))
      })
    return header + table.text(score: score) + "\n" + remarks.map { "note: \(oneLine($0))\n" }.joined()
      + "In force: \(protection).\n"
  }

  var object: [String: Any] {
    [
      "student": student, "id": person.id, "name": person.name, "email": person.mail,
      "score": isGraded ? score : NSNull(), "max": maximum, "remarks": remarks,
      "protection": protection,
      "date": date.formatted(.iso8601), "submitted": handIn?.date.formatted(.iso8601) ?? NSNull(),
      "submitted by": handIn?.source ?? NSNull(),
      "graded": isGraded,
      "exercises": rows.map { exercise, report -> [String: Any] in
        [
          "exercise": exercise.folder, "state": report.state.rawValue,
          "score": points(exercise, report).total, "core": points(exercise, report).core,
          "depth": points(exercise, report).depth, "max": maximum(exercise).total,
          "max core": maximum(exercise).core, "max depth": maximum(exercise).depth,
          "message": report.message,
          "tests": report.tests.map { test -> [String: Any] in
            [
              "name": test.name, "level": test.level.rawValue, "tried": test.wasTried,
              "passed": test.hasPassed,
              "failures": test.failures, "seconds": test.seconds,
            ]
          },
        ]
      },
    ]
  }
}
