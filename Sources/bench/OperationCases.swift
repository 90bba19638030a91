import Foundation

/// The cases, for either framework.
enum OperationCases<Side: Framework> {
  /// Seconds for one run of `n` operations, from their creation to the last finish; nil if it cannot run.
  static func seconds(_ workload: Workload, limit: Int, n: Int) -> Double? {
    let queue = Side.makeQueue()
    queue.maxConcurrentOperationCount = limit
    // Operations are released after the clock has stopped, the last ones first, so that no release causes
    // the next.
    var kept = Kept<Side>()
    kept.operations.reserveCapacity(n)
    defer { while kept.operations.popLast() != nil {} }

    queue.isSuspended = workload == .suspended || workload == .cancelAll
    let watch = ContinuousClock()
    var start = watch.now
    guard add(workload, n: n, to: queue, keeping: &kept) else { return nil }
    if workload == .cancelAll {
      start = watch.now
      queue.cancelAllOperations()
    }
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
    return (watch.now - start) / Duration.seconds(1)
  }

  /// How many bytes the heap grows for each operation that is added to a suspended queue.
  static func bytes(_ workload: Workload, n: Int) -> Double? {
    let queue = Side.makeQueue()
    var kept = Kept<Side>()
    kept.operations.reserveCapacity(n)
    kept.observations.reserveCapacity(n)
    queue.isSuspended = true
    defer {
      queue.cancelAllOperations()
      queue.isSuspended = false
      queue.waitUntilAllOperationsAreFinished()
      while kept.operations.popLast() != nil {}
    }
    guard let before = Platform.heapBytes, add(workload, n: n, to: queue, keeping: &kept),
      let after = Platform.heapBytes
    else { return nil }
    return Double(after - before) / Double(n)
  }

  /// Makes and adds `n` operations; false if this framework cannot do it.
  private static func add(
    _ workload: Workload, n: Int, to queue: Side.Queue, keeping kept: inout Kept<Side>
  ) -> Bool {
    switch workload {
    case .independent, .suspended, .cancelAll:
      for _ in 0..<n { queue.addOperation(Side.makeEmpty()) }
    case .blocks:
      for _ in 0..<n { queue.addOperation {} }
    case .manual:
      for _ in 0..<n { queue.addOperation(Side.makeManual()) }
    case .producers8, .producers64:
      // Safety: both frameworks' queues may be used on all threads.
      nonisolated(unsafe) let queue = queue
      Producers.run(workload.producers) { number in
        for _ in stride(from: number, to: n, by: workload.producers) { queue.addOperation(Side.makeEmpty()) }
      }
    case .observed:
      for _ in 0..<n {
        let operation = Side.makeEmpty()
        guard let observation = Side.observe(operation) else { return false }
        kept.observations.append(observation)
        queue.addOperation(operation)
      }
    case .chain, .fanIn, .fanOut:
      for _ in 0..<n { kept.operations.append(Side.makeEmpty()) }
      connect(kept.operations, workload)
      // In one call, so that the whole graph waits before the first one starts. With operations added one by
      // one, it would be random how far the workers get meanwhile.
      queue.addOperations(kept.operations, waitUntilFinished: false)
    }
    return true
  }

  private static func connect(_ operations: [Side.Queue.Job], _ workload: Workload) {
    for index in operations.indices.dropFirst() {
      switch workload {
      case .chain: operations[index].addDependency(operations[index - 1])
      case .fanIn: operations[0].addDependency(operations[index])
      case .fanOut: operations[index].addDependency(operations[0])
      default: return
      }
    }
  }
}

/// The objects that must outlive a run.
private struct Kept<Side: Framework> {
  var operations: [Side.Queue.Job] = []
  var observations: [AnyObject] = []
}
