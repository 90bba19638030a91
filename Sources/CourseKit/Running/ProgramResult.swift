import Foundation

/// How a program ended, and what it printed.
package struct ProgramResult: Sendable {
  package enum Way: Sendable, Equatable {
    case exited(Int32)
    case signalled(Int32)
    case timedOut
    case notStarted(String)
  }

  package let way: Way
  /// Standard output and standard error in the order of arrival, up to the cap.
  package let output: String
  /// The output as bytes.
  package let data: Data
  /// Whether more was printed than the cap allows.
  package let wasCut: Bool
  /// Whether it was ended because `stopWhen` said so.
  package let wasStopped: Bool
  package let duration: Duration

  package init(
    way: Way, output: String, data: Data = Data(), wasCut: Bool = false, wasStopped: Bool = false,
    duration: Duration
  ) {
    self.way = way
    self.output = output
    self.data = data
    self.wasCut = wasCut
    self.wasStopped = wasStopped
    self.duration = duration
  }

  package var isSuccess: Bool { way == .exited(0) }
}
