// Exercise 05: a pipeline
//
// Wrong: who was cancelled while working still hands the result on.

import MiniOperations
import Synchronization

/// One step of a pipeline: makes a result from the results of the steps before it.
public final class Step: MiniOperation, @unchecked Sendable {
  // Unchecked: `made` has its own lock, the rest is constant.
  private let inputs: [Step]
  private let work: @Sendable ([String]) -> String
  private let made = Mutex<String?>(nil)

  /// What the work has made; nil until then, and for ever when the step was cancelled.
  ///
  /// Any thread may ask at any time.
  public var result: String? {
    made.withLock { $0 }
  }

  /// Makes a step that runs `work` on the results of `inputs`, in this order.
  public init(_ name: String, after inputs: [Step] = [], work: @escaping @Sendable ([String]) -> String) {
    self.inputs = inputs
    self.work = work
    super.init()
    self.name = name
    // A dependency says when, and costs no thread until then. It says nothing about what: that is asked for.
    for input in inputs { addDependency(input) }
  }

  public override func main() {
    // A dependency is met by any end, also by a cancelled one. What cannot work is cancelled itself, so
    // that those after it learn it in the same way.
    let results = inputs.compactMap(\.result)
    guard results.count == inputs.count else { return cancel() }
    let made = work(results)
    self.made.withLock { $0 = made }
  }
}
