import Foundation
import TestSupport

/// The rows O26 to O38: what happens at the end, own starts, late ends, threads.
struct EndRows<P: Probe> {
  let rows: [String: OperationRows<P>.Row] = [
    "O26": {
      let bench = Bench<P>()
      let (whole, cancelled) = (bench.operation("main"), bench.operation("never"))
      for operation in [whole, cancelled] {
        try operation.complete { [weak operation] in
          bench.events.add("completion, finished \(operation?.isFinished == true)")
        }
      }
      cancelled.cancel()
      for operation in [whole, cancelled, whole] { operation.start() }
      let (late, finish) = bench.manual("late")
      try late.complete { bench.events.add("completion of late") }
      late.start()
      try finish()
      try finish()
      return bench.events.all == [
        "main", "completion, finished true", "completion, finished true", "late", "completion of late",
      ]
    },
    "O27": {
      let (operation, wasThere) = (P(Hooks()), Guarded<Bool?>(nil))
      try operation.complete { [unowned operation] in wasThere.set(try? operation.hasCompletionBlock) }
      operation.start()
      return wasThere.value == false
    },
    "O28": {
      let bench = Bench<P>()
      let operation = bench.operation("main")
      let failed = Guarded(false)
      let starter = Thread { operation.start() }
      starter.start()
      onThreads(3) {
        do { try operation.waitUntilFinished() } catch { failed.set(true) }
        bench.events.add("released, finished \(operation.isFinished)")
      }
      let released = Array(repeating: "released, finished true", count: 3)
      return !failed.value && bench.events.all.sorted() == ["main"] + released
    },
    "O30": {
      let bench = Bench<P>()
      let (whole, finish) = bench.manual("whole")
      let dependent = bench.operation("dependent")
      try dependent.wait(for: whole)
      whole.start()
      let before = dependent.isReady
      try finish()
      return !before && dependent.isReady && whole.isFinished
    },
    "O32": {
      let goOn = DispatchSemaphore(value: 0)
      let operation = P(Hooks(main: { Thread.detachNewThread { goOn.wait() } }))
      operation.start()
      defer { goOn.signal() }
      return operation.isFinished
    },
    "O33": {
      let operation = P(Hooks())
      operation.start()
      try operation.addExecutionBlock {}
      return true
    },
    "O34": {
      let (operation, threads) = (P(Hooks()), Guarded<[ObjectIdentifier]>([]))
      try operation.hear { _ in threads.withLock { $0.append(ObjectIdentifier(Thread.current)) } }
      onThreads(1) {
        threads.withLock { $0.append(ObjectIdentifier(Thread.current)) }
        operation.cancel()
      }
      return threads.value.count == 2 && threads.value[0] == threads.value[1]
    },
    "O35": {
      let bench = Bench<P>()
      let queue = try bench.queue(isSuspended: false)
      let (never, finish) = bench.manual("never")
      let dependent = bench.operation("dependent")
      try dependent.wait(for: never)
      try bench.add(never, dependent, to: queue)
      bench.events.waitForOne()
      let waits = try !dependent.isReady && queue.operations.count == 2
      try finish()
      try queue.waitUntilAllOperationsAreFinished()
      return waits
    },
    "O36": {
      let bench = Bench<P>()
      let queue = try bench.queue(isSuspended: false)
      let isOver = Guarded(false)
      let late = bench.operation("late", Hooks(isFinished: { isOver.value }))
      let next = bench.operation("next")
      try late.complete { bench.events.add("completion") }
      try next.wait(for: late)
      try bench.add(late, next, to: queue)
      bench.events.waitForOne()
      let held = try !next.isReady && queue.operations.count == 2
      bench.events.add("announced")
      isOver.set(true)
      try late.didChangeValue(forKey: "isFinished")
      try late.waitUntilFinished()
      try queue.waitUntilAllOperationsAreFinished()
      return held && Array(bench.events.all.prefix(2)) == ["late", "announced"]
        && bench.events.all.dropFirst(2).sorted() == ["completion", "next"]
    },
    "O37": {
      try Bench<P>().queue().addOperations([], waitUntilFinished: true)
      return true
    },
    "O38": {
      let bench = Bench<P>()
      let queue = try bench.queue(isSuspended: false)
      let probe = Guarded<P?>(nil)
      let operation = bench.operation(
        "main", Hooks(start: { Thread.detachNewThread { probe.value?.startOfStage() } }))
      probe.set(operation)
      try bench.add(operation, to: queue)
      try queue.waitUntilAllOperationsAreFinished()
      probe.set(nil)
      return bench.events.all == ["main"] && operation.isFinished
    },
  ]
}
