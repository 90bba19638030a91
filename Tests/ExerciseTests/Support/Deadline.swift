import Foundation
import MiniOperations
import Synchronization

/// Ends a requirement's process when it does not end by itself.
enum Deadline {
  static func start(_ codes: Code.Taken, module: String) {
    if Pace.isHurried(module) { Patience.isShort.store(true, ordering: .relaxed) }
    let numbers = (codes(.stoodStill), codes(.askedAgainAndAgain), codes(.turnedRound))
    let watch = Thread {
      let begin = clock()
      var patience = Patience(slices: 40)
      var stillness = Patience(slices: 35)
      while true {
        let before = clock()
        SystemTime().sleep(for: .milliseconds(100))
        let now = clock()
        patience.spendOne()
        // What this thread uses itself is far less than a fiftieth of its sleep.
        if (now - before) * 500 < CLOCKS_PER_SEC {
          stillness.spendOne()
        } else {
          stillness = Patience(slices: 35)
        }
        // A process that has used this much processor time has had enough, whatever else runs on the machine.
        // No less in a hurry: a requirement that tries many orders may need half of it.
        if now - begin > CLOCKS_PER_SEC * 4 { exit(numbers.2) }
        if stillness.isOver { exit(numbers.0) }
        if patience.isOver { exit(numbers.1) }
      }
    }
    watch.start()
  }
}

/// How long something is waited for: a number of slices of a tenth of a second in which the process was not held up.
///
/// On a machine so busy that the process waits for a processor, the code under test has less time too, so such a
/// slice does not count.
struct Patience {
  /// Whether this process has waited in vain for something.
  static var wasLost: Bool { lost.load(ordering: .relaxed) }
  /// Whether half the time is enough for everything.
  static let isShort = Atomic(false)
  private static let lost = Atomic(false)

  private var left: Int
  /// An end even where the process's own threads are in each other's way.
  private var most: Int
  private var before: Look

  init(slices: Int, from look: Look = Patience.look()) {
    left = Patience.isShort.load(ordering: .relaxed) ? slices / 2 : slices
    before = look
    most = left * 30
  }

  var isOver: Bool { left <= 0 || most <= 0 }

  /// Counts the slice that is over now.
  mutating func spendOne(_ now: Look = Patience.look()) {
    most -= 1
    // The system adds up a thread's wait when the wait is over; until then the thread is seen to be runnable.
    let isStarved = now.isAnotherRunnable && now.processor - before.processor < CLOCKS_PER_SEC / 20
    if now.waited - before.waited < 25_000_000, !isStarved { left -= 1 }
    before = now
  }

  /// Says that what was waited for did not come.
  static func loseIt() { lost.store(true, ordering: .relaxed) }

  /// What the system says of the threads of this process; nothing where it says nothing.
  struct Look {
    /// How long they have waited for a processor, in nanoseconds.
    var waited = 0
    /// Whether one beside the calling thread runs or waits for a processor.
    var isAnotherRunnable = false
    /// The processor time of the process, in ticks.
    var processor = clock()
  }

  static func look() -> Look {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    var look = Look()
    var runnable = 0
    for task in tasks {
      let folder = "/proc/self/task/\(task)"
      let times = (try? String(contentsOfFile: "\(folder)/schedstat", encoding: .utf8)) ?? ""
      let numbers = times.split(separator: " ")
      look.waited += numbers.count > 1 ? Int(numbers[1]) ?? 0 : 0
      // The name of a thread, in brackets, may hold anything; the state follows it.
      let status = (try? String(contentsOfFile: "\(folder)/stat", encoding: .utf8)) ?? ""
      if let end = status.lastIndex(of: ")"), status[end...].hasPrefix(") R") { runnable += 1 }
    }
    look.isAnotherRunnable = runnable > 1
    return look
  }
}
