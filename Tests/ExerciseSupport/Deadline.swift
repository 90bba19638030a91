import Foundation
import MiniOperations
import Synchronization

/// Ends a requirement's process when it does not end by itself.
enum Deadline {
  static func start(module: String) {
    if Pace.isHurried(module) { Patience.isShort.store(true, ordering: .relaxed) }
    let watch = Thread {
      var limits = Limits()
      while true {
        let before = clock()
        SystemTime().sleep(for: .milliseconds(100))
        // Before each of them is looked at, which takes long if there are many.
        if threads > Limits.threads { exit(Code.hadTooManyThreads.rawValue) }
        if let code = limits.spendOne(used: clock() - before) { exit(code.rawValue) }
      }
    }
    watch.start()
  }
}

extension Deadline {
  /// How many threads this process has; 0 where the system does not say.
  private static var threads: Int {
    let text = (try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8)) ?? ""
    let fields = (text.split(separator: ")").last ?? "").split(separator: " ")
    return fields.count > 17 ? Int(fields[17]) ?? 0 : 0
  }

  /// How many explorations are under way.
  private static let explorations = Atomic(0)

  static var isExploring: Bool { explorations.load(ordering: .relaxed) > 0 }

  /// Runs an exploration, which ends by itself: the Explorer ends a schedule that blocks, spins or goes on
  /// forever.
  ///
  /// So a slow machine must not end it. Its processor time is bounded, generously.
  static func exploring<Result>(_ body: () -> Result) -> Result {
    explorations.add(1, ordering: .relaxed)
    defer { explorations.subtract(1, ordering: .relaxed) }
    return body()
  }
}

/// What a requirement's process may use up before it is ended, whatever else runs on the machine.
struct Limits {
  /// For the threads of the process: a machine with thousands of them is of no use to others.
  static let threads = 400
  /// Time in which no thread does anything.
  private var still: Patience
  /// Time in which threads wait more than they work.
  private var waiting: Patience
  /// Processor time, which is the same in a hurry: a requirement that tries many orders may need half of it.
  private var work = CLOCKS_PER_SEC * 4
  /// Processor time of explorations.
  private var exploring = CLOCKS_PER_SEC * 30

  init(from look: Patience.Look = Patience.look()) {
    still = Patience(slices: 35, from: look)
    waiting = Patience(slices: 40, from: look)
  }

  /// Counts the slice that is over now, and the ticks used in it; the code to end with if one of them is used
  /// up.
  mutating func spendOne(
    used: clock_t, isExploring: Bool = Deadline.isExploring, _ look: Patience.Look = Patience.look()
  ) -> Code? {
    if isExploring {
      exploring -= min(used, exploring)
      return exploring == 0 ? .turnedRound : nil
    }
    work -= min(used, work)
    if used * 20 < CLOCKS_PER_SEC { waiting.spendOne(look) }
    // What the watching thread uses itself is far less than a fiftieth of its sleep.
    if used * 500 < CLOCKS_PER_SEC {
      still.spendOne(look)
    } else {
      still = Patience(slices: 35, from: look)
    }
    if work == 0 { return .turnedRound }
    return still.isOver ? .stoodStill : waiting.isOver ? .askedAgainAndAgain : nil
  }
}

/// How long something is waited for: a number of slices of a tenth of a second in which the process was not
/// held up.
///
/// On a machine so busy that the process waits for a processor, the code under test has less time too, so
/// such a slice does not count.
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
    if !now.isHeldUp(since: before) { left -= 1 }
    before = now
  }

  /// Says that what was waited for did not come.
  static func loseIt() { lost.store(true, ordering: .relaxed) }

  /// What the system says of the threads of this process.
  struct Look {
    /// By the number of the thread; nothing where the system says nothing.
    var threads: [String: Times] = [:]
    /// The processor time of the process, in ticks.
    var processor = clock()

    struct Times {
      /// How long the thread has waited for a processor, in nanoseconds.
      var waited = 0
      /// How often it has been given one.
      var turns = 0
      /// Whether it runs, or waits for a processor now.
      var isRunnable = false
    }

    /// Whether threads have had to wait for a processor since, for a good part of the time.
    func isHeldUp(since before: Look) -> Bool {
      let waited = threads.reduce(0) { $0 + $1.value.waited - (before.threads[$1.key]?.waited ?? 0) }
      if waited >= 25_000_000 { return true }
      if processor - before.processor >= CLOCKS_PER_SEC / 20 { return false }
      let runnable = threads.filter(\.value.isRunnable)
      // The waits of threads that have ended are lost. The calling thread is runnable, too.
      if haveEnded(since: before) { return runnable.count > 1 }
      // The system adds up a thread's wait when the wait is over; until then the thread is runnable and has
      // no turn.
      return runnable.contains { before.threads[$0.key]?.turns == $0.value.turns }
    }

    private func haveEnded(since before: Look) -> Bool {
      before.threads.keys.contains { threads[$0] == nil }
    }
  }

  static func look() -> Look {
    let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    var look = Look()
    for number in numbers {
      let folder = "/proc/self/task/\(number)"
      let text = (try? String(contentsOfFile: "\(folder)/schedstat", encoding: .utf8)) ?? ""
      let times = text.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
      guard times.count == 3 else { continue }
      // The name of a thread, in brackets, may hold anything; the state follows it.
      let status = (try? String(contentsOfFile: "\(folder)/stat", encoding: .utf8)) ?? ""
      let state = status.lastIndex(of: ")").map { status[$0...] } ?? ""
      look.threads[number] = Look.Times(waited: times[1], turns: times[2], isRunnable: state.hasPrefix(") R"))
    }
    return look
  }
}
