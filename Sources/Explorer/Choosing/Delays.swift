import Threading

/// Tries schedules that run the threads round-robin in one order, with a few delays.
///
/// The plain schedule lets a thread continue until it cannot, then the next in the round, beginning with any
/// of them. A *delay* skips the thread whose turn it is. With so few choices a fault that needs one or two of
/// them is found among the orders of thousands of threads: Emmi, Qadeer and Rakamarić, Delay-bounded
/// scheduling, 2011. All with one delay are tried, the early ones first, then some with two. Before them come
/// the rounds in step, in which each thread is delayed after each step, or after every second or third: a
/// circle of threads that all take their first lock needs as many delays as there are threads.
final class Delays: Chooser {
  private var random = SplitMix64(seed: 1)
  private let mayGoOn: (Outcome) -> Bool
  private var number = 0
  private var length: Int
  private var threadCount = 2
  private var delays: [Int] = []
  private var stride = 0
  private var start = 0
  private var turn = 0
  private var sinceDelay = 0
  private var count = 0

  /// - Parameter length: About how many decisions a schedule has.
  init(length: Int, mayGoOn: @escaping (Outcome) -> Bool) {
    self.length = max(length, 1)
    self.mayGoOn = mayGoOn
  }

  override func scheduleBegins(on engine: Engine) {
    (turn, sinceDelay, count) = (0, 0, 0)
    delays = []
    stride = number < 3 ? number + 1 : 0
    let delayed = number - 3
    start = stride > 0 ? 0 : delayed % threadCount
    if delayed >= 0 {
      let first = delayed / threadCount + 1
      delays = first <= length ? [first] : [random.below(length) + 1, random.below(length) + 1]
    }
    number += 1
  }

  override func choose(_ decision: Decision) -> Int {
    if decision.isPick { return decision.standard }
    count += 1
    threadCount = max(threadCount, 64 - decision.able.leadingZeroBitCount - 1)
    if count == 1 { return go(to: next(from: start + 1, in: decision.able)) }
    sinceDelay += 1
    let isDelayed = delays.contains(count) || stride > 0 && sinceDelay >= stride || decision.isForced
    if decision.canLastGoOn, !isDelayed { return decision.last }
    return go(to: next(from: (decision.canLastGoOn ? decision.last : turn) + 1, in: decision.able))
  }

  private func go(to thread: Int) -> Int {
    (turn, sinceDelay) = (thread, 0)
    return thread
  }

  private func next(from first: Int, in able: UInt64) -> Int {
    let later = first < 64 ? able & ~((1 << UInt64(first)) &- 1) : 0
    return later != 0 ? later.trailingZeroBitCount : able.trailingZeroBitCount
  }

  override func scheduleEnded(_ outcome: Outcome) -> Bool {
    length = max(length, outcome.decisions)
    return mayGoOn(outcome)
  }
}
