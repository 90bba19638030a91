import TestSupport
import Testing

@testable import MiniOperations

@Suite struct `Key paths with a subclass as their root` {
  private class Plain: MiniOperation, @unchecked Sendable {}

  private class Overriding: MiniOperation, @unchecked Sendable {
    // Unchecked: changed and read on the thread of the test alone.
    var phase = 0
    override var isExecuting: Bool { phase == 1 }
    override var isFinished: Bool { phase == 2 }

    override func start() {
      willChangeValue(for: \Overriding.isExecuting)
      phase = 1
      didChangeValue(for: \Overriding.isExecuting)
    }

    func end() {
      willChangeValue(for: \Overriding.isExecuting)
      willChangeValue(for: \Overriding.isFinished)
      phase = 2
      didChangeValue(for: \Overriding.isExecuting)
      didChangeValue(for: \Overriding.isFinished)
    }
  }

  private final class Final: MiniOperation, @unchecked Sendable {
    // Unchecked: changed and read on the thread of the test alone.
    var phase = 0
    var isPaused = false
    override var isExecuting: Bool { phase == 1 }
    override var isFinished: Bool { phase == 2 }

    override func start() {
      willChangeValue(for: \Final.isExecuting)
      phase = 1
      didChangeValue(for: \Final.isExecuting)
    }

    func end() {
      willChangeValue(for: \Final.isExecuting)
      willChangeValue(for: \Final.isFinished)
      phase = 2
      didChangeValue(for: \Final.isExecuting)
      didChangeValue(for: \Final.isFinished)
    }

    func pause() {
      willChangeValue(for: \Final.isPaused)
      isPaused = true
      didChangeValue(for: \Final.isPaused)
    }
  }

  /// The values that an observer of each key was given, in order; `watch` is given the trace.
  private func events(of operation: MiniOperation, _ run: () -> Void) -> [String] {
    let trace = Trace()
    let observations = [
      operation.observe(forKey: "isReady", options: [.old, .new]) {
        trace("isReady \($1.oldValue!) → \($1.newValue!)")
      },
      operation.observe(forKey: "isExecuting", options: [.old, .new]) {
        trace("isExecuting \($1.oldValue!) → \($1.newValue!)")
      },
      operation.observe(forKey: "isFinished", options: [.old, .new]) {
        trace("isFinished \($1.oldValue!) → \($1.newValue!)")
      },
    ]
    withExtendedLifetime(observations, run)
    return trace.events
  }

  @Test func `O39: every inherited key is known by the path of a subclass`() {
    #expect(Key.of(\Plain.isFinished) == .isFinished)
    #expect(Key.of(\Overriding.isFinished) == .isFinished)
    #expect(Key.of(\Plain.isExecuting) == .isExecuting)
    #expect(Key.of(\Plain.isReady) == .isReady)
    #expect(Key.of(\Plain.isCancelled) == .isCancelled)
    #expect(Key.of(\Plain.isAsynchronous) == .isAsynchronous)
    #expect(Key.of(\Plain.isConcurrent) == .isConcurrent)
    #expect(Key.of(\Plain.dependencies) == .dependencies)
    #expect(Key.of(\Plain.queuePriority) == .queuePriority)
    #expect(Key.of(\Plain.completionBlock) == .completionBlock)
    #expect(Key.of(\Plain.name) == .name)
    #expect(Key.of(\Plain.qualityOfService) == .qualityOfService)
    #expect(Key.of(\Final.isPaused) == nil)
  }

  @Test func `O39: an inherited property is observed by the path of a subclass`() {
    let (operation, trace) = (Plain(), Trace())
    let observation = operation.observe(\Plain.isFinished, options: [.old, .new]) { operation, change in
      trace("\(type(of: operation)) \(change.oldValue!) → \(change.newValue!)")
    }
    operation.start()
    withExtendedLifetime(observation) {}
    #expect(trace.events == ["Plain false → true"])
  }

  @Test func `O39: an overridden property is announced by the path of a subclass`() {
    let operation = Overriding()
    let events = events(of: operation) {
      operation.start()
      operation.end()
    }
    #expect(events == ["isExecuting false → true", "isExecuting true → false", "isFinished false → true"])
    #expect(operation.currentFlags.contains(.finished))
  }

  @Test func `O39: in a final class each state that has changed is announced, once`() {
    let steps = QueueSteps()
    let operation = Final()
    steps.add(operation)
    let events = events(of: operation) {
      steps.run()
      operation.end()
    }
    #expect(events == ["isExecuting false → true", "isExecuting true → false", "isFinished false → true"])
    #expect(steps.queue.operationCount == 0)
  }

  @Test func `O39: without an announcement before the change, in a final class all states are announced`() {
    let operation = Final()
    let trace = Trace()
    let observation = operation.observe(forKey: "isFinished", options: [.new]) { trace("\($1.newValue!)") }
    operation.phase = 2
    operation.didChangeValue(for: \Final.isFinished)
    withExtendedLifetime(observation) {}
    #expect(trace.events == ["true"])
    #expect(operation.currentFlags.contains(.finished))
  }

  @Test
  func `O39: an observer of a final class's property is notified when its value changes, until it ends`() {
    let (operation, trace) = (Final(), Trace())
    let finished = operation.observe(\Final.isFinished, options: [.initial, .old, .new]) { _, change in
      trace("finished \(change.oldValue.map { "\($0)" } ?? "at first") → \(change.newValue!)")
    }
    let paused = operation.observe(\Final.isPaused) { operation, change in
      trace("paused \(operation.isPaused), \(change.oldValue == nil && change.newValue == nil)")
    }
    operation.start()
    operation.pause()
    operation.end()
    withExtendedLifetime(paused) {}
    finished.invalidate()
    operation.phase = 0
    operation.didChangeValue(for: \Final.isFinished)
    #expect(trace.events == ["finished at first → false", "paused true, true", "finished false → true"])
  }
}
