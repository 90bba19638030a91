// Exercise 05: a pipeline
//
// Built the other way round: a step does not read results, it receives them. Each one knows its dependents and
// stores its result in each of them, at the place that belongs to it.

import Foundation
import MiniOperations

/// One step of a pipeline: makes a result from the results of the steps before it.
public final class Step: MiniOperation, @unchecked Sendable {
  // Unchecked: the variables are touched while `lock` is held, the rest is constant.

  /// A step that gets the result, held weakly: it holds this one already, as a dependency.
  private struct Receiver {
    weak var step: Step?
    let place: Int
  }

  private let inputs: [Step]
  private let work: @Sendable ([String]) -> String
  private let lock = NSLock()
  private var given: [String?]
  private var receivers: [Receiver] = []
  private var made: String?

  /// What the work has made; nil until then, and forever when the step was cancelled.
  ///
  /// Any thread may ask at any time.
  public var result: String? { isFinished && !isCancelled ? lock.withLock { made } : nil }

  /// Makes a step that runs `work` on the results of `inputs`, in this order.
  public init(_ name: String, after inputs: [Step] = [], work: @escaping @Sendable ([String]) -> String) {
    self.inputs = inputs
    self.work = work
    given = inputs.map { _ in nil }
    super.init()
    self.name = name
    for (place, input) in inputs.enumerated() {
      addDependency(input)
      // Either the input learns of this step, or it already has its result, which is taken here.
      let early = input.lock.withLock {
        input.receivers.append(Receiver(step: self, place: place))
        return input.made
      }
      if let early { give(early, at: place) }
    }
  }

  public override func main() {
    let results = lock.withLock { given.compactMap { $0 } }
    // A result that was given counts only if the step that gave it was not cancelled after all. All of them
    // have ended, so none can be cancelled any more.
    guard results.count == inputs.count, !inputs.contains(where: \.isCancelled) else {
      cancel()
      return
    }
    let result = work(results)
    let receivers = lock.withLock {
      made = result
      return self.receivers
    }
    for receiver in receivers { receiver.step?.give(result, at: receiver.place) }
  }

  private func give(_ result: String, at place: Int) { lock.withLock { given[place] = result } }
}
