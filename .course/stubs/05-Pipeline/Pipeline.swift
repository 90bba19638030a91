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

/// One step of a pipeline: makes a result from the results of the steps before it.
public final class Step: MiniOperation, @unchecked Sendable {
  private let inputs: [Step]
  private let work: @Sendable ([String]) -> String

  /// What the work has made; nil until then, and forever when the step was cancelled.
  ///
  /// Any thread may ask at any time.
  public var result: String? {
    // TODO: Where does the result live, and what guards it?
    nil
  }

  /// Makes a step that runs `work` on the results of `inputs`, in this order.
  public init(_ name: String, after inputs: [Step] = [], work: @escaping @Sendable ([String]) -> String) {
    self.inputs = inputs
    self.work = work
    super.init()
    self.name = name
    // TODO: When may this step begin?
  }

  public override func main() {
    // TODO: Collect what the inputs made. What if one of them made nothing?
  }
}
