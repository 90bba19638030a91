import Testing

@testable import MiniOperations

/// Acts in the middle of a thread's work, at a step that the test chooses.
///
/// It directs the thread that calls ``watch(_:)``. Where another thread could
/// come in between, and such a step is the one asked for, it acts as that
/// other thread, while the watched one holds no lock.
final class Interloper: Director, @unchecked Sendable {
  // Unchecked: one thread only is directed, and so uses it.
  private let step: Int?
  private let act: () -> Void
  private var steps = 0
  private var held = 0
  private(set) var hasCome = false

  /// Makes an interloper that acts when the watched thread takes its `step`-th step.
  init(at step: Int, _ act: @escaping () -> Void) {
    self.step = step
    self.act = act
  }

  /// Makes an interloper that acts when the watched thread falls asleep, and so must wake it.
  init(whenItSleeps act: @escaping () -> Void) {
    step = nil
    self.act = act
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
    guard held == 0 else { return }
    steps += 1
    if steps == step { actNow() }
  }

  private func actNow() {
    hasCome = true
    Direction.direct(by: nil)
    act()
    Direction.direct(by: self)
  }

  func reach(_ step: DirectedStep, of resource: UInt64, label: () -> String) { comeIn() }

  func acquire(_ lock: UInt64, of owner: LockOwner, label: () -> String) {
    comeIn()
    held += 1
  }

  func release(_ lock: UInt64, of owner: LockOwner, label: () -> String) { held -= 1 }

  func wait(
    on lock: UInt64, of owner: LockOwner, until deadline: Duration?, forWork: Bool, label: () -> String
  ) -> Bool {
    guard step == nil else { return false }
    precondition(!hasCome, "The watched thread sleeps again: no thread has woken it.")
    actNow()
    return true
  }

  func acquireOnce(_ lock: UInt64, label: () -> String) {
    acquire(lock, of: .program, label: label)
  }

  func tryAcquire(
    _ lock: UInt64, isRecursive: Bool, until deadline: Duration?, label: () -> String
  ) -> Bool {
    acquire(lock, of: .program, label: label)
    return true
  }

  func await(
    _ resource: UInt64, until deadline: Duration?, label: () -> String,
    isOpen: @escaping @Sendable () -> Bool
  ) -> Bool {
    comeIn()
    return isOpen()
  }

  // The rest does nothing: what is watched starts no thread and asks for no time.
  func note(_ label: () -> String) {}
  func wake(_ lock: UInt64, of owner: LockOwner, all: Bool, label: () -> String) {}
  func adopt(_ queue: MiniOperationQueue) {}
  var now: Duration { .zero }
  var threadNumber: UInt64 { 0 }
  func sleep(until deadline: Duration) {}
  func startThread(named name: String, _ body: @escaping @Sendable () -> Void) {}
  let workers: any Workers = SteppedWorkers()
  func report(_ misuse: Misuse) { Misuse.handler(misuse) }
  func startThreadLater(named name: String, _ body: @escaping @Sendable () -> Void) {}
  func startTask(named name: String) -> (column: Int, ended: @Sendable () -> Void) { (0, {}) }
  func enqueue(_ job: UnownedJob, ofTask task: UInt64?) {}
  func local<Value: AnyObject & Sendable>(to object: UInt64, _ make: () -> Value) -> Value { make() }
  func report(misuse message: String) { Issue.record("\(message)") }
  // Zero: it gets its number on first use.
  func nameResource() -> UInt64 { 0 }
  func useMemory(_ resource: UInt64, isChange: Bool, label: () -> String) {}
  func orderMemory(at atomic: UInt64, _ order: MemoryOrder) {}
}
