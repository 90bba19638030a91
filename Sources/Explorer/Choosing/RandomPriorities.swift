import Threading

/// Tries schedules at random, in a way that finds rare orders sooner than a coin toss at every point.
///
/// This is probabilistic concurrency testing: Burckhardt, Kothari, Musuvathi and Nagarakatte, A randomized
/// scheduler with probabilistic guarantees of finding bugs, 2010. Each thread gets a random priority when it
/// first appears, and the thread with the highest that can continue does. At a few random steps the running
/// thread gets the lowest. A failure that needs `n` such moments is found with a probability that does not
/// depend on the number of possible orders, only on the number of threads and the length of the run. Now and
/// then a surprise is included.
final class RandomPriorities: Chooser {
  // Used in every step by the thread that holds the baton, so exclusive access is not checked.
  @exclusivity(unchecked) private var random: SplitMix64
  private let changes: Int
  /// The most decisions that a schedule has had so far.
  private var length: Int
  private let mayGoOn: (Outcome) -> Bool
  @exclusivity(unchecked) private var priorities: [UInt64] = []
  @exclusivity(unchecked) private var moments: [Int] = []
  @exclusivity(unchecked) private var lowest: UInt64 = 0

  /// - Parameter length: About how many decisions a schedule has.
  init(seed: UInt64, changes: Int, length: Int, mayGoOn: @escaping (Outcome) -> Bool) {
    random = SplitMix64(seed: seed)
    self.changes = changes
    self.length = max(length, 1)
    self.mayGoOn = mayGoOn
  }

  override func scheduleBegins(on engine: Engine) {
    priorities.removeAll(keepingCapacity: true)
    moments = (0..<changes).map { _ in random.below(length) + 1 }
    lowest = UInt64(changes)
  }

  override func choose(_ decision: Decision) -> Int {
    let last = 64 - decision.able.leadingZeroBitCount
    // The lowest numbers are reserved for threads that get the lowest priority.
    while priorities.count < max(last, decision.last + 1) {
      priorities.append((random.next() >> 1) + UInt64(changes) + 1)
    }
    for index in moments.indices where moments[index] == decision.number {
      priorities[decision.last] = lowest
      lowest -= 1
    }
    if decision.isForced { return decision.standard }
    if decision.early != 0, random.below(8) == 0 {
      let early = Array(threads(in: decision.early))
      return early[random.below(early.count)]
    }
    return threads(in: decision.able).max { priorities[$0] < priorities[$1] } ?? decision.standard
  }

  override func scheduleEnded(_ outcome: Outcome) -> Bool {
    length = max(length, outcome.decisions)
    return mayGoOn(outcome)
  }
}
