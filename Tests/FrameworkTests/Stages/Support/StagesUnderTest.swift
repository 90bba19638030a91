import Behaviours
import TestSupport

@testable import Stage1Life
@testable import Stage2Lock
@testable import Stage3Dependencies
@testable import Stage4Observation
@testable import Stage5Queue
@testable import Stage6Workers

// One operation with hooks for each stage. They differ in nothing but the stage: a class cannot have a
// generic superclass. Unchecked: their properties are constant.

private final class Hooked1: Stage1Life.MiniOperation, StageOperation, @unchecked Sendable {
  let hooks: Hooks<Stage1Life.MiniOperation>
  let hasReturned = Guarded(false)
  init(_ hooks: Hooks<Stage1Life.MiniOperation>) { self.hooks = hooks }
  override func main() { hooks.main(self) }
  override func start() { started { super.start() } }
  func startOfSuper() { super.start() }
  override var isReady: Bool { hooks.isOpen() && super.isReady }
  override var isExecuting: Bool { hooks.isExecuting?() ?? super.isExecuting }
  override var isFinished: Bool { hooks.isFinished?() ?? super.isFinished }
}

private final class Hooked2: Stage2Lock.MiniOperation, StageOperation, @unchecked Sendable {
  let hooks: Hooks<Stage2Lock.MiniOperation>
  let hasReturned = Guarded(false)
  init(_ hooks: Hooks<Stage2Lock.MiniOperation>) { self.hooks = hooks }
  override func main() { hooks.main(self) }
  override func start() { started { super.start() } }
  func startOfSuper() { super.start() }
  override var isReady: Bool { hooks.isOpen() && super.isReady }
  override var isExecuting: Bool { hooks.isExecuting?() ?? super.isExecuting }
  override var isFinished: Bool { hooks.isFinished?() ?? super.isFinished }
}

private final class Hooked3: Stage3Dependencies.MiniOperation, StageOperation, @unchecked Sendable {
  let hooks: Hooks<Stage3Dependencies.MiniOperation>
  let hasReturned = Guarded(false)
  init(_ hooks: Hooks<Stage3Dependencies.MiniOperation>) { self.hooks = hooks }
  override func main() { hooks.main(self) }
  override func start() { started { super.start() } }
  func startOfSuper() { super.start() }
  override var isReady: Bool { hooks.isOpen() && super.isReady }
  override var isExecuting: Bool { hooks.isExecuting?() ?? super.isExecuting }
  override var isFinished: Bool { hooks.isFinished?() ?? super.isFinished }
}

private final class Hooked4: Stage4Observation.MiniOperation, StageOperation, @unchecked Sendable {
  let hooks: Hooks<Stage4Observation.MiniOperation>
  let hasReturned = Guarded(false)
  init(_ hooks: Hooks<Stage4Observation.MiniOperation>) { self.hooks = hooks }
  override func main() { hooks.main(self) }
  override func start() { started { super.start() } }
  func startOfSuper() { super.start() }
  override var isReady: Bool { hooks.isOpen() && super.isReady }
  override var isExecuting: Bool { hooks.isExecuting?() ?? super.isExecuting }
  override var isFinished: Bool { hooks.isFinished?() ?? super.isFinished }
}

private final class Hooked5: Stage5Queue.MiniOperation, StageOperation, @unchecked Sendable {
  let hooks: Hooks<Stage5Queue.MiniOperation>
  let hasReturned = Guarded(false)
  init(_ hooks: Hooks<Stage5Queue.MiniOperation>) { self.hooks = hooks }
  override func main() { hooks.main(self) }
  override func start() { started { super.start() } }
  func startOfSuper() { super.start() }
  override var isReady: Bool { hooks.isOpen() && super.isReady }
  override var isExecuting: Bool { hooks.isExecuting?() ?? super.isExecuting }
  override var isFinished: Bool { hooks.isFinished?() ?? super.isFinished }
}

private final class Hooked6: Stage6Workers.MiniOperation, StageOperation, @unchecked Sendable {
  let hooks: Hooks<Stage6Workers.MiniOperation>
  let hasReturned = Guarded(false)
  init(_ hooks: Hooks<Stage6Workers.MiniOperation>) { self.hooks = hooks }
  override func main() { hooks.main(self) }
  override func start() { started { super.start() } }
  func startOfSuper() { super.start() }
  override var isReady: Bool { hooks.isOpen() && super.isReady }
  override var isExecuting: Bool { hooks.isExecuting?() ?? super.isExecuting }
  override var isFinished: Bool { hooks.isFinished?() ?? super.isFinished }
}

