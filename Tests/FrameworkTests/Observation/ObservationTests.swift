import TestSupport
import Testing

@testable import MiniOperations

@Suite struct `Observing an operation` {
  @Test func `Every documented key announces its changes`() {
    let (trace, workers) = (Trace(), SteppedWorkers())
    let queue = MiniOperationQueue(workers: workers)
    let (dependency, operation) = (PlainOperation("B"), PlainOperation("A"))
    func watch<Value>(
      _ name: String, _ key: KeyPath<MiniOperation, Value>, _ text: @escaping @Sendable (Value) -> String
    ) {
      trace.keep(
        operation.observe(key, options: [.new]) { _, change in
          trace("\(name)=\(change.newValue.map(text) ?? "-")")
        })
    }
    watch("isCancelled", \.isCancelled) { "\($0)" }
    watch("isAsynchronous", \.isAsynchronous) { "\($0)" }
    watch("isExecuting", \.isExecuting) { "\($0)" }
    watch("isFinished", \.isFinished) { "\($0)" }
    watch("isReady", \.isReady) { "\($0)" }
    watch("dependencies", \.dependencies) { "\($0.compactMap(\.name))" }
    watch("queuePriority", \.queuePriority) { "\($0)" }
    watch("completionBlock", \.completionBlock) { $0 == nil ? "nil" : "set" }
    watch("name", \.name) { $0 ?? "nil" }

    operation.name = "resize"
    operation.queuePriority = .high
    operation.completionBlock = {}
    operation.willChangeValue(for: \.isAsynchronous)
    operation.didChangeValue(for: \.isAsynchronous)
    operation.addDependency(dependency)
    queue.addOperations([dependency, operation], waitUntilFinished: false)
    workers.run()
    operation.cancel()
    #expect(
      trace.events == [
        "name=resize", "queuePriority=high", "completionBlock=set", "isAsynchronous=false",
        "dependencies=[\"B\"]", "isReady=false", "isReady=true", "isExecuting=true", "isExecuting=false",
        "isFinished=true",
      ])
  }

  @Test func `Options: none, old, new, initial, prior`() {
    let trace = Trace()
    let operation = PlainOperation("A")
    let options: [(String, MiniObservingOptions)] = [
      ("none", []), ("old", .old), ("new", .new), ("both", [.old, .new]), ("initial", [.initial, .new]),
      ("prior", [.prior, .old, .new]), ("bare initial", .initial),
      ("bare prior", .prior),
    ]
    for (name, options) in options {
      trace.keep(
        operation.observe(\.queuePriority, options: options) { _, change in
          let (old, new) = (change.oldValue.map { "\($0)" }, change.newValue.map { "\($0)" })
          trace("\(name)\(change.isPrior ? " before" : ""): \(old ?? "-") \(new ?? "-")")
        })
    }
    trace("| veryHigh")
    operation.queuePriority = .veryHigh
    #expect(
      trace.events == [
        "initial: - normal", "bare initial: - -", "| veryHigh", "prior before: normal -",
        "bare prior before: - -", "none: - -", "old: normal -", "new: - veryHigh", "both: normal veryHigh",
        "initial: - veryHigh",
        "prior: normal veryHigh", "bare initial: - -", "bare prior: - -",
      ])
  }

  @Test func `The observation ends with its token`() {
    let trace = Trace()
    let operation = PlainOperation("A")
    var kept: MiniObservation? = operation.observe(\.queuePriority) { _, _ in trace("kept") }
    let ended = operation.observe(\.queuePriority) { _, _ in trace("ended") }
    operation.queuePriority = .high
    ended.invalidate()
    ended.invalidate()
    operation.queuePriority = .low
    withExtendedLifetime(kept) {}
    kept = nil
    operation.queuePriority = .normal
    #expect(trace.events == ["kept", "ended", "kept"])
  }

  @Test func `A token that is not kept ends at once, and the observer's captures are released`() {
    weak var captured: MiniOperation?
    let operation = PlainOperation("A")
    do {
      let object = MiniOperation()
      captured = object
      _ = operation.observe(\.isFinished) { _, _ in _ = object.isReady }
    }
    #expect(captured == nil)
  }

  @Test func `A token does not keep the operation, and may outlive it`() {
    weak var gone: MiniOperation?
    var token: MiniObservation?
    do {
      let operation = PlainOperation("A")
      token = operation.observe(\.isFinished) { _, _ in }
      gone = operation
    }
    #expect(gone == nil)
    token?.invalidate()
    token = nil
  }
}
