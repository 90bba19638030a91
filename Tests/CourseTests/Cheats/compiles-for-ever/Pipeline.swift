// Gives the compiler more to think about than it can.

import Foundation
import MiniOperations

/// One step of a pipeline: makes a result from the results of the steps before it.
public final class Step: MiniOperation, @unchecked Sendable {
  private let inputs: [Step]
  private let work: @Sendable ([String]) -> String

  /// What the work has made; nil until then, and for ever when the step was cancelled.
  ///
  /// Any thread may ask at any time.
  public var result: String? {
    nil
  }

  /// Makes a step that runs `work` on the results of `inputs`, in this order.
  public init(_ name: String, after inputs: [Step] = [], work: @escaping @Sendable ([String]) -> String) {
    self.inputs = inputs
    self.work = work
    super.init()
    self.name = name
  }

  public override func main() {
  }
}

let puzzle =
  -(1) * 1.5 / (1 + [1].map { -$0 + 1 }.reduce(0, +)) + -(2) * 1.5 / (2 + [2].map { -$0 + 1 }.reduce(0, +))
  + -(3) * 1.5 / (3 + [3].map { -$0 + 1 }.reduce(0, +)) + -(4) * 1.5 / (4 + [4].map { -$0 + 1 }.reduce(0, +))
  + -(5) * 1.5 / (5 + [5].map { -$0 + 1 }.reduce(0, +)) + -(6) * 1.5 / (6 + [6].map { -$0 + 1 }.reduce(0, +))
  + -(7) * 1.5 / (7 + [7].map { -$0 + 1 }.reduce(0, +)) + -(8) * 1.5 / (8 + [8].map { -$0 + 1 }.reduce(0, +))
  + -(9) * 1.5 / (9 + [9].map { -$0 + 1 }.reduce(0, +)) + -(10) * 1.5
  / (10 + [10].map { -$0 + 1 }.reduce(0, +)) + -(11) * 1.5 / (11 + [11].map { -$0 + 1 }.reduce(0, +)) + -(12)
  * 1.5 / (12 + [12].map { -$0 + 1 }.reduce(0, +)) + -(13) * 1.5 / (13 + [13].map { -$0 + 1 }.reduce(0, +))
  + -(14) * 1.5 / (14 + [14].map { -$0 + 1 }.reduce(0, +)) + -(15) * 1.5
  / (15 + [15].map { -$0 + 1 }.reduce(0, +)) + -(16) * 1.5 / (16 + [16].map { -$0 + 1 }.reduce(0, +)) + -(17)
  * 1.5 / (17 + [17].map { -$0 + 1 }.reduce(0, +)) + -(18) * 1.5 / (18 + [18].map { -$0 + 1 }.reduce(0, +))
  + -(19) * 1.5 / (19 + [19].map { -$0 + 1 }.reduce(0, +)) + -(20) * 1.5
  / (20 + [20].map { -$0 + 1 }.reduce(0, +)) + -(21) * 1.5 / (21 + [21].map { -$0 + 1 }.reduce(0, +)) + -(22)
  * 1.5 / (22 + [22].map { -$0 + 1 }.reduce(0, +)) + -(23) * 1.5 / (23 + [23].map { -$0 + 1 }.reduce(0, +))
  + -(24) * 1.5 / (24 + [24].map { -$0 + 1 }.reduce(0, +))