// The protocols find the names that each stage has.

extension Stage1Life.MiniOperation: OperationKind { package typealias Job = Stage1Life.MiniOperation }
extension Stage2Lock.MiniOperation: OperationKind { package typealias Job = Stage2Lock.MiniOperation }
extension Stage3Dependencies.MiniOperation: OperationKind {
  package typealias Job = Stage3Dependencies.MiniOperation
}
extension Stage4Observation.MiniOperation: OperationKind {
  package typealias Job = Stage4Observation.MiniOperation
}
extension Stage5Queue.MiniOperation: OperationKind { package typealias Job = Stage5Queue.MiniOperation }
extension Stage6Workers.MiniOperation: OperationKind { package typealias Job = Stage6Workers.MiniOperation }
extension Stage4Observation.MiniOperation.QueuePriority: PriorityKind {}
extension Stage5Queue.MiniOperation.QueuePriority: PriorityKind {}
extension Stage6Workers.MiniOperation.QueuePriority: PriorityKind {}
extension Stage5Queue.Schedule.Entry: StagedEntry {}
extension Stage5Queue.Schedule: StagedSchedule {}
extension Stage5Queue.MiniOperationQueue: StagedQueue {}
extension Stage6Workers.Schedule.Entry: StagedEntry {}
extension Stage6Workers.Schedule: StagedSchedule {}
extension Stage6Workers.MiniOperationQueue: StagedQueue {}

/// Stage 1, as the classes under test.
enum Stage1: StageUnderTest {
  typealias Queue = NoQueue<Stage1Life.MiniOperation>
  static func make(_ hooks: Hooks<Stage1Life.MiniOperation>) -> Stage1Life.MiniOperation { Hooked1(hooks) }
}

/// Stage 2, as the classes under test.
enum Stage2: StageUnderTest {
  typealias Queue = NoQueue<Stage2Lock.MiniOperation>
  static func make(_ hooks: Hooks<Stage2Lock.MiniOperation>) -> Stage2Lock.MiniOperation { Hooked2(hooks) }
}

/// Stage 3, as the classes under test.
enum Stage3: StageUnderTest {
  typealias Queue = NoQueue<Stage3Dependencies.MiniOperation>
  static func make(_ hooks: Hooks<Stage3Dependencies.MiniOperation>) -> Stage3Dependencies.MiniOperation {
    Hooked3(hooks)
  }
}

/// Stage 4, as the classes under test.
enum Stage4: StageUnderTest {
  typealias Queue = NoQueue<Stage4Observation.MiniOperation>
  static func make(_ hooks: Hooks<Stage4Observation.MiniOperation>) -> Stage4Observation.MiniOperation {
    Hooked4(hooks)
  }
  static func observe(_ job: Stage4Observation.MiniOperation, _ body: @escaping @Sendable (String) -> Void) {
    job.observe { _, key in body(key) }
  }
}

/// Stage 5, as the classes under test.
enum Stage5: StageUnderTest {
  typealias Queue = StageQueue<Stage5Queue.MiniOperationQueue>
  static func makeQueue() -> Queue { Queue(.init(), make: make) }
  static func make(_ hooks: Hooks<Stage5Queue.MiniOperation>) -> Stage5Queue.MiniOperation { Hooked5(hooks) }
  static func observe(_ job: Stage5Queue.MiniOperation, _ body: @escaping @Sendable (String) -> Void) {
    job.observe { _, key in body(key) }
  }
}

/// Stage 6, as the classes under test.
enum Stage6: StageUnderTest {
  typealias Queue = StageQueue<Stage6Workers.MiniOperationQueue>
  static func makeQueue() -> Queue { Queue(.init(workers: Workers()), make: make) }
  static func make(_ hooks: Hooks<Stage6Workers.MiniOperation>) -> Stage6Workers.MiniOperation {
    Hooked6(hooks)
  }
  static func observe(_ job: Stage6Workers.MiniOperation, _ body: @escaping @Sendable (String) -> Void) {
    job.observe { _, key in body(key) }
  }
}
