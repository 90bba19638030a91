// Exercise 05: a pipeline
//
// Wrong: each holds the next one and the next one holds it, so none is ever let go of.

import Foundation
import MiniOperations

/// One step of a pipeline: makes a result from the results of the steps before it.
public final class Step: MiniOperation, @unchecked Sendable {
  // Unchecked: the variables are touched while `lock` is held, the rest is constant.

  /// Somebody who gets the result.
  private struct Receiver {
    let step: Step
    let place: Int
  }

  private let work: @Sendable ([String]) -> String
  private let lock = NSLock()
  private var given: [String?]
  private var receivers: [Receiver] = []
  private var made: String?

  /// What the work has made; nil until then, and for ever when the step was cancelled.
  ///
  /// Any thread may ask at any time.
  public var result: String? { lock.withLock { made } }

  /// Makes a step that runs `work` on the results of `inputs`, in this order.
  public init(_ name: String, after inputs: [Step] = [], work: @escaping @Sendable ([String]) -> String) {
    self.work = work
    given = inputs.map { _ in nil }
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
    let results = lock.withLock { given.compactMap { $0 } }
    guard results.count == lock.withLock({ given.count }) else {
      cancel()
      return
    }
    let result = work(results)
    if isCancelled { return }
    let receivers = lock.withLock {
      made = result
      return self.receivers
    }
    for receiver in receivers { receiver.step.give(result, at: receiver.place) }
  }

  private func give(_ result: String, at place: Int) { lock.withLock { given[place] = result } }
}
