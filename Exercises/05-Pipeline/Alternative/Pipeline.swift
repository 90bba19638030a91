// Exercise 05: a pipeline
//
// Built the other way round: a step does not read results, it receives them. Each step knows its dependents
// and stores its result in each of them, at the index of the input.

import Foundation
import MiniOperations

/// One step of a pipeline: makes a result from the results of its inputs.
public final class Step: MiniOperation, @unchecked Sendable {
  // Unchecked: the variables are read and written while `lock` is held, the rest is constant.

  /// A dependent, referred to weakly: it retains this step already, as a dependency.
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

  /// The text that the work returned; nil if the step has not finished, or was cancelled.
  ///
  /// Any thread may read it at any time.
  public var result: String? { isFinished && !isCancelled ? lock.withLock { made } : nil }

  /// Creates a step that calls `work` with the results of `inputs`, in this order.
  public init(_ name: String, after inputs: [Step] = [], work: @escaping @Sendable ([String]) -> String) {
    self.inputs = inputs
    self.work = work
    given = inputs.map { _ in nil }
    super.init()
    self.name = name
    for (place, input) in inputs.enumerated() {
      addDependency(input)
      // Under one lock: either the input will find this receiver, or its result is there already.
      let early = input.lock.withLock {
        input.receivers.append(Receiver(step: self, place: place))
        return input.made
      }
      if let early { give(early, at: place) }
    }
  }

  public override func main() {
    let results = lock.withLock { given.compactMap { $0 } }
    // An input may have been cancelled after it passed its result on. All inputs have finished, so none can
    // be cancelled from now on.
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
