import Dispatch

/// The closest equivalents in bare Grand Central Dispatch, with `async(group:)`.
///
/// A concurrent queue represents every limit above one, a serial queue a limit of one. Asynchronous work ends
/// later than its block, so a semaphore limits how much of it is in flight.
enum DispatchCases {
  /// Seconds for one run of `n` empty blocks; nil if there is no equivalent.
  static func seconds(_ workload: Workload, limit: Int, n: Int) -> Double? {
    let isSerial = limit == 1 || workload == .chain
    let queue = DispatchQueue(label: "bench", attributes: isSerial ? [] : .concurrent)
    let group = DispatchGroup()
    let watch = ContinuousClock()
    let start = watch.now
    // Graphs, and queues that are suspended, wait whole before the first block starts, as in
    // ``OperationCases``: else it is random how many have run before the last one is added.
    let waits = [.chain, .fanIn, .fanOut, .suspended].contains(workload)
    if waits { queue.suspend() }
    switch workload {
    case .independent, .blocks, .suspended, .chain:
      // A serial queue runs the blocks in the order of the chain.
      for _ in 0..<n { queue.async(group: group) {} }
    case .fanIn:
      let last = DispatchGroup()
      for _ in 1..<n { queue.async(group: last) {} }
      group.enter()
      last.notify(queue: queue) { group.leave() }
    case .fanOut:
      let first = DispatchGroup()
      queue.async(group: first) {}
      for _ in 1..<n {
        group.enter()
        first.notify(queue: queue) { group.leave() }
      }
    case .manual:
      let slots = DispatchSemaphore(value: limit)
      for _ in 0..<n {
        slots.wait()
        group.enter()
        queue.async {
          finisher.async {
            slots.signal()
            group.leave()
          }
        }
      }
    case .producers8, .producers64:
      Producers.run(workload.producers) { number in
        for _ in stride(from: number, to: n, by: workload.producers) { queue.async(group: group) {} }
      }
    case .cancelAll, .observed:
      return nil
    }
    if waits { queue.resume() }
    group.wait()
    return (watch.now - start) / Duration.seconds(1)
  }
}
