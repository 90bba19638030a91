// Exercise 05: a pipeline
//
// A text is fetched, counted and shouted at the same time, and a page is made of both:
//
//              ┌── count ──┐
//     fetch ───┤           ├─── page
//              └── shout ──┘
//
// Each step hands its result to those that come after it. When a step is cancelled, what needs its
// result must not run its work. Tried with: swift test --filter Exercise05

import MiniOperations
import Synchronization

/// One step of a pipeline: makes a result from the results of the steps before it.
public final class Step: MiniOperation, @unchecked Sendable {
  // Unchecked: `made` has its own lock, the rest is constant.
  private let inputs: [Step]
  private let work: @Sendable ([String]) -> String
  private let made = Mutex<String?>(nil)

  /// What the work has made; nil until then, and forever when the step was cancelled.
  ///
  /// Any thread may ask at any time.
  public var result: String? {
    // A cancel may come between the work and the end. No step can be cancelled after the end, so what is
    // seen from then on stays true.
    guard isFinished, !isCancelled else { return nil }
    return made.withLock { $0 }
  }

  /// Makes a step that runs `work` on the results of `inputs`, in this order.
  public init(_ name: String, after inputs: [Step] = [], work: @escaping @Sendable ([String]) -> String) {
    self.inputs = inputs
    self.work = work
    super.init()
    self.name = name
    // A dependency decides when, and costs no thread until then. It carries no result: that is read later.
    for input in inputs { addDependency(input) }
  }

  public override func main() {
    // A dependency is met by any end, even a cancelled one. A step that cannot work cancels itself, so
    // that its dependents learn of it in the same way.
    let results = inputs.compactMap(\.result)
    guard results.count == inputs.count else { return cancel() }
    let made = work(results)
    self.made.withLock { $0 = made }
  }
}
