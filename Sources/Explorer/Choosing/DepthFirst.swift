/// Tries all schedules, or all within a bound on preemptions, one branch after the other.
///
/// ## Without a bound: dynamic partial-order reduction
///
/// After each schedule the search looks for its *races*: two steps of different threads that conflict, with
/// nothing between them that orders them. Only there can another order end differently. Where the first of
/// the two began, the search also tries a thread that leads to the reversed order, unless one that does so is
/// tried there already. This is the algorithm of Flanagan and Godefroid (Dynamic partial-order reduction for
/// model checking software, 2005) with the source sets of Abdulla, Aronis, Jonsson and Sagonas (Optimal
/// dynamic partial order reduction, 2014). For each schedule, one that differs only in the order of
/// independent steps is tried: if there were a place in which none of the tried threads begins such a
/// schedule, then its first step that conflicts with a tried thread's step would race with that, and the race
/// would have added one.
///
/// A thread that has been tried in a place *sleeps* in those that follow, until a step conflicts with its
/// own: doing its step there leads to the same result as doing it first (Godefroid, Partial-order methods for
/// the verification of concurrent systems, 1996). Sleeping threads keep all their claims without a bound.
///
/// ## With a bound
///
/// A bound can lose schedules, because the one that was tried may need one
/// preemption more than the one that is left out, and so may not have been
/// tried at all. So these things are different, the first two after Coons,
/// Musuvathi and McKinley (Bounded partial-order reduction, 2013):
///
/// - A race adds the thread of its second step, or, if that one cannot run, all
///   that may begin the reversed order, even if one of those is tried already.
///   It adds these also if that one sleeps: what follows its step there has been
///   tried, but not what follows it after a step that wakes it.
/// - It adds them also where the thread of the first step was chosen for its
///   present block of steps, and where it was chosen again after it had waited:
///   leaving it out there costs nothing. A thread whose wait may end early is
///   added in the same places.
/// - A step that acquires a lock races with every earlier one of the lock that
///   it could precede, and not only with the last of them: to precede that one
///   may cost a preemption more than to precede them all.
/// - A thread that acquires a lock is also added before the step that released
///   the lock. The two steps cannot be exchanged, but there the thread runs up
///   to the lock and waits for it, and then switching is free. After the release
///   it would be a preemption.
/// - A thread is put to sleep only where it was running anyway and would have
///   continued (then pausing it and returning later costs as much as letting it
///   run first), or where it could not continue after its step (then switching
///   is free in both cases). It is also woken when a thread begins to wait for
///   something that its step touches: switching away from that thread is free
///   now, and might cost a preemption if the step had been done already.
///
/// These are arguments for each rule and no proof of all of them together. The
/// paper proves less: without sleeping threads, each state that a single thread
/// can reach within the bound is reached, and nothing about what several
/// threads have done by then. So the tests compare: models of programs with
/// locks, signals, semaphores and time-outs, of which each rule saves some, and
/// random programs that run. Their outcomes are those of the full search within
/// the same bound. To do without the rules, set `skipsEquivalent` to false, or
/// leave out the bound.
final class DepthFirst: Chooser {
  /// What is to happen after a schedule.
  enum Wish {
    case goOn
    /// The search continues when it is run again.
    case pause
    case stop
  }

  let bound: Int?
  let surpriseBound: Int
  private let skipsEquivalent: Bool
  /// Whether the claim that all orders within the bound were tried is wanted.
  let isExact: Bool
  override var followsSteps: Bool { skipsEquivalent }
  private let wish: (Outcome) -> Wish
  unowned(unsafe) var schedule: (any RunningSchedule)!
  let trace = Trace()
  @exclusivity(unchecked) var path: [Node] = []
  @exclusivity(unchecked) private var depth = 0
  @exclusivity(unchecked) private var spent = Spent()
  @exclusivity(unchecked) private var asleep: [Sleeper] = []
  /// The node whose step has not ended.
  @exclusivity(unchecked) private var open: Int?
  /// The node in which the thread of the running step was chosen.
  @exclusivity(unchecked) private var chosenAt: Int?
  @exclusivity(unchecked) private var event = 0
  /// Whether the rest of this schedule has been tried, in another order.
  @exclusivity(unchecked) private var isRedundant = false

  /// Whether the bound on preemptions ever left schedules out.
  var wasBounded = false
  /// Whether the bound on surprises did.
  var wasSurpriseBounded = false
  /// Whether a switch was forced, and continuing instead was not tried.
  var wasForced = false
  /// Whether a replayed choice found a situation other than the first time.
  private(set) var hasDiverged = false
  /// Whether every branch has been tried.
  private(set) var isDone = false

  /// Creates a search.
  ///
  /// - Parameter isExact: Whether the bounded search is to claim something. If it never reaches its bound, it
  ///   is a proof in both cases.
  init(
    bound: Int?, surprises: Int, skipsEquivalent: Bool, isExact: Bool,
    wish: @escaping (Outcome) -> Wish
  ) {
    self.isExact = isExact
    self.bound = bound
    surpriseBound = surprises
    self.skipsEquivalent = skipsEquivalent
    self.wish = wish
  }

