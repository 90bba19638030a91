// Exercise 05: a pipeline

import MiniOperations
import Synchronization

/// One step of a pipeline: makes a result from the results of the steps before it.
public final class Step: MiniOperation, @unchecked Sendable {
  // Unchecked: `stored` has its own lock, the rest is constant.
  private let inputs: [Step]
  private let work: @Sendable ([String]) -> String
  private let stored = Mutex<String?>(nil)

  /// What the work has made; nil until then, and for ever when the step was cancelled.
  ///
  /// Any thread may ask at any time.
  public var result: String? { stored.withLock { $0 } }

  /// Makes a step that runs `work` on the results of `inputs`, in this order.
  public init(_ name: String, after inputs: [Step] = [], work: @escaping @Sendable ([String]) -> String) {
    self.inputs = inputs
    self.work = work
    super.init()
    self.name = name
    // A dependency says when; the result is then asked for, not passed along by hand.
    for input in inputs { addDependency(input) }
  }

  public override func main() {
    // A dependency is satisfied by any end, also a cancelled one: without a result there is nothing to do.
    let results = inputs.compactMap(\.result)
    guard results.count == inputs.count else { return cancel() }
    let made = work(results)
    // Cancelled meanwhile, it promised no result.
    if !isCancelled { stored.withLock { $0 = made } }
  }
}
