/// One schedule that was run and recorded: its outcome, and every row.
struct WrittenRun {
  let outcome: Outcome
  let recorder: Recorder
  /// The thread that each decision chose.
  let choices: [Int]
  /// Whether the schedule named choices that did not exist.
  let hasDiverged: Bool
}

extension Search {
  /// Runs the schedule and records it.
  func written(_ deviations: [Deviation], findsPlaces: Bool = false) -> WrittenRun {
    let recorder = Recorder(findsPlaces: findsPlaces)
    let chooser = Trail(Replay(deviations))
    let outcome = run(chooser, recorder)
    return WrittenRun(
      outcome: outcome, recorder: recorder, choices: chooser.choices, hasDiverged: chooser.replay.hasDiverged)
  }

  /// Runs the same schedule repeatedly; returns what differed, nil if nothing did.
  ///
  /// A schedule that leaves parked threads behind is repeated only as long as
  /// there may be more of them.
  func contradiction(to first: WrittenRun) -> String? {
    for number in 2...10 {
      if parkedThreads > settings.maxParkedThreads { return nil }
      let other = written(first.outcome.deviations)
      if let difference = first.difference(from: other, number) { return difference }
    }
    return nil
  }
}

extension WrittenRun {
  /// What another run of the same schedule did differently, in words.
  func difference(from other: WrittenRun, _ number: Int) -> String? {
    let (mine, theirs) = (recorder.rows, other.recorder.rows)
    let (objects, others) = (recorder.objects, other.recorder.objects)
    let isSame = { objects[$0] == others[$0] && mine[$0].isSame(as: theirs[$0]) }
    if let place = mine.indices.first(where: { $0 >= theirs.count || !isSame($0) })
      ?? (theirs.count > mine.count ? mine.count : nil)
    {
      let text = { (recorder: Recorder) in
        guard place < recorder.rows.count else { return "had ended" }
        let row = recorder.rows[place]
        return "did “\(recorder.threadNames[row.thread]): \(row.text)”".withoutAddresses
      }
      return "run 1 \(text(recorder)) where run \(number) \(text(other.recorder))"
    }
    let (one, another) = (outcome.finding, other.outcome.finding)
    if one?.kind != another?.kind || !(one?.message ?? "").isLike(another?.message ?? "") {
      let text = { (finding: Finding?) in finding.map { "ended with “\($0.message)”" } ?? "passed" }
      return "run 1 \(text(one)) and run \(number) \(text(another))"
    }
    return nil
  }

}

extension Recorder {
  /// What each row touched, by the first row that touched it: names and numbers may differ in another run.
  fileprivate var objects: [Int] {
    var first: [UInt64: Int] = [:]
    return rows.indices.map { index in
      let resource = rows[index].resource
      first[resource] = first[resource] ?? index
      return first[resource]!
    }
  }
}

extension Recorder.Row {
  /// Whether the same thread did the same in another run, with the same value.
  fileprivate func isSame(as other: Recorder.Row) -> Bool {
    guard thread == other.thread, kind == other.kind else { return false }
    switch kind {
    case .read, .write, .announce, .look, .point, .sleep: return text.isLike(other.text)
    case .post, .begin, .note, .lock, .wait, .await, .inner, .blocked, .innerBlocked: return true
    }
  }
}

extension String {
  /// Whether it is the same apart from addresses and identifiers and from the order of elements in square
  /// brackets.
  ///
  /// A set that is part of a larger value has its elements in another order in each run.
  fileprivate func isLike(_ other: String) -> Bool {
    if self == other { return true }
    let identifier = #/[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}/#
    let mine = withoutAddresses.replacing(identifier, with: "")
    let theirs = other.withoutAddresses.replacing(identifier, with: "")
    return mine == theirs || mine.withSortedLists == theirs.withSortedLists
  }

  /// The text with the elements of each list in square brackets in one order.
  private var withSortedLists: String {
    /// What came before each open bracket, and the elements since then.
    var open: [(before: String, elements: [String])] = []
    var text = ""
    for character in self {
      switch character {
      case "[":
        open.append((text, []))
        text = ""
      case "," where !open.isEmpty:
        open[open.count - 1].elements.append(text)
        text = ""
      case "]" where !open.isEmpty:
        let list = open.removeLast()
        let elements = (list.elements + [text]).map { $0.trimmingPrefix(" ") }
        text = "\(list.before)[\(elements.sorted { $0 < $1 }.joined(separator: ", "))]"
      default: text.append(character)
      }
    }
    return open.map { "\($0.before)[\($0.elements.joined(separator: ","))" }.joined() + text
  }
}

/// Follows a schedule and remembers every choice.
private final class Trail: Chooser {
  let replay: Replay
  private(set) var choices: [Int] = []

  init(_ replay: Replay) { self.replay = replay }

  override func choose(_ decision: Decision) -> Int {
    let choice = replay.choose(decision)
    choices.append(choice)
    return choice
  }

  override func scheduleEnded(_ outcome: Outcome) -> Bool { replay.scheduleEnded(outcome) }
}

extension Finding {
  /// The same schedule took two courses, as this difference shows.
  static func nondeterminism(seenIn difference: String, schedule: String, hasFailed: Bool = true) -> Finding {
    Finding(
      kind: .nondeterminism,
      message:
        "The scenario is not deterministic. The schedule \(schedule) \(hasFailed ? "failed" : "passed"), and was "
        + "run again to make sure: \(difference). A scenario must not read a real clock or a random number, keep "
        + "anything from one run to the next, or depend on threads that the Explorer does not control.")
  }
}
