import Documents
import Explorer
import MiniOperations
import Synchronization

/// An operation that can be paused, as written or repaired.
protocol Pausable: MiniOperation {
  var isPaused: Bool { get }
  func pause()
  func resume()
}

extension MyOperation: Pausable {}
extension Repaired.MyOperation: Pausable {}

/// Creates the operation of a scenario for this network thread; the closure is its task.
typealias MakePausable =
  @Sendable (RunLoopThread, @escaping @Sendable (any Pausable) -> Void) -> any Pausable

/// A scenario that breaks the document's class, and the same one for the repaired class.
struct Trap {
  let id: String
  let title: String
  let asWritten: Scenario
  let repaired: Scenario

  init(
    _ id: String, _ title: String,
    _ asWritten: @escaping MakePausable = { MyOperation(thread: $0, task: $1) },
    repaired: @escaping MakePausable = { Repaired.MyOperation(thread: $0, task: $1) },
    _ scenario: (String, @escaping MakePausable) -> Scenario
  ) {
    self.id = id
    self.title = title
    self.asWritten = scenario(id, asWritten)
    self.repaired = scenario("\(id), repaired", repaired)
  }
}

/// How often a task has run; the Explorer does not see it, so it adds no rows to a schedule.
final class Runs: Sendable {
  private let stored = Mutex(0)

  var count: Int { stored.withLock { $0 } }

  func raise() { stored.withLock { $0 += 1 } }
}
