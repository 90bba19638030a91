// Exercise 05: a pipeline
//
// Wrong: the results stand in the order in which the inputs ended.

import Foundation
import MiniOperations

/// One step of a pipeline: makes a result from the results of the steps before it.
public final class Step: MiniOperation, @unchecked Sendable {
  // Unchecked: the variables are touched while `lock` is held, the rest is constant.

  /// Somebody who gets the result, held weakly: the other one holds this step already, as a dependency.
  private struct Receiver {
    weak var step: Step?
    let place: Int
  }

  private let work: @Sendable ([String]) -> String
  private let lock = NSLock()
  private let inputCount: Int
  private var given: [String] = []
  private var receivers: [Receiver] = []
  private var made: String?

  /// What the work has made; nil until then, and for ever when the step was cancelled.
  ///
  /// Any thread may ask at any time.
  public var result: String? { lock.withLock { made } }

  /// Makes a step that runs `work` on the results of `inputs`, in this order.
  public init(_ name: String, after inputs: [Step] = [], work: @escaping @Sendable ([String]) -> String) {
    self.work = work
    inputCount = inputs.count
    super.init()
    self.name = name
    for (place, input) in inputs.enumerated() {
      addDependency(input)
      input.lock.withLock { input.receivers.append(Receiver(step: self, place: place)) }
      // It may have ended before this step was made.
      if let result = input.result { give(result, at: place) }
    }
  }

  public override func main() {
    let results = lock.withLock { given }
    guard results.count == inputCount else {
      cancel()
      return
    }
    let result = work(results)
    if isCancelled { return }
    let receivers = lock.withLock {
      made = result
      return self.receivers
    }
    for receiver in receivers { receiver.step?.give(result, at: receiver.place) }
  }

  private func give(_ result: String, at place: Int) { lock.withLock { given.append(result) } }
}
