import Classics
import Explorer
import Foundation

/// The price of seeing ordinary variables.
enum Cost {
  /// Nanoseconds that an access takes longer where it is seen and nothing is explored; the median of many
  /// rounds.
  static func access() -> Double {
    median {
      let seen = seconds { precondition(Classics.Accesses.go(round: 1_000) == 1_000_000) }
      let unseen = seconds { precondition(Accesses.go(round: 1_000) == 1_000_000) }
      return (seen - unseen) * 1_000
    }
  }

  /// Nanoseconds that it takes longer to free a block of memory where nothing is explored; nil where it is
  /// not known.
  static func allocation() -> Double? {
    // Looked up by name: a pair of calls that the compiler knows is left out.
    guard let hooked = function("free"), let plain = function("__libc_free") else { return nil }
    return median {
      let seen = seconds { allocate(1_000_000, hooked) }
      return (seen - seconds { allocate(1_000_000, plain) }) * 1_000
    }
  }

  private typealias Free = @convention(c) (UnsafeMutableRawPointer?) -> Void

  private static func function(_ name: String) -> Free? {
    dlsym(nil, name).map { unsafeBitCast($0, to: Free.self) }
  }

  private static func allocate(_ count: Int, _ free: Free) {
    for _ in 0..<count { free(malloc(48)) }
  }

  /// How many schedules a search has with and without sight, and how many times as fast it is with it.
  static func exploration() -> (seen: Int, unseen: Int, speed: Double) {
    var schedules = (seen: 0, unseen: 0)
    let speed = median {
      let unseen = seconds { schedules.unseen = run(Accesses.scenario) }
      let seen = seconds { schedules.seen = run(Classics.Accesses.scenario) }
      return unseen / seen
    }
    return (schedules.seen, schedules.unseen, speed)
  }

  private static func run(_ scenario: Scenario) -> Int {
    var settings = Settings(.exhaustive(preemptions: 2))
    (settings.skipsEquivalent, settings.searchesBeside) = (false, true)
    let exploration = Explorer.explore(scenario, settings)
    precondition(exploration.passed, "\(exploration)")
    return exploration.schedules
  }

  private static func seconds(_ body: () -> Void) -> Double {
    // Time of a processor: other programs do not count.
    let begin = clock()
    body()
    return Double(clock() - begin) / Double(CLOCKS_PER_SEC)
  }

  private static func median(_ measure: () -> Double) -> Double {
    let rounds = (1...21).map { _ in measure() }
    return rounds.sorted()[10]
  }
}
