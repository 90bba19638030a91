import MiniOperations
import Synchronization

/// What happens to one operation of a round, recorded as it happens.
final class OperationRecord: @unchecked Sendable {
  // Unchecked: `operation` is written before it is added, and a weak reference may be read on any thread;
  // the rest is atomic or constant.
  let number: Int
  let node: Plan.Node
  let running: RunningCount
  weak var operation: MiniOperation?

  private let runs = Atomic<Int>(0)
  private let announcements = Atomic<Int>(0)
  private let completions = Atomic<Int>(0)
  private let releases = Atomic<Int>(0)
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
    running.leave()
  }

  func announced() {
    announcements.add(1, ordering: .acquiringAndReleasing)
    round.ends.arrived()
  }

  func completed() {
    let count = completions.add(1, ordering: .acquiringAndReleasing).newValue
    round.findings.expect(count == 1, "operation \(number) completed \(count) times")
    round.ends.arrived()
  }

  func released() {
    releases.add(1, ordering: .acquiringAndReleasing)
    round.releases.arrived()
  }

  /// Whether the operation has been added to a queue; it must not finish before.
  var wasAdded: Bool {
    get { added.load(ordering: .acquiring) }
    set { added.store(newValue, ordering: .releasing) }
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
    findings.expect(completions == 1, "operation \(number) completed \(completions) times")
    if node.isObserved {
      findings.expect(announcements == 1, "operation \(number) announced \(announcements) ends")
    }
  }
}
