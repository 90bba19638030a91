/// The work of a queue in one schedule, in order, and the state that decides which piece may begin.
final class Turns: @unchecked Sendable {
  // Unchecked: only controlled threads touch it, one at a time.
  final class Turn: @unchecked Sendable {
    // Unchecked, for the same reason.
    let isBarrier: Bool
    /// The work that has not begun; nil if a thread waits to do it itself.
    var work: (@Sendable () -> Void)?
    var number = 0

    init(isBarrier: Bool, work: (@Sendable () -> Void)?) {
      self.isBarrier = isBarrier
      self.work = work
    }
  }

  private var turns: [Turn] = []
  var isActive: Bool
  /// How many calls of `suspend()` have not been undone.
  var suspensions = 0
  /// The queue whose work this queue's work becomes.
  var target: DispatchQueue?
  /// The values that were set with a key, and the keys, so that no other key gets the same identity.
  var specifics: [ObjectIdentifier: (key: AnyObject, value: Any)] = [:]

  init(isActive: Bool, target: DispatchQueue?) {
    self.isActive = isActive
    self.target = target
  }

  /// Whether no work may begin.
  var mayNotBegin: Bool { suspensions > 0 || !isActive }

  @discardableResult
  func add(isBarrier: Bool, work: (@Sendable () -> Void)?) -> Turn {
    let turn = Turn(isBarrier: isBarrier, work: work)
    turns.append(turn)
    return turn
  }

  func remove(_ turn: Turn) { turns.removeAll { $0 === turn } }

  /// Whether no earlier work blocks it.
  func mayRun(_ turn: Turn) -> Bool {
    if turn.isBarrier { return turns.first === turn }
    return !turns.prefix { $0 !== turn }.contains { $0.isBarrier }
  }

  /// The work that can begin now and needs a thread.
  var startable: [Turn] { mayNotBegin ? [] : turns.filter { $0.work != nil && mayRun($0) } }

  /// The lowest number that no other work in progress has.
  func number(of turn: Turn) -> Int {
    let taken = Set(turns.lazy.map(\.number))
    turn.number = (1...).first { !taken.contains($0) } ?? 1
    return turn.number
  }
}
