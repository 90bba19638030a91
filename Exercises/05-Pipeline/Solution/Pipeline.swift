// Exercise 05: a pipeline
//
// A text is fetched, then counted and shouted at the same time, then a page is made of both:
//
//              ┌── count ──┐
//     fetch ───┤           ├─── page
//              └── shout ──┘
//
// Each step passes its result to its dependents. If a step is cancelled, the steps that need its result are
// cancelled too, and their work is not called. Run the tests: swift run course check 5

import MiniOperations
import Synchronization

/// One step of a pipeline: makes a result from the results of its inputs.
public final class Step: MiniOperation, @unchecked Sendable {
  // Unchecked: `made` has its own lock, the rest is constant.
  private let inputs: [Step]
  private let work: @Sendable ([String]) -> String
  private let made = Mutex<String?>(nil)

  /// The text that the work returned; nil if the step has not finished, or was cancelled.
  ///
  /// Any thread may read it at any time.
  public var result: String? {
    // The step may be cancelled between the return of the work and its finish, and not afterwards. So the
    // answer never changes once `isFinished` is true; it must be checked first.
    guard isFinished, !isCancelled else { return nil }
    return made.withLock { $0 }
  }

  /// Creates a step that calls `work` with the results of `inputs`, in this order.
  public init(_ name: String, after inputs: [Step] = [], work: @escaping @Sendable ([String]) -> String) {
    self.inputs = inputs
    self.work = work
    super.init()
    self.name = name
    // A step with an unmet dependency occupies no thread. A dependency passes no result on: `main` reads it.
    for input in inputs { addDependency(input) }
  }

  public override func main() {
    // A cancelled dependency is met, too. A step that cannot work cancels itself, so that its dependents find
    // out in the same way.
    let results = inputs.compactMap(\.result)
    guard results.count == inputs.count else { return cancel() }
    let made = work(results)
    self.made.withLock { $0 = made }
  }
}
