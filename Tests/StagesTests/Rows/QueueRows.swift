import Foundation
import TestSupport

/// The rows Q of the behaviour table, each as a question to one stage.
struct QueueRows<P: Probe> {
  let rows: [String: OperationRows<P>.Row] = [
    "Q1": {
      let bench = Bench<P>()
      let queue = try bench.queue()
      for number in 1...5 { try bench.add(bench.operation("\(number)"), to: queue) }
      try bench.run(queue)
      return bench.events.all == ["1", "2", "3", "4", "5"]
    },
    "Q2": {
      let bench = Bench<P>()
      let queue = try bench.queue()
      let operations = ["veryLow", "low", "normal", "high", "raised"].map { bench.operation($0) }
      for (operation, priority) in zip(operations, [-8, -4, 0, 4, -8]) {
        try operation.set(priority: priority)
        try bench.add(operation, to: queue)
      }
      try operations[4].set(priority: 8)
      try bench.run(queue)
      return bench.events.all == ["raised", "high", "normal", "low", "veryLow"]
    },
    "Q3": {
      let bench = Bench<P>()
      let queue = try bench.queue()
      let (high, low, dependency) = (bench.operation("hi"), bench.operation("lo"), bench.operation("dep"))
      try high.set(priority: 8)
      try low.set(priority: -8)
      try high.wait(for: dependency)
      try bench.add(high, low, dependency, to: queue)
      try bench.run(queue)
      return bench.events.all == ["dep", "hi", "lo"]
    },
    "Q4": {
      let bench = Bench<P>()
      let queue = try bench.queue(isSuspended: false)
      let (low, finish) = bench.manual("low")
      try low.set(priority: -4)
      try bench.add(low, to: queue)
      bench.events.waitForOne()
      let high = bench.operation("high")
      try high.set(priority: 8)
      try bench.add(high, to: queue)
      bench.events.add("low ends")
      try finish()
      try queue.waitUntilAllOperationsAreFinished()
      return bench.events.all == ["low", "low ends", "high"]
    },
    "Q5": { try P.Queue.make().maxConcurrentOperationCount == -1 },
    "Q6": {
      let bench = Bench<P>()
      let queue = try bench.queue()
      let operations = (0...7).map { bench.operation("\($0)") }
      for number in 5...6 { try operations[number].set(priority: 4) }
      try operations[1].wait(for: operations[7])
      for operation in operations { try bench.add(operation, to: queue) }
      try bench.run(queue)
      return bench.events.all == ["5", "6", "0", "2", "3", "4", "7", "1"]
    },
    "Q7": {
      let bench = Bench<P>()
      let queue = try bench.queue(limit: 2, isSuspended: false)
      let manuals = (1...4).map { _ in bench.manual("start") }
      for (operation, _) in manuals { try bench.add(operation, to: queue) }
      for _ in 1...2 { bench.events.waitForOne() }
      let executing = { manuals.filter { $0.0.isExecuting }.count }
      var counts = [executing()]
      try queue.set(limit: 1)
      counts.append(executing())
      // One goes, and the other fills the limit by itself: nothing new is started.
      try manuals.first { $0.0.isExecuting }?.finish()
      counts.append(executing())
      for _ in 1...3 {
        try manuals.first { $0.0.isExecuting }?.finish()
        if try !queue.operations.isEmpty { bench.events.waitForOne() }
        counts.append(executing())
      }
      return counts == [2, 2, 1, 1, 1, 0]
    },
    "Q8": {
      let bench = Bench<P>()
      let queue = try bench.queue(limit: 0, isSuspended: false)
      try bench.add(bench.operation("main"), to: queue)
      try queue.set(limit: -2)
      let isRefused = try queue.limit == 0
      bench.events.add("limit 1")
      try queue.set(limit: 1)
      try queue.waitUntilAllOperationsAreFinished()
      return isRefused && bench.events.all == ["limit 1", "main"]
    },
    "Q9": {
      let bench = Bench<P>()
      let queue = try bench.queue(isSuspended: false)
      let (running, finish) = bench.manual("running")
      try bench.add(running, to: queue)
      bench.events.waitForOne()
      try queue.set(isSuspended: true)
      try bench.add(bench.operation("next"), to: queue)
      try finish()
      let ended = try running.isFinished && queue.operations.count == 1
      bench.events.add("resumed")
      try bench.run(queue)
      return ended && bench.events.all == ["running", "resumed", "next"]
    },
    "Q10": {
      let bench = Bench<P>()
      let queue = try bench.queue()
      let operation = bench.operation("main")
      try bench.add(operation, to: queue)
      try queue.cancelAllOperations()
      let isKept = try queue.operations.count == 1 && !operation.isFinished
      try bench.run(queue)
      return isKept && operation.isFinished && bench.events.all.isEmpty
    },
    "Q11": {
      let bench = Bench<P>()
      let queue = try bench.queue(isSuspended: false)
      let (running, finish) = bench.manual("running")
      let waiting = bench.operation("waiting")
      try bench.add(running, waiting, to: queue)
      bench.events.waitForOne()
      try queue.cancelAllOperations()
      let both = try running.isCancelled && waiting.isCancelled && queue.operations.count == 2
      try finish()
      try queue.waitUntilAllOperationsAreFinished()
      return both && bench.events.all == ["running"]
    },
    "Q12": {
      let bench = Bench<P>()
      let (queue, other) = (try bench.queue(), try bench.queue())
      let (operation, finished) = (bench.operation("main"), bench.operation("finished"))
      finished.start()
      try bench.add(operation, operation, finished, to: queue)
      try bench.add(operation, to: other)
      let counts = try [queue.operations.count, other.operations.count]
      try bench.run(queue)
      try bench.run(other)
      return counts == [1, 0] && bench.events.all == ["finished", "main"]
    },
    "Q13": {
      let bench = Bench<P>()
      weak var operation: P?
      weak var queue: P.Queue?
      do {
        let (made, added) = (try bench.queue(), bench.operation("main"))
        (queue, operation) = (made, added)
        try bench.add(added, to: made)
      }
      let isKept = operation != nil && queue != nil
      if let queue { try bench.run(queue) }
      return isKept && bench.events.all == ["main"]
    },
    "Q14": {
      let bench = Bench<P>()
      let queue = try bench.queue()
      let operations = (1...6).map { bench.operation("\($0)") }
      try operations[3].set(priority: 8)
      for operation in operations { try bench.add(operation, to: queue) }
      return try zip(queue.operations, operations).allSatisfy { $0 === $1 } && queue.operations.count == 6
    },
    "Q15": {
      let queue = try Bench<P>().queue(isSuspended: false)
      try queue.addBarrierBlock {}
      return true
    },
    "Q16": {
      let bench = Bench<P>()
      let queue = try bench.queue(isSuspended: false)
      try queue.waitUntilAllOperationsAreFinished()
      let first = bench.operation(
        "1", Hooks(main: { try? bench.add(bench.operation("2"), to: queue) }))
      try bench.add(first, to: queue)
      try queue.waitUntilAllOperationsAreFinished()
      return bench.events.all == ["1", "2"]
    },
    "Q17": { try P.Queue.current == nil },
    "Q18": { try P.Queue.main === P.Queue.main },
    "Q19": { try P.Queue.make().progressOfQueue == 0 },
    "Q20": { try P.Queue.make().qualityOfServiceOfQueue == 0 },
    "Q21": { try P.Queue.make().underlyingQueueOfQueue == 0 },
    "Q22": {
      try P.Queue.make().observe(forKey: "operationCount")
      return true
    },
    "Q23": { try P.Queue.make().name != nil },
    "Q25": {
      let bench = Bench<P>()
      let queue = try bench.queue(isSuspended: false)
      let isOpen = Guarded(false)
      let gated = bench.operation("gated", Hooks(isOpen: { isOpen.value }))
      try bench.add(gated, to: queue)
      isOpen.set(true)
      try queue.set(isSuspended: true)
      try queue.set(isSuspended: false)
      try bench.add(bench.operation("other"), to: queue)
      bench.events.waitForOne()
      bench.events.add("announced")
      try gated.didChangeValue(forKey: "isReady")
      try queue.waitUntilAllOperationsAreFinished()
      return bench.events.all == ["other", "announced", "gated"]
    },
    "Q27": {
      let bench = Bench<P>()
      let queue = try bench.queue()
      let probe = Guarded<P?>(nil)
      let raised = bench.operation(
        "raised",
        Hooks(isOpen: {
          // The queue is taking it in and has asked; now the priority changes.
          try? probe.value?.set(priority: 8)
          return true
        }))
      try bench.add(bench.operation("first"), to: queue)
      probe.set(raised)
      try bench.add(raised, to: queue)
      probe.set(nil)
      try bench.run(queue)
      return bench.events.all == ["raised", "first"]
    },
    "Q28": {
      let depth = Guarded(0)
      @Sendable func nest() {
        depth.withLock { $0 += 1 }
        guard depth.value < 600, let queue = try? P.Queue.make() else { return }
        try? Bench<P>().add(P(Hooks(main: { nest() })), to: queue)
        try? queue.waitUntilAllOperationsAreFinished()
      }
      _ = try P.Queue.make()
      nest()
      return depth.value == 600
    },
  ]
}
