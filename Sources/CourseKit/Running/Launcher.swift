import Foundation

/// How the tests of an answer are started: as they are, or inside something that limits what they can do.
package protocol Launcher: Sendable {
  /// Whether the size of the run's folder is limited by the system, and need not be watched.
  var limitsTheFolder: Bool { get }
  /// The variables that a run needs besides those of the build.
  func environment(_ run: RunFolder) -> [String: String]
  /// The command that runs `command`; `program` is the one file that it needs besides the toolchain.
  func wrap(_ command: [String], program: URL, run: RunFolder) -> [String]
  /// Why a run did not begin, if the launcher is the cause.
  func trouble(_ ending: ProgramResult) -> String?
}

/// Starts the tests as they are, as on a learner's own machine.
struct PlainLauncher: Launcher {
  var limitsTheFolder: Bool { false }
  func environment(_ run: RunFolder) -> [String: String] { [:] }
  func wrap(_ command: [String], program: URL, run: RunFolder) -> [String] { command }
  func trouble(_ ending: ProgramResult) -> String? { nil }
}