  override func scheduleBegins(on engine: Engine) { begin(schedule: engine) }

  /// A schedule begins; no thread is needed for it.
  func begin(schedule: any RunningSchedule) {
    self.schedule = schedule
    depth = 0
    spent = Spent()
    asleep.removeAll(keepingCapacity: true)
    open = nil
    chosenAt = nil
    event = 0
    isRedundant = false
  }

  // MARK: Choosing

  override func choose(_ decision: Decision) -> Int {
    if depth < path.count { return chooseAgain(decision) }
    if isRedundant || hasDiverged || decision.isPrivate && skipsEquivalent && !decision.isForced {
      return decision.standard
    }
    return chooseFirst(decision)
  }

  private func chooseAgain(_ decision: Decision) -> Int {
    let place = depth
    guard decision.number >= path[place].decision.number else { return decision.standard }
    guard decision.isLike(path[place].decision) else {
      hasDiverged = true
      return decision.standard
    }
    depth += 1
    if !decision.isPick {
      // Where another waiter is picked within its step, the step may touch other things.
      if path[place].footprint == nil || depth < path.count && path[depth].decision.isPick { open = place }
      chosenAt = place
    }
    if depth == path.count { asleep = path[place].asleep }
    let chosen = path[place].chosen
    spent = path[place].spent
    spent.add(chosen, decision)
    return chosen
  }

  private func chooseFirst(_ decision: Decision) -> Int {
    var node = Node(decision: decision, spent: spent, asleep: asleep, event: event)
    let sleeping = decision.isPick ? 0 : node.sleeping
    node.tried = sleeping
    if sleeping >> UInt64(decision.standard) & 1 == 0 {
      node.chosen = decision.standard
    } else {
      let others = Array(threads(in: decision.able & ~sleeping)) + threads(in: decision.early)
      let free = others.first { canAfford($0, decision, spent) }
      guard let free else {
        isRedundant = true
        return decision.standard
      }
      node.chosen = free
    }
    if decision.early != 0, surpriseBound == 0 { wasSurpriseBounded = true }
    if decision.early != 0, !decision.isPick {
      node.pending = threads(in: decision.early).map {
        Sleeper(thread: $0, footprint: schedule.footprintOfSurprise($0))
      }
    }
    let place = path.count
    node.wanted = 1 << UInt64(node.chosen)
    path.append(node)
    depth = path.count
    if decision.isPick || !skipsEquivalent {
      want(decision.able | decision.early, at: place)
    } else if decision.isForced {
      want(1 << UInt64(decision.last), at: place)
    }
    if !decision.isPick { (open, chosenAt) = (place, place) }
    spent.add(node.chosen, decision)
    return node.chosen
  }

  // MARK: Between schedules

  override func stepEnded(_ step: EndedStep) {
    if let node = open {
      path[node].footprint = step.footprint.union(path[node].footprint)
      path[node].couldGoOn = step.canGoOn
      open = nil
    }
    defer {
      event += 1
      chosenAt = nil
    }
    guard !isRedundant, !hasDiverged, event >= trace.count else { return }
    if step.wokenAt != nil, surpriseBound == 0 { wasSurpriseBounded = true }
    if asleep.contains(where: { $0.thread == step.thread }) {
      isRedundant = true
      return
    }
    trace.append(
      Trace.Event(
        thread: step.thread, footprint: step.footprint, node: chosenAt, enabler: step.enabler,
        took: schedule.tellsResourcesApart ? step.took : nil, wokenAt: step.wokenAt,
        isSurprise: step.isSurprise, hasAwaited: step.hasAwaited))
    if asleep.isEmpty { return }
    let obstacle = bound == nil ? 0 : step.obstacle
    asleep.removeAll {
      $0.footprint.conflicts(with: step.footprint) || $0.footprint.conflicts(withWriteOf: obstacle)
    }
  }

  override func scheduleEnded(_ outcome: Outcome) -> Bool {
    if hasDiverged { return false }
    if skipsEquivalent { learn() }
    let wish = wish(outcome)
    if wish == .stop { return false }
    while !path.isEmpty {
      if chooseNext(at: path.count - 1) { return wish == .goOn }
      path.removeLast()
    }
    isDone = true
    return false
  }

  /// Chooses another thread in a place; false if all that are wanted there have been tried.
  private func chooseNext(at place: Int) -> Bool {
    let (decision, last) = (path[place].decision, path[place].chosen)
    path[place].tried |= 1 << UInt64(last)
    let left = path[place].wanted & ~path[place].tried
    guard left != 0 else { return false }
    if skipsEquivalent, let footprint = path[place].footprint, !decision.isSurprise(last),
      bound == nil || decision.isGoingOn(last) || !path[place].couldGoOn
    {
      path[place].asleep.append(Sleeper(thread: last, footprint: footprint))
    }
    path[place].chosen = left.trailingZeroBitCount
    path[place].footprint = nil
    path[place].couldGoOn = true
    trace.truncate(to: min(path[place].event, trace.count))
    return true
  }
}
