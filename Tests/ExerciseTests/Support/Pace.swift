import Foundation
import Synchronization

/// How many requirements of an exercise stood still, in the process that runs the tests.
///
/// An answer with a deadlock has it in most requirements. After the first of them the others are tried with half the
/// patience, after four not at all: four seconds and three times two, so with the build a verdict takes 13 to 20
/// seconds on two cores. Half is enough for every requirement of a right answer, which '.ci/run' tries, so an answer
/// does not lose points for what it has right.
enum Pace {
  private static let variable = "REQUIREMENTS_IN_A_HURRY"
  private static let counts = Mutex<[String: Int]>([:])

  static func stoodStill(in module: String) {
    counts.withLock { counts in
      counts[module, default: 0] += 1
      let hurried = counts.keys.sorted()
      setenv(variable, hurried.joined(separator: " "), 1)
    }
  }

  /// How many requirements of an exercise have stood still.
  static func count(in module: String) -> Int { counts.withLock { $0[module, default: 0] } }

  static func isGivenUp(_ module: String) -> Bool { count(in: module) >= 4 }

  /// Whether a requirement's process is one of those that are tried without much patience.
  static func isHurried(_ module: String) -> Bool {
    let names = ProcessInfo.processInfo.environment[variable] ?? ""
    return names.split(separator: " ").contains { $0 == module }
  }
}
