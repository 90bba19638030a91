// Exercise 05: a pipeline
//
// A caption is fetched, then counted and written in capitals at the same time, then a page is made of both:
//
//              ┌── count ──┐
//     fetch ───┤           ├─── page
//              └── shout ──┘
//
// Each step passes its result to its dependents. If a step is cancelled, the steps that need its result are
// cancelled too, and their work is not called.
// You may add members, types and imports, and override other members of MiniOperation.
// Run the tests: swift run course check 5

import MiniOperations

/// One step of a pipeline: makes a result from the results of its inputs.
public final class Step: MiniOperation, @unchecked Sendable {
  private let inputs: [Step]
  private let work: @Sendable ([String]) -> String

  /// The text that the work returned; nil if the step has not finished, or was cancelled.
  ///
  /// Any thread may read it at any time.
  public var result: String? {
    // TODO: Where does the result live, and what guards it?
    nil
  }

  /// Creates a step that calls `work` with the results of `inputs`, in this order.
  public init(_ name: String, after inputs: [Step] = [], work: @escaping @Sendable ([String]) -> String) {
    self.inputs = inputs
    self.work = work
    super.init()
    self.name = name
    // TODO: When may this step start?
  }

  public override func main() {
    // TODO: Collect the results of the inputs. What if one is missing?
  }
}
