// From the first failure to a short one.

extension Search {
  /// Returns a schedule that fails in the same way, with as few preemptions,
  /// thread switches and steps as possible.
  ///
  /// It moves a thread's next block up to its previous one, so that they become
  /// one, or leaves out the end of the plan; a plan that still fails and is
  /// shorter is simplified next.
  func shrink(_ found: Outcome) -> Outcome {
    let trace = Blocks(replaying: found.deviations)
    var best = run(trace)
    // Only a failure that can be reproduced can be simplified.
    guard best.finding?.kind == found.finding?.kind else { return found }
    var plan = trace.taken
    var (attempts, steps) = (0, 0)
    var isShorter = true
    while isShorter {
      isShorter = false
      for candidate in Search.simpler(than: plan) {
        attempts += 1
        // Each deadlock parks its threads forever, and a livelock takes as long as hundreds of other
        // schedules.
        guard attempts <= 200, steps < Search.maxShrinkingSteps, parkedThreads <= settings.maxParkedThreads
        else { return best }
        let blocks = Blocks(candidate, picks: trace.picked)
        let outcome = run(blocks)
        steps += outcome.steps
        guard outcome.finding?.kind == best.finding?.kind, outcome.isShorter(than: best) else { continue }
        best = outcome
        plan = blocks.taken
        isShorter = true
        break
      }
    }
    return best
  }

  private static let maxShrinkingSteps = 100_000

  private static func simpler(than plan: [Blocks.Block]) -> [[Blocks.Block]] {
    var plans = plan.indices.map { Array(plan[..<$0]) }
    for index in plan.indices {
      var shorter = plan
      shorter.remove(at: index)
      plans.append(shorter)
      let rest = plan[(index + 1)...]
      guard let next = rest.firstIndex(where: { $0.thread == plan[index].thread }) else { continue }
      var moved = plan
      moved[index].length += moved.remove(at: next).length
      plans.append(moved)
      // The other way round: the block waits for its next one.
      var delayed = plan
      delayed[next].length += plan[index].length
      delayed.remove(at: index)
      plans.append(delayed)
    }
    return plans
  }
}

extension Outcome {
  fileprivate func isShorter(than other: Outcome) -> Bool {
    (preemptions, switches, steps) < (other.preemptions, other.switches, other.steps)
  }
}
