/// Tries all schedules with at most so many preemptions, one branch after the other.
///
/// What follows is tried again and again with one more preemption allowed, so
/// the first failure is one with as few as possible.
///
/// ## Leaving out what cannot matter, together with a bound
///
/// When a thread's next step `y` has been tried first in some place, and other
/// threads have gone on from there without touching what `y` touches, then to
/// do `y` *now* leads where doing it *then* has led: `y` sleeps until a step
/// conflicts with it. With a bound this can lose schedules, because the one
/// that was tried then may need one preemption more than the one that is left
/// out now, and so may not have been tried at all. So two things are added:
///
/// - `y` is put to sleep only where its thread Y was running anyway and would
///   have gone on (then to stop Y and come back later costs as much as to let
///   it do `y` first), or where Y could not go on after `y` (then leaving Y is
///   free in both). Nowhere else, above all not where the running thread had to
///   stop and any other could follow for free.
/// - `y` is woken also when a thread comes to wait for something that `y`
///   touches: leaving that thread is free now, and might cost a preemption if
///   `y` had been done already.
///
/// With both, each schedule that is left out has an equal that comes earlier in
/// this order and costs no more; by induction one of its equals is tried.
final class DepthFirst: Chooser {
  /// A place where another thread could have gone on.
  private struct Node {
    let decision: Decision
    let preemptionsBefore: Int
    var chosen: Int
    var left: UInt64
    var asleep: [Sleeper]
    /// What the chosen thread's step touched, when it has ended.
    var footprint: Footprint?
    var couldGoOn = true
  }

  private struct Sleeper {
    let thread: Int
    let footprint: Footprint
  }

  private let bound: Int?
  private let skipsEquivalent: Bool
  @exclusivity(unchecked) private var path: [Node] = []
  @exclusivity(unchecked) private var depth = 0
  @exclusivity(unchecked) private var preemptions = 0
  @exclusivity(unchecked) private var asleep: [Sleeper] = []
  /// The node whose step has not ended.
  @exclusivity(unchecked) private var open: Int?
  /// Whether the rest of this schedule has been tried, in another order.
  @exclusivity(unchecked) private var isRedundant = false
  private let mayGoOn: (Outcome) -> Bool

  /// Whether the bound ever stood in the way.
  @exclusivity(unchecked) private(set) var wasBounded = false
  /// Whether a thread had to let others in, and its going on was not tried.
  @exclusivity(unchecked) private(set) var wasForced = false
  /// Whether a replayed choice met another situation than the first time.
  @exclusivity(unchecked) private(set) var isAstray = false

  init(bound: Int?, skipsEquivalent: Bool, mayGoOn: @escaping (Outcome) -> Bool) {
    self.bound = bound
    self.skipsEquivalent = skipsEquivalent
    self.mayGoOn = mayGoOn
  }

  func scheduleBegins(on engine: Engine) {
    depth = 0
    preemptions = 0
    asleep.removeAll(keepingCapacity: true)
    open = nil
    isRedundant = false
  }

  func choose(_ decision: Decision) -> Int {
    if depth < path.count { return chooseAgain(decision) }
    if decision.isForced && !isRedundant { wasForced = true }
    if isRedundant || isAstray || decision.isForced || decision.isPrivate && skipsEquivalent {
      return decision.standard
    }
    let choice = chooseFirst(decision)
    preemptions += decision.cost(of: choice)
    return choice
  }

  private func chooseAgain(_ decision: Decision) -> Int {
    let node = path[depth]
    guard decision.number >= node.decision.number else { return decision.standard }
    guard
      decision.signature == node.decision.signature, decision.able == node.decision.able,
      decision.number == node.decision.number
    else {
      isAstray = true
      return decision.standard
    }
    if node.footprint == nil { open = depth }
    depth += 1
    if depth == path.count { asleep = node.asleep }
    preemptions = node.preemptionsBefore + decision.cost(of: node.chosen)
    return node.chosen
  }

  private func chooseFirst(_ decision: Decision) -> Int {
    var left = decision.able
    if let bound, preemptions == bound, decision.cost(of: -1) == 1 {
      left = 1 << UInt64(decision.standard)
      wasBounded = true
    }
    for sleeper in asleep { left &= ~(1 << UInt64(sleeper.thread)) }
    guard left != 0 else {
      isRedundant = true
      return decision.standard
    }
    let standard: UInt64 = 1 << UInt64(decision.standard)
    let chosen = left & standard != 0 ? decision.standard : left.trailingZeroBitCount
    left &= ~(1 << UInt64(chosen))
    // Where nothing is left to try, only another choice than the standard one must be remembered.
    guard left != 0 || chosen != decision.standard else { return chosen }
    open = path.count
    path.append(
      Node(
        decision: decision, preemptionsBefore: preemptions, chosen: chosen, left: left, asleep: asleep))
    depth = path.count
    return chosen
  }

  func stepEnded(_ step: EndedStep) {
    if let node = open {
      path[node].footprint = step.footprint
      path[node].couldGoOn = step.canGoOn
      open = nil
    }
    guard depth == path.count, !asleep.isEmpty else { return }
    if asleep.contains(where: { $0.thread == step.thread }) { isRedundant = true }
    asleep.removeAll {
      $0.footprint.conflicts(with: step.footprint) || $0.footprint.conflicts(withWriteOf: step.obstacle)
    }
  }

  func scheduleEnded(_ outcome: Outcome) -> Bool {
    guard !isAstray, mayGoOn(outcome) else { return false }
    while var node = path.popLast() {
      guard node.left != 0 else { continue }
      if skipsEquivalent, let footprint = node.footprint,
        node.decision.isGoingOn(node.chosen) || !node.couldGoOn
      {
        node.asleep.append(Sleeper(thread: node.chosen, footprint: footprint))
      }
      node.chosen = node.left.trailingZeroBitCount
      node.left &= node.left - 1
      node.footprint = nil
      node.couldGoOn = true
      path.append(node)
      return true
    }
    return false
  }
}
