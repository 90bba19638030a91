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
  /// Standard output and standard error in the order of arrival, up to the cap.
  let output: String
  /// The output as bytes.
  var data = Data()
  /// Whether more was printed than the cap allows.
  var wasCut = false
  /// Whether it was ended because it printed the text at which to stop.
  var wasStopped = false
  let duration: Duration

  var isSuccess: Bool { way == .exited(0) }
}
