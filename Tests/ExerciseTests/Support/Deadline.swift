import Foundation
import MiniOperations
import Synchronization

/// Ends a requirement's process when it does not end by itself.
enum Deadline {
  static func start(_ codes: Code.Taken, module: String) {
    if Pace.isHurried(module) { Patience.isShort.store(true, ordering: .relaxed) }
    let numbers = [Code.stoodStill, .askedAgainAndAgain, .turnedRound].map { ($0, codes($0)) }
    let watch = Thread {
      var limits = Limits()
      while true {
        let before = clock()
        SystemTime().sleep(for: .milliseconds(100))
        guard let code = limits.spendOne(used: clock() - before) else { continue }
        for (reached, number) in numbers where reached == code { exit(number) }
      }
    }
    watch.start()
  }
}

/// What a requirement's process may use up before it is ended, whatever else runs on the machine.
struct Limits {
  /// Time in which no thread does anything.
  private var still: Patience
  /// Time in which threads wait more than they work.
  private var waiting: Patience
  /// Processor time, which is the same in a hurry: a requirement that tries many orders may need half of it.
  private var work = CLOCKS_PER_SEC * 4

  init(from look: Patience.Look = Patience.look()) {
    still = Patience(slices: 35, from: look)
    waiting = Patience(slices: 40, from: look)
  }

  /// Counts the slice that is over now, and the ticks used in it; the code to end with if one of them is used up.
  mutating func spendOne(used: clock_t, _ look: Patience.Look = Patience.look()) -> Code? {
    work -= min(used, work)
    if used * 20 < CLOCKS_PER_SEC { waiting.spendOne(look) }
    // What the watching thread uses itself is far less than a fiftieth of its sleep.
    if used * 500 < CLOCKS_PER_SEC {
      still.spendOne(look)
    } else {
      still = Patience(slices: 35, from: look)
    }
    return work == 0 ? .turnedRound : still.isOver ? .stoodStill : waiting.isOver ? .askedAgainAndAgain : nil
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
