@testable import Stage1Life
@testable import Stage2Lock
@testable import Stage3Dependencies
@testable import Stage4Observation
@testable import Stage5Queue
@testable import Stage6Workers

// One probe for each stage. They differ in nothing but the stage: a class cannot have a generic superclass.
// Unchecked, all of them: the hooks are constant.

final class Probe1: Stage1Life.MiniOperation, Probe, @unchecked Sendable {
  typealias Base = Stage1Life.MiniOperation
  typealias Queue = NoQueue<Stage1Life.MiniOperation>
  let hooks: Hooks
  init(_ hooks: Hooks) { self.hooks = hooks }
  override func main() { hooks.main() }
  override func start() { if let start = hooks.start { start() } else { super.start() } }
  func startOfStage() { super.start() }
  override var isReady: Bool { hooks.isOpen() && super.isReady }
  override var isExecuting: Bool { hooks.isExecuting?() ?? super.isExecuting }
  override var isFinished: Bool { hooks.isFinished?() ?? super.isFinished }
}

final class Probe2: Stage2Lock.MiniOperation, Probe, @unchecked Sendable {
  typealias Base = Stage2Lock.MiniOperation
  typealias Queue = NoQueue<Stage2Lock.MiniOperation>
  let hooks: Hooks
  init(_ hooks: Hooks) { self.hooks = hooks }
  override func main() { hooks.main() }
  override func start() { if let start = hooks.start { start() } else { super.start() } }
  func startOfStage() { super.start() }
  override var isReady: Bool { hooks.isOpen() && super.isReady }
  override var isExecuting: Bool { hooks.isExecuting?() ?? super.isExecuting }
  override var isFinished: Bool { hooks.isFinished?() ?? super.isFinished }
}

final class Probe3: Stage3Dependencies.MiniOperation, Probe, @unchecked Sendable {
  typealias Base = Stage3Dependencies.MiniOperation
  typealias Queue = NoQueue<Stage3Dependencies.MiniOperation>
  let hooks: Hooks
  init(_ hooks: Hooks) { self.hooks = hooks }
  override func main() { hooks.main() }
  override func start() { if let start = hooks.start { start() } else { super.start() } }
  func startOfStage() { super.start() }
  override var isReady: Bool { hooks.isOpen() && super.isReady }
  override var isExecuting: Bool { hooks.isExecuting?() ?? super.isExecuting }
  override var isFinished: Bool { hooks.isFinished?() ?? super.isFinished }
}

final class Probe4: Stage4Observation.MiniOperation, Probe, @unchecked Sendable {
  typealias Base = Stage4Observation.MiniOperation
  typealias Queue = NoQueue<Stage4Observation.MiniOperation>
  let hooks: Hooks
  init(_ hooks: Hooks) { self.hooks = hooks }
  override func main() { hooks.main() }
  override func start() { if let start = hooks.start { start() } else { super.start() } }
  func startOfStage() { super.start() }
  override var isReady: Bool { hooks.isOpen() && super.isReady }
  override var isExecuting: Bool { hooks.isExecuting?() ?? super.isExecuting }
  override var isFinished: Bool { hooks.isFinished?() ?? super.isFinished }
}

final class Probe5: Stage5Queue.MiniOperation, Probe, @unchecked Sendable {
  typealias Base = Stage5Queue.MiniOperation
  typealias Queue = Stage5Queue.MiniOperationQueue
  let hooks: Hooks
  init(_ hooks: Hooks) { self.hooks = hooks }
  override func main() { hooks.main() }
  override func start() { if let start = hooks.start { start() } else { super.start() } }
  func startOfStage() { super.start() }
  override var isReady: Bool { hooks.isOpen() && super.isReady }
  override var isExecuting: Bool { hooks.isExecuting?() ?? super.isExecuting }
  override var isFinished: Bool { hooks.isFinished?() ?? super.isFinished }
}

final class Probe6: Stage6Workers.MiniOperation, Probe, @unchecked Sendable {
  typealias Base = Stage6Workers.MiniOperation
  typealias Queue = Stage6Workers.MiniOperationQueue
  let hooks: Hooks
  init(_ hooks: Hooks) { self.hooks = hooks }
  override func main() { hooks.main() }
  override func start() { if let start = hooks.start { start() } else { super.start() } }
  func startOfStage() { super.start() }
  override var isReady: Bool { hooks.isOpen() && super.isReady }
  override var isExecuting: Bool { hooks.isExecuting?() ?? super.isExecuting }
  override var isFinished: Bool { hooks.isFinished?() ?? super.isFinished }
}
