import MiniOperations
import Synchronization

/// What happens to one operation of a round, recorded as it happens.
final class OperationRecord: @unchecked Sendable {
  // Unchecked: `operation` and `barrier` are written before the operation is added, and
  // weak references may be read on any thread; the rest is atomic or constant.
  let number: Int
  let node: Plan.Node
  let running: RunningCount
  weak var operation: MiniOperation?
  /// The last barrier that was added to the queue before this operation, where that is certain.
  weak var barrier: BarrierRecord?

  private let runs = Atomic<Int>(0)
  private let announcements = Atomic<Int>(0)
  private let completions = Atomic<Int>(0)
  private let releases = Atomic<Int>(0)
  private let childrenAdded = Atomic<Bool>(false)
  private let added = Atomic<Bool>(false)
  private let round: Round

  init(number: Int, round: Round) {
    self.number = number
    self.round = round
    node = round.plan.nodes[number]
    running = round.running[node.queue]
  }

  // MARK: Events

  /// Records that the task begins; its dependencies must have finished by now.
  func begin() {
    let findings = round.findings
    running.enter()
    let count = runs.add(1, ordering: .acquiringAndReleasing).newValue
    findings.expect(count == 1, "operation \(number) ran \(count) times")
    if let barrier { barrier.expectPassed(by: number) }
    for dependency in operation?.dependencies ?? [] {
      guard let other = (dependency as? any Recorded)?.record else { continue }
      findings.expect(
        dependency.isFinished || !node.firmDependencies.contains(other.number),
        "operation \(number) ran before operation \(other.number) had finished")
    }
  }

  /// Records that the task ends, a moment before the operation reports it.
  func end() {
    var sum = number
    for turn in 0..<node.work { sum = (sum &* 31) ^ turn }
    withExtendedLifetime(sum) {}
    addChildren()
    running.leave()
  }

  func announced() {
    announcements.add(1, ordering: .acquiringAndReleasing)
    round.ends.arrived()
  }

  func completed() {
    let count = completions.add(1, ordering: .acquiringAndReleasing).newValue
    round.findings.expect(count == 1, "operation \(number) completed \(count) times")
    // A task that was cancelled before it began has added no operations.
    addChildren()
    round.ends.arrived()
  }

  func released() {
    releases.add(1, ordering: .acquiringAndReleasing)
    if node.kind == .bare { round.ends.arrived() }
    round.releases.arrived()
  }

  /// Whether the operation has been added to a queue; it must not finish before.
  var wasAdded: Bool {
    get { added.load(ordering: .acquiring) }
    set { added.store(newValue, ordering: .releasing) }
  }

  private func addChildren() {
    guard !node.children.isEmpty, !childrenAdded.exchange(true, ordering: .acquiringAndReleasing) else {
      return
    }
    round.add(node.children)
  }

  // MARK: After the round

  /// Reports that the operation has completed without an announcement of its end, if it is observed.
  func reportMissingAnnouncement() {
    guard node.isObserved, completions.load(ordering: .acquiring) > 0 else { return }
    let announcements = announcements.load(ordering: .acquiring)
    round.findings.expect(announcements > 0, "operation \(number) completed, but announced no end")
  }

  /// Reports what did not happen although the round is over.
  func check() {
    let findings = round.findings
    let (runs, releases) = (runs.load(ordering: .acquiring), releases.load(ordering: .acquiring))
    let completions = completions.load(ordering: .acquiring)
    let announcements = announcements.load(ordering: .acquiring)
    findings.expect(runs <= 1, "operation \(number) ran \(runs) times")
    findings.expect(releases == 1, "operation \(number) was released \(releases) times")
    guard node.kind != .bare else { return }
    findings.expect(completions == 1, "operation \(number) completed \(completions) times")
    if node.isObserved {
      findings.expect(announcements == 1, "operation \(number) announced \(announcements) ends")
    }
  }
}

/// What happens to one barrier.
final class BarrierRecord: Sendable {
  let queue: Int
  private let round: Round
  private let hasRun = Atomic<Bool>(false)
  /// Everything that was added to the queue before, from the same thread.
  private let before: [OperationRecord]

  init(queue: Int, before: [OperationRecord], round: Round) {
    self.queue = queue
    self.before = before
    self.round = round
  }

  deinit {
    round.findings.expect(
      hasRun.load(ordering: .acquiring) || round.plan.queues[queue].isCancelled, "a barrier was lost")
    round.ends.arrived()
  }

  func run() {
    let findings = round.findings
    findings.expect(!hasRun.exchange(true, ordering: .acquiringAndReleasing), "a barrier ran twice")
    findings.expect(
      round.running[queue].current == 0, "operations of queue \(queue) ran beside a barrier")
    for record in before where record.operation?.isFinished == false {
      findings.report("a barrier overtook operation \(record.number)")
    }
    round.barriersRun.add(1, ordering: .relaxed)
  }

  func expectPassed(by number: Int) {
    round.findings.expect(
      hasRun.load(ordering: .acquiring) || round.plan.queues[queue].isCancelled,
      "operation \(number) overtook a barrier")
  }
}
