import Testing

@testable import MiniOperations

/// Acts in the middle of a thread's work, at a step that the test chooses.
///
/// It directs the thread that calls ``watch(_:)``. Where another thread could
/// run in between, and such a step is the chosen one, it acts as that
/// other thread, while the watched one holds no lock.
final class Interloper: Director, @unchecked Sendable {
  // Unchecked: one thread only is directed, and so uses it.
  private let step: Int?
  /// Its acts, each for one time.
  private var acts: [() -> Void]
  private var steps = 0
  /// The locks that the watched thread holds.
  private var held: [UInt64] = []
  private(set) var hasCome = false
  /// The calls of it, as text.
  private(set) var calls: [String] = []
  /// The misuses of the watched thread.
  private(set) var misuses: [String] = []

  /// Makes an interloper that only listens.
  convenience init() { self.init(at: .max) {} }

  /// Makes an interloper that acts when the watched thread takes its `step`-th step.
  init(at step: Int, _ act: @escaping () -> Void) {
    self.step = step
    acts = [act]
  }

  /// Makes an interloper that acts each time the watched thread falls asleep, and so must wake it.
  init(whenItSleeps acts: (() -> Void)...) {
    step = nil
    self.acts = acts
  }

  /// Runs `body` on the calling thread, step by step.
  func watch(_ body: () -> Void) {
    Direction.begin()
    Direction.direct(by: self)
    body()
    Direction.direct(by: nil)
    Direction.end()
  }

  private func comeIn() {
    guard held.isEmpty else { return }
    steps += 1
    if steps == step { actNow() }
  }

  private func actNow() {
    hasCome = true
    let act = acts.removeFirst()
    Direction.direct(by: nil)
    act()
    Direction.direct(by: self)
  }

  func reach(_ step: DirectedStep, on resource: UInt64, label: () -> String) {
    calls.append("\(step): \(label())")
    comeIn()
  }

  func perform(_ request: DirectedRequest, on resource: UInt64, label: () -> String) -> Bool {
    switch request {
    case .note: calls.append("note: \(label())")
    case .acquire, .tryToAcquire:
      calls.append("acquire \(label())")
      comeIn()
      held.append(resource)
    case .release:
      calls.append("release \(label())")
      if let last = held.lastIndex(of: resource) { held.remove(at: last) }
    case .wait:
      calls.append("wait on \(label())")
      guard step == nil else { return false }
      precondition(!acts.isEmpty, "The watched thread sleeps again: no thread has woken it.")
      actNow()
    case .wakeOne, .wakeAll: calls.append("wake \(label())")
    case .access: calls.append("use \(label())")
    case .order, .unseen, .getResult: break
    }
    return true
  }

  func await(
    _ resource: UInt64, until deadline: Duration?, label: () -> String,
    isOpen: @escaping @Sendable () -> Bool
  ) -> Bool {
    calls.append("await \(label())")
    comeIn()
    let isOpen = isOpen()
    if !isOpen && deadline == nil {
      Issue.record("'\(label())' is awaited, and nothing is left that could open it")
    }
    return isOpen
  }

  func checkAtEnd(_ unfinished: @escaping @Sendable () -> String?) { calls.append("check at the end") }
  var now: Duration { .zero }
  func sleep(until deadline: Duration) { calls.append("sleep until \(deadline)") }
  let steppedWorkers = SteppedWorkers()
  var workers: any Workers { steppedWorkers }
  func ignoring<Result>(_ body: () -> Result) -> Result { body() }
  func report(misuse message: String) { misuses.append(message) }

  // The rest does nothing: no watched thread needs it.
  func startThread(named name: String, mayRunFirst: Bool, _ body: @escaping @Sendable () -> Void) {}
  func enqueue(_ job: UnownedJob, ofTask task: UInt64?) {}
  func startTask(named name: String) -> @Sendable () -> Void { {} }
  func local<Value: AnyObject & Sendable>(to object: UInt64?, _ make: () -> Value) -> Value { make() }
  func nameResource() -> UInt64 { 0 }
}
