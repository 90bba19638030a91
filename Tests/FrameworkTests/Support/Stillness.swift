import Foundation

/// For how long the process has done nothing.
///
/// A slice of time counts if the process used less than a hundredth of it, was not kept waiting for a
/// processor, which shows in a late end of the slice, and waits for no exit test: the process of an exit
/// test watches itself.
struct Stillness {
  static let slices = 8

  let slice: Duration
  private var count = 0
  private var before = clock()
  private var begin = ContinuousClock.now

  init(_ limit: Duration) { slice = limit / Stillness.slices }

  /// Counts the slice that is over now; true when the limit is reached.
  mutating func isLongEnough() -> Bool {
    let now = clock()
    let used = Duration.seconds(Double(now - before) / Double(CLOCKS_PER_SEC))
    before = now
    let isInTime = ContinuousClock.now - begin < slice * 1.2 + .milliseconds(50)
    begin = .now
    count = used < slice / 100 && isInTime && !Stillness.waitsForProcess ? count + 1 : 0
    return count >= Stillness.slices
  }

  /// Whether a process that this one has started runs, and none has ended whose end is not noticed.
  private static var waitsForProcess: Bool {
    var ended = siginfo_t()
    return waitid(P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT) == 0 && ended.si_signo == 0
  }
}
