import Typesetting

/// What is done at the moment, for somebody who waits for a verdict.
package enum Activity: Sendable, Equatable {
  /// A build is running, for so many seconds.
  case building(seconds: Int)
  /// Tests are running.
  case testing(exercise: String, finished: Int, of: Int, name: String?)

  /// One line that says so.
  package var text: String {
    switch self {
    case .building(let seconds):
      "building …" + (seconds < 3 ? "" : " \(seconds) s")
    case .testing(let exercise, let finished, let count, let name):
      "testing exercise \(exercise): \(finished) of \(count)" + (name.map { ", now: \($0)" } ?? "")
    }
  }
}
