import CourseKit
import Foundation

extension Format {
  /// Gradescope's `results.json`, as its autograder specifications described it in 2025.
  static func gradescope(_ grade: Grade) -> String {
    let tests: [[String: Any]] = grade.rows.map { exercise, report in
      [
        "name": "\(exercise.folder): \(exercise.title)", "number": "\(exercise.number)",
        "score": grade.points(exercise, report), "max_score": exercise.points,
        "status": report.state == .passed ? "passed" : "failed", "output": report.details,
        "output_format": "text",
        "visibility": "visible",
      ]
    }
    var object: [String: Any] = [
      "tests": tests, "output": grade.notes, "output_format": "text", "visibility": "visible",
      "stdout_visibility": "hidden",
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
    object["datetime"] = (grade.submitted ?? grade.date).formatted(.iso8601)
    object["score"] = grade.score
    object["max-score"] = grade.maximum
    object["tests"] = grade.rows.map { exercise, report -> [String: Any] in
      [
        "test-name": exercise.folder, "passed": report.state == .passed,
        "score": grade.points(exercise, report), "max-score": exercise.points,
        "state": report.state.rawValue, "output": String(report.details.prefix(2000)),
      ]
    }
    return json(object)
  }
}
