import Foundation

/// How a program ended, and what it printed.
struct Ending: Sendable {
  enum Way: Sendable, Equatable {
    case exited(Int32)
    case signalled(Int32)
    case timedOut
    case notStarted(String)
  }

  let way: Way
  /// Standard output and standard error as they came, up to the cap.
  let output: String
  /// The same, as bytes.
  var data = Data()
  /// Whether more was printed than was kept.
  var wasCut = false
  /// Whether it was ended because it had printed what was waited for.
  var wasStopped = false
  let duration: Duration

  var isSuccess: Bool { way == .exited(0) }
}
