/// Runs a schedule again with one step moved before an earlier step of another thread.
///
/// Up to that step everything is as it was. Then the thread of the later step
/// continues until it has done it, and the others follow in the same order as
/// before.
final class Reversal: Chooser {
  private let choices: [Int]
  private let decision: Int
  private let thread: Int
  private let stepsWanted: Int
  private let recorder: Recorder
  private var place: Int
  private var ahead = 0
  private var isDone = false
  private var isImpossible = false

  /// - Parameters:
  ///   - choices: The thread that each decision of the schedule chose.
  ///   - rows: What the schedule did.
  ///   - recorder: Records this run, to see how far the thread is.
  init(_ pair: OffendingPair, _ rows: [Recorder.Row], choices: [Int], recorder: Recorder) {
    self.choices = choices
    self.recorder = recorder
    decision = rows[pair.first].decision
    thread = rows[pair.second].runner
    stepsWanted = Reversal.steps(of: thread, in: rows[..<pair.second]) + 1
    place = decision - 1
  }

  /// Whether the thread did its step in time.
  var wasPossible: Bool { !isImpossible && Reversal.steps(of: thread, in: recorder.rows[...]) >= stepsWanted }

  override func choose(_ decision: Decision) -> Int {
    if decision.number < self.decision {
      return decision.number <= choices.count ? choices[decision.number - 1] : decision.standard
    }
    if !isDone {
      isDone = Reversal.steps(of: thread, in: recorder.rows[...]) >= stepsWanted
      if !isDone, decision.able >> UInt64(thread) & 1 == 1 {
        ahead += 1
        return thread
      }
      // It waits for what the others have not done: the order cannot be reversed.
      if !isDone { isImpossible = true }
    }
    while place >= 0, place < choices.count {
      let choice = choices[place]
      place += 1
      if choice == thread, ahead > 0 {
        ahead -= 1
      } else if decision.able >> UInt64(choice) & 1 == 1 {
        return choice
      }
    }
    return decision.standard
  }

  private static func steps(of thread: Int, in rows: ArraySlice<Recorder.Row>) -> Int {
    rows.count { $0.runner == thread && !$0.kind.isBlocked && $0.kind != .note }
  }
}

extension Search {
  /// The two rows whose order made the difference, nil where no single order did.
  ///
  /// Each candidate is run the other way round. One that still fails explains nothing, and the next is tried.
  func offendingPair(_ written: WrittenRun) -> OffendingPair? {
    guard let finding = written.outcome.finding, finding.kind != .livelock else { return nil }
    for pair in OffendingPair.candidates(in: written.recorder.rows).prefix(40) {
      guard parkedThreads <= settings.maxParkedThreads else { return nil }
      let rows = written.recorder.rows
      guard rows[pair.first].decision > 0 else { continue }
      let recorder = Recorder()
      let reversal = Reversal(pair, rows, choices: written.choices, recorder: recorder)
      let outcome = run(reversal, recorder)
      if outcome.finding == nil, reversal.wasPossible { return pair }
    }
    return nil
  }
}
