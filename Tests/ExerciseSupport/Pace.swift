import Foundation
import Synchronization

/// How many requirements of an exercise stood still, in the process that runs the tests.
///
/// An answer with a deadlock has it in most requirements. After the first of them the others are tried one at
/// a time and with half the patience, after four not at all: a deadlock takes 3.5 seconds and then three
/// times half of that, and a loop 4. Half is enough for every requirement of a right answer, which
/// '.ci/thorough' tries, so an answer does not lose points for what it has right.
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

  /// How many requirements of an exercise may run at once: two for each processor, because most of them wait.
  ///
  /// One, if any has stalled: if they all do, none begins while the fourth is still being found out.
  static func room(for module: String) -> Int {
    count(in: module) == 0 ? 2 * ProcessInfo.processInfo.activeProcessorCount : 1
  }

  /// Whether a requirement's process is one of those that are tried without much patience.
  static func isHurried(_ module: String) -> Bool {
    let names = ProcessInfo.processInfo.environment[variable] ?? ""
    return names.split(separator: " ").contains { $0 == module }
  }
}
