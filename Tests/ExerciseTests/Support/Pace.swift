import Foundation
import Synchronization

/// How many requirements of an exercise stood still, in the process that runs the tests.
///
/// An answer with a deadlock has it in most requirements. After two of them the others are tried with less patience,
/// after five not at all: twice four seconds and three times two, so a verdict comes within 15 seconds. The shorter
/// time is enough for every requirement that holds, so an answer does not lose points for what it has right.
enum Pace {
  private static let variable = "REQUIREMENTS_IN_A_HURRY"
  private static let counts = Mutex<[String: Int]>([:])

  static func stoodStill(in module: String) {
    counts.withLock { counts in
      counts[module, default: 0] += 1
      let hurried = counts.filter { $0.value >= 2 }.keys.sorted()
      setenv(variable, hurried.joined(separator: " "), 1)
    }
  }

  /// How many requirements of an exercise have stood still.
  static func count(in module: String) -> Int { counts.withLock { $0[module, default: 0] } }

  static func isGivenUp(_ module: String) -> Bool { count(in: module) >= 5 }

  /// Whether a requirement's process is one of those that are tried without much patience.
  static func isHurried(_ module: String) -> Bool {
    let names = ProcessInfo.processInfo.environment[variable] ?? ""
    return names.split(separator: " ").contains { $0 == module }
  }
}
