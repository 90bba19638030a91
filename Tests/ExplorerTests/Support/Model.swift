@testable import Explorer

/// Plays the schedules of a program that a search chooses; no thread runs.
final class Model: RunningSchedule {
  /// What was played, as far as a program could tell: what its steps read, and what its variables are at the end.
  enum Ending: Hashable {
    case ended([Int])
    case deadlock
  }

  private let program: ModelProgram
  let tellsResourcesApart = true
  private(set) var holds: [Hold] = []
  private var places: [Int] = []
  private var values: [Int] = []
  private var counts: [Int] = []
  private var holders: [Int: (thread: Int, since: Int)] = [:]
  /// The threads that wait for a signal, by lock.
  private var waiting: [Int: [Int]] = [:]
  /// The steps that woke threads.
  private var wakers: [Int: Int] = [:]

  init(_ program: ModelProgram) { self.program = program }

  func footprintOfSurprise(_ thread: Int) -> Footprint { Footprint() }

  /// How many schedules are tried, and the different ways in which they end.
  ///
  /// Where there is a deadlock, the search ends.
  ///
  /// - Returns: nil if there are more schedules than the limit.
  func explore(bound: Int?, skipsEquivalent: Bool = true, limit: Int = .max) -> (
    schedules: Int, endings: Set<Ending>
  )? {
    let search = DepthFirst(bound: bound, surprises: 0, skipsEquivalent: skipsEquivalent, isExact: true) {
      _ in .goOn
    }
    var (schedules, endings) = (0, Set<Ending>())
    repeat {
      schedules += 1
      if schedules > limit { return nil }
      endings.insert(play(search))
      if endings.contains(.deadlock) { return (schedules, [.deadlock]) }
    } while search.scheduleEnded(
      Outcome(
        finding: nil, dataRace: nil, deviations: [], decisions: 0, steps: 0, preemptions: 0, switches: 0,
        signature: 0))
    return (schedules, endings)
  }

  private func play(_ search: DepthFirst) -> Ending {
    (holds, holders, waiting, wakers) = ([], [:], [:], [:])
    (values, counts) = ([0, 0, 0], [0])
    places = Array(repeating: 0, count: program.threads.count)
    search.begin(schedule: self)
    var seen = program.threads.map { _ in [Int]() }
    var (decisions, steps, last, signature) = (0, 0, 0, UInt64(7))
    while true {
      let able = places.indices.reduce(into: UInt64(0)) { if isAble($1) { $0 |= 1 << UInt64($1) } }
      guard able != 0 else { break }
      let canLastGoOn = steps > 0 && able >> UInt64(last) & 1 == 1
      var choice = canLastGoOn ? last : able.trailingZeroBitCount
      if able & (able &- 1) != 0 {
        decisions += 1
        choice = search.choose(
          Decision(
            number: decisions, last: last, canLastGoOn: canLastGoOn, standard: choice, able: able,
            isPrivate: false, signature: signature))
      }
      search.stepEnded(run(choice, number: steps, &seen[choice]))
      signature = signature &* 31 &+ UInt64(choice)
      (last, steps) = (choice, steps + 1)
    }
    let isStuck = places.indices.contains { step(of: $0) != nil && !waitsForSignal($0) }
    return isStuck ? .deadlock : .ended(seen.flatMap(\.self) + values + places)
  }

  /// A thread's next step.
  private func step(of thread: Int) -> ModelProgram.Step? {
    places[thread] < program.threads[thread].count ? program.threads[thread][places[thread]] : nil
  }

  private func waitsForSignal(_ thread: Int) -> Bool { waiting.values.contains { $0.contains(thread) } }

  private func isAble(_ thread: Int) -> Bool {
    guard let step = step(of: thread), !waitsForSignal(thread) else { return false }
    return step.lock.map { holders[$0] == nil } ?? step.semaphore.map { counts[$0] > 0 } ?? true
  }

  /// Runs a thread's next step, which adds what it reads to `seen`.
  private func run(_ thread: Int, number: Int, _ seen: inout [Int]) -> EndedStep {
    let step = step(of: thread)!
    for (action, index) in step.actions {
      switch action {
      case .read: seen.append(values[index])
      case .write: values[index] = 100 * (thread + 1) + places[thread]
      case .lock, .resume: holders[index] = (thread, number)
      case .unlock: release(index, in: number)
      case .wait:
        release(index, in: number)
        waiting[index, default: []].append(thread)
      case .signal: wake(waiting[index]?.first.map { [$0] } ?? [], of: index, in: number)
      case .broadcast: wake(waiting[index] ?? [], of: index, in: number)
      case .await: counts[index] -= 1
      case .post: counts[index] += 1
      }
    }
    places[thread] += 1
    let canGoOn = isAble(thread)
    return EndedStep(
      thread: thread, footprint: step.footprint, canGoOn: canGoOn,
      obstacle: canGoOn ? 0 : self.step(of: thread)?.obstacle ?? 0,
      enabler: step.resumes ? wakers.removeValue(forKey: thread) : nil, wokenAt: nil, isSurprise: false,
      took: step.lock, hasAwaited: step.semaphore != nil)
  }

  private func release(_ lock: Int, in step: Int) {
    guard let held = holders.removeValue(forKey: lock) else { return }
    if held.since != step { holds.append(Hold(lock: lock, from: held.since, to: step)) }
  }

  private func wake(_ threads: [Int], of lock: Int, in step: Int) {
    for thread in threads { wakers[thread] = step }
    waiting[lock]?.removeAll { threads.contains($0) }
  }
}
