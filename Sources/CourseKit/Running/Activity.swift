import Terminal

/// The present step of a check, for a learner who waits for the verdict.
package enum Activity: Sendable {
  /// A build is running, for so many seconds.
  case building(seconds: Int)
  /// Requirements of an exercise, or of one level of it, are being tried; `name` is one of them.
  case testing(Exercise, Requirement.Level?, finished: Int, of: Int, name: String?)

  /// One line that says so.
  package var text: String {
    switch self {
    case .building(let seconds):
      "building …" + (seconds < 3 ? "" : " \(seconds) s")
    case .testing(let exercise, let level, let finished, let count, let name):
      "exercise \(exercise.folder.prefix(2)), \(level?.rawValue ?? "tests"): \(finished) of \(count)"
        + (name.map { ", now: \($0)" } ?? "")
    }
  }
}
