import CourseKit
import Foundation

extension Format {
  /// Gradescope's `results.json`, as its autograder specifications described it in 2025.
  static func gradescope(_ grade: Grade) -> String {
    let tests: [[String: Any]] = levels(grade).map { item in
      [
        "name": "\(item.exercise.folder), \(item.level): \(item.exercise.title)",
        "number": "\(item.exercise.number).\(item.level == .core ? 1 : 2)",
        "score": item.points, "max_score": item.maximum, "status": item.holds ? "passed" : "failed",
        "output": item.report.details(item.level), "output_format": "text", "visibility": "visible",
      ]
    }
    var object: [String: Any] = [
      "tests": tests, "output": grade.notes, "output_format": "text", "visibility": "visible",
      "stdout_visibility": "hidden", "extra_data": identity(grade),
    ]
    // Without a score of its own, a submission has the sum of its tests' scores, which knows no deduction.
    if grade.deduction != nil { object["score"] = grade.score }
    return json(object)
  }

  /// Classroom 50's result, in its schema `classroom50/result/v1`.
  static func classroom50(_ grade: Grade, _ environment: [String: String]) -> String {
    let variables = [
      "classroom": "CLASSROOM", "assignment": "ASSIGNMENT", "submission": "SUBMISSION_TAG",
      "commit": "COMMIT_URL", "release": "RELEASE_URL", "review": "REVIEW_URL",
    ]
    // Unknown values are left out: an empty address would not be valid.
    var object: [String: Any] = variables.compactMapValues {
      environment[$0].flatMap { $0.isEmpty ? nil : $0 }
    }
    object["schema"] = "classroom50/result/v1"
    object["datetime"] = (grade.handIn?.date ?? grade.date).formatted(.iso8601)
    object["in-force"] = grade.protection
    object["student"] = identity(grade)
    object["score"] = grade.score
    object["max-score"] = grade.maximum
    object["tests"] = levels(grade).map { item -> [String: Any] in
      [
        "test-name": "\(item.exercise.folder), \(item.level)", "passed": item.holds,
        "score": item.points, "max-score": item.maximum,
        "state": item.report.state.rawValue, "output": String(item.report.details(item.level).prefix(2000)),
      ]
    }
    return json(object)
  }

  private static func identity(_ grade: Grade) -> [String: String] {
    [
      "student": grade.student, "id": grade.person.id, "name": grade.person.name, "email": grade.person.mail,
      "handed in": grade.handedIn ?? "",
    ]
  }

  /// One level of an exercise, as these services show it: as a test of its own.
  private struct LevelOfExercise {
    let exercise: Exercise
    let report: Report
    let level: Requirement.Level
    let points: Int
    let maximum: Int

    var holds: Bool { level == .core ? report.isDone : report.state == .mastered }
  }

  /// The levels with points, exercise by exercise.
  private static func levels(_ grade: Grade) -> [LevelOfExercise] {
    grade.rows.flatMap { exercise, report in
      let (points, maximum) = (grade.points(exercise, report), grade.maximum(exercise))
      return Requirement.Level.allCases.filter { maximum[$0] > 0 }.map { level in
        LevelOfExercise(
          exercise: exercise, report: report, level: level, points: points[level], maximum: maximum[level])
      }
    }
  }
}
