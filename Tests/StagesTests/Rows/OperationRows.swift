import Foundation
import TestSupport

/// The rows O of the behaviour table, each as a question to one stage.
///
/// A row that needs a word which the stage does not have throws, and so is not satisfied.
struct OperationRows<P: Probe> {
  typealias Row = @Sendable () throws -> Bool
  let rows: [String: Row] = [
    "O1": {
      let new = P(Hooks())
      return new.isReady && !new.isExecuting && !new.isFinished && !new.isCancelled
    },
    "O2": {
      let (bench, caller) = (Bench<P>(), ObjectIdentifier(Thread.current))
      let probe = Guarded<P?>(nil)
      let operation = bench.operation(
        "main",
        Hooks(main: {
          let isHere = ObjectIdentifier(Thread.current) == caller
          bench.events.add("here \(isHere), executing \(probe.value?.isExecuting == true)")
        }))
      probe.set(operation)
      operation.start()
      probe.set(nil)
      return bench.events.all == ["main", "here true, executing true"] && operation.isFinished
        && !operation.isExecuting
    },
    "O3": {
      let bench = Bench<P>()
      let operation = bench.operation("main", Hooks(isOpen: { false }))
      operation.start()
      return bench.events.all.isEmpty && !operation.isFinished
    },
    "O4": {
      let bench = Bench<P>()
      let probe = Guarded<P?>(nil)
      let operation = bench.operation(
        "main", Hooks(main: { if bench.events.all.count < 3 { probe.value?.start() } }))
      probe.set(operation)
      operation.start()
      operation.start()
      probe.set(nil)
      return bench.events.all == ["main"] && operation.isFinished
    },
    "O5": {
      let bench = Bench<P>()
      let queue = try bench.queue()
      let operation = bench.operation("main")
      try bench.add(operation, to: queue)
      operation.start()
      let wasRefused = bench.events.all.isEmpty
      try bench.run(queue)
      return wasRefused && bench.events.all == ["main"]
    },
    "O6": {
      let bench = Bench<P>()
      let operation = bench.operation("main")
      for _ in 1...3 { operation.start() }
      return bench.events.all == ["main"]
    },
    "O7": {
      let bench = Bench<P>()
      let operation = bench.operation("main")
      try operation.complete { bench.events.add("completion") }
      operation.cancel()
      operation.start()
      return bench.events.all == ["completion"] && operation.isFinished
    },
    "O8": {
      let operation = P(Hooks())
      operation.cancel()
      let wasFinished = operation.isFinished
      operation.start()
      return !wasFinished && operation.isFinished && operation.isCancelled
    },
    "O9": { Self.turns(looking: false) == 5 },
    "O10": { Self.turns(looking: true) == 2 },
    "O11": {
      let operation = P(Hooks())
      operation.start()
      operation.cancel()
      return !operation.isCancelled
    },
    "O12": {
      let bench = Bench<P>()
      let operation = P(Hooks())
      try operation.hear { bench.events.add($0) }
      operation.cancel()
      operation.cancel()
      return bench.events.all == ["isCancelled"]
    },
    "O13": {
      let (operation, dependency) = (P(Hooks()), P(Hooks()))
      try operation.wait(for: dependency)
      let wasReady = operation.isReady
      operation.cancel()
      return !wasReady && operation.isReady && !dependency.isCancelled && !dependency.isFinished
    },
    "O14": {
      let bench = Bench<P>()
      let queue = try bench.queue(isSuspended: false)
      let isOpen = Guarded(false)
      let gated = bench.operation("gated", Hooks(isOpen: { isOpen.value }))
      try bench.add(gated, bench.operation("first"), to: queue)
      bench.events.waitForOne()
      isOpen.set(true)
      try bench.add(bench.operation("second"), to: queue)
      bench.events.waitForOne()
      try gated.didChangeValue(forKey: "isReady")
      try queue.waitUntilAllOperationsAreFinished()
      return bench.events.all == ["first", "second", "gated"]
    },
    "O15": {
      let (operation, dependency) = (P(Hooks()), P(Hooks()))
      try operation.wait(for: dependency)
      dependency.cancel()
      let wasReady = operation.isReady
      dependency.start()
      return !wasReady && operation.isReady
    },
    "O16": {
      let (operation, dependency) = (P(Hooks()), P(Hooks()))
      try operation.wait(for: dependency)
      dependency.cancel()
      return !operation.isReady
    },
    "O17": {
      let bench = Bench<P>()
      let (left, right) = (try bench.queue(), try bench.queue())
      let (first, second) = (bench.operation("first"), bench.operation("second"))
      try second.wait(for: first)
      try bench.add(second, to: right)
      try right.set(isSuspended: false)
      try bench.add(first, to: left)
      try bench.run(left)
      try right.waitUntilAllOperationsAreFinished()
      return bench.events.all == ["first", "second"]
    },
    "O18": {
      let (operation, one, two) = (P(Hooks()), P(Hooks()), P(Hooks()))
      try operation.wait(for: one)
      try operation.wait(for: two)
      for each in [two, one, operation] { each.start() }
      let listed = try operation.dependencies
      return operation.isFinished && listed.count == 2 && listed[0] === one && listed[1] === two
    },
    "O19": {
      let (operation, dependency) = (P(Hooks()), P(Hooks()))
      try operation.wait(for: dependency)
      try operation.waitNoLonger(for: dependency)
      return operation.isReady
    },
    "O20": {
      let (operation, other) = (P(Hooks()), P(Hooks()))
      try operation.waitNoLonger(for: other)
      return operation.isReady
    },
    "O21": {
      let (operation, dependency) = (P(Hooks()), P(Hooks()))
      try operation.wait(for: dependency)
      try operation.wait(for: dependency)
      return try operation.dependencies.count == 1
    },
    "O22": {
      let bench = Bench<P>()
      let (probe, dependency) = (Guarded<P?>(nil), bench.operation("dependency"))
      let isReady = Guarded(false)
      let operation = bench.operation(
        "main",
        Hooks(main: {
          try? probe.value?.wait(for: dependency)
          isReady.set(probe.value?.isReady == true)
        }))
      probe.set(operation)
      operation.start()
      probe.set(nil)
      let isListed = try operation.dependencies.count == 1
      return isListed && operation.isFinished && isReady.value && bench.events.all == ["main"]
    },
    "O23": {
      let bench = Bench<P>()
      let queue = try bench.queue(isSuspended: false)
      let (operation, dependency) = (bench.operation("main"), bench.operation("dependency"))
      try bench.add(operation, to: queue)
      try queue.waitUntilAllOperationsAreFinished()
      try operation.wait(for: dependency)
      return operation.isFinished && bench.events.all == ["main"]
    },
    "O24": {
      let bench = Bench<P>()
      let queue = try bench.queue(isSuspended: false)
      let (a, b) = (bench.operation("a"), bench.operation("b"))
      try a.wait(for: b)
      try b.wait(for: a)
      try bench.add(a, b, bench.operation("other"), to: queue)
      bench.events.waitForOne()
      let before = [a.isReady, b.isReady]
      a.cancel()
      try queue.waitUntilAllOperationsAreFinished()
      return before == [false, false] && bench.events.all == ["other", "b"]
    },
  ]

  /// How many turns a loop of five makes that is cancelled in the second.
  private static func turns(looking: Bool) -> Int {
    let (turns, probe) = (Guarded(0), Guarded<P?>(nil))
    let operation = P(
      Hooks(main: {
        for turn in 1...5 {
          if looking && probe.value?.isCancelled == true { return }
          turns.set(turn)
          if turn == 2 { probe.value?.cancel() }
        }
      }))
    probe.set(operation)
    operation.start()
    probe.set(nil)
    return turns.value
  }
}
