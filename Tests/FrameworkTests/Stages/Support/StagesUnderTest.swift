import Behaviours
import TestSupport

@testable import Stage1Life
@testable import Stage2Lock
@testable import Stage3Dependencies
@testable import Stage4Observation
@testable import Stage5Queue
@testable import Stage6Workers

package typealias Operation1 = Stage1Life.MiniOperation
package typealias Operation2 = Stage2Lock.MiniOperation
package typealias Operation3 = Stage3Dependencies.MiniOperation
package typealias Operation4 = Stage4Observation.MiniOperation
package typealias Operation5 = Stage5Queue.MiniOperation
package typealias Operation6 = Stage6Workers.MiniOperation

// One operation with hooks for each stage. They differ in nothing but the stage: a class cannot have a
// generic superclass. Unchecked: their properties are constant.

private final class Hooked1: Operation1, StageOperation, @unchecked Sendable {
  let hooks: Hooks<Operation1>
  let hasReturned = Guarded(false)
  init(_ hooks: Hooks<Operation1>) { self.hooks = hooks }
  override func main() { hooks.main(self) }
  override func start() { started { super.start() } }
  func startOfSuper() { super.start() }
  override var isReady: Bool { hooks.isOpen() && super.isReady }
  override var isExecuting: Bool { hooks.isExecuting?() ?? super.isExecuting }
  override var isFinished: Bool { hooks.isFinished?() ?? super.isFinished }
}

private final class Hooked2: Operation2, StageOperation, @unchecked Sendable {
  let hooks: Hooks<Operation2>
  let hasReturned = Guarded(false)
  init(_ hooks: Hooks<Operation2>) { self.hooks = hooks }
  override func main() { hooks.main(self) }
  override func start() { started { super.start() } }
  func startOfSuper() { super.start() }
  override var isReady: Bool { hooks.isOpen() && super.isReady }
  override var isExecuting: Bool { hooks.isExecuting?() ?? super.isExecuting }
  override var isFinished: Bool { hooks.isFinished?() ?? super.isFinished }
}

private final class Hooked3: Operation3, StageOperation, @unchecked Sendable {
  let hooks: Hooks<Operation3>
  let hasReturned = Guarded(false)
  init(_ hooks: Hooks<Operation3>) { self.hooks = hooks }
  override func main() { hooks.main(self) }
  override func start() { started { super.start() } }
  func startOfSuper() { super.start() }
  override var isReady: Bool { hooks.isOpen() && super.isReady }
  override var isExecuting: Bool { hooks.isExecuting?() ?? super.isExecuting }
  override var isFinished: Bool { hooks.isFinished?() ?? super.isFinished }
}

private final class Hooked4: Operation4, StageOperation, @unchecked Sendable {
  let hooks: Hooks<Operation4>
  let hasReturned = Guarded(false)
  init(_ hooks: Hooks<Operation4>) { self.hooks = hooks }
  override func main() { hooks.main(self) }
  override func start() { started { super.start() } }
  func startOfSuper() { super.start() }
  override var isReady: Bool { hooks.isOpen() && super.isReady }
  override var isExecuting: Bool { hooks.isExecuting?() ?? super.isExecuting }
  override var isFinished: Bool { hooks.isFinished?() ?? super.isFinished }
}

private final class Hooked5: Operation5, StageOperation, @unchecked Sendable {
  let hooks: Hooks<Operation5>
  let hasReturned = Guarded(false)
  init(_ hooks: Hooks<Operation5>) { self.hooks = hooks }
  override func main() { hooks.main(self) }
  override func start() { started { super.start() } }
  func startOfSuper() { super.start() }
  override var isReady: Bool { hooks.isOpen() && super.isReady }
  override var isExecuting: Bool { hooks.isExecuting?() ?? super.isExecuting }
  override var isFinished: Bool { hooks.isFinished?() ?? super.isFinished }
}

private final class Hooked6: Operation6, StageOperation, @unchecked Sendable {
  let hooks: Hooks<Operation6>
  let hasReturned = Guarded(false)
  init(_ hooks: Hooks<Operation6>) { self.hooks = hooks }
  override func main() { hooks.main(self) }
  override func start() { started { super.start() } }
  func startOfSuper() { super.start() }
  override var isReady: Bool { hooks.isOpen() && super.isReady }
  override var isExecuting: Bool { hooks.isExecuting?() ?? super.isExecuting }
  override var isFinished: Bool { hooks.isFinished?() ?? super.isFinished }
}

// The protocols find the names that each stage has.

extension Operation1: OperationKind { package typealias Job = Operation1 }
extension Operation2: OperationKind { package typealias Job = Operation2 }
extension Operation3: OperationKind { package typealias Job = Operation3 }
extension Operation4: OperationKind { package typealias Job = Operation4 }
extension Operation5: OperationKind { package typealias Job = Operation5 }
extension Operation6: OperationKind { package typealias Job = Operation6 }
extension Operation4.QueuePriority: PriorityKind {}
extension Operation5.QueuePriority: PriorityKind {}
extension Operation6.QueuePriority: PriorityKind {}
extension Stage5Queue.Schedule.Entry: StagedEntry {}
extension Stage5Queue.Schedule: StagedSchedule {}
extension Stage5Queue.MiniOperationQueue: StagedQueue {}
extension Stage6Workers.Schedule.Entry: StagedEntry {}
extension Stage6Workers.Schedule: StagedSchedule {}
extension Stage6Workers.MiniOperationQueue: StagedQueue {}

// The stages, as the classes under test.

enum Stage1: StageUnderTest {
  typealias Queue = NoQueue<Operation1>
  static func make(_ hooks: Hooks<Operation1>) -> Operation1 { Hooked1(hooks) }
}

enum Stage2: StageUnderTest {
  typealias Queue = NoQueue<Operation2>
  static func make(_ hooks: Hooks<Operation2>) -> Operation2 { Hooked2(hooks) }
}

enum Stage3: StageUnderTest {
  typealias Queue = NoQueue<Operation3>
  static func make(_ hooks: Hooks<Operation3>) -> Operation3 { Hooked3(hooks) }
}

enum Stage4: StageUnderTest {
  typealias Queue = NoQueue<Operation4>
  static func make(_ hooks: Hooks<Operation4>) -> Operation4 { Hooked4(hooks) }
  static func observe(_ job: Operation4, _ body: @escaping @Sendable (String) -> Void) {
    job.observe { _, key in body(key) }
  }
}

enum Stage5: StageUnderTest {
  typealias Queue = StageQueue<Stage5Queue.MiniOperationQueue>
  static func makeQueue() -> Queue { Queue(.init(), make: make) }
  static func make(_ hooks: Hooks<Operation5>) -> Operation5 { Hooked5(hooks) }
  static func observe(_ job: Operation5, _ body: @escaping @Sendable (String) -> Void) {
    job.observe { _, key in body(key) }
  }
}

enum Stage6: StageUnderTest {
  typealias Queue = StageQueue<Stage6Workers.MiniOperationQueue>
  static func makeQueue() -> Queue { Queue(.init(workers: Workers()), make: make) }
  static func make(_ hooks: Hooks<Operation6>) -> Operation6 { Hooked6(hooks) }
  static func observe(_ job: Operation6, _ body: @escaping @Sendable (String) -> Void) {
    job.observe { _, key in body(key) }
  }
}
