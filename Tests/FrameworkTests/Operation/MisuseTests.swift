import Dispatch
import Testing

@testable import MiniOperations

@Suite struct `Misuse tests` {
  /// Makes the mistake.
  private static func make(_ rule: Misuse.Rule) {
    let queue = MiniOperationQueue(workers: SteppedWorkers())
    queue.name = "images"
    let operation = PlainOperation("resize")
    switch rule {
    case .startedBeforeReady:
      for name in ["download", "decode"] { operation.addDependency(PlainOperation(name)) }
      operation.start()
    case .startedWhileExecuting: PlainOperation("resize") { $0.start() }.start()
    case .startedWhileQueued:
      queue.addOperation(operation)
      operation.start()
    case .addedTwice:
      queue.addOperation(operation)
      queue.addOperation(operation)
    case .addedWhileExecuting: PlainOperation("resize") { queue.addOperation($0) }.start()
    case .addedAfterFinish:
      operation.start()
      queue.addOperation(operation)
    case .dependsOnItself: operation.addDependency(operation)
    case .waitsForItself: PlainOperation("resize") { $0.waitForFinish() }.start()
    case .blockAddedTooLate:
      let operation = MiniBlockOperation {}
      operation.name = "resize"
      operation.start()
      operation.addExecutionBlock {}
    case .negativeLimit: queue.maxConcurrentOperationCount = -2
    case .underlyingQueueRefused: queue.underlyingQueue = .main
    case .unknownKey: _ = operation.observe(\DownloadOperation.secret) { _, _ in }
    }
  }

  @Test(arguments: Misuse.Rule.allCases)
  func `Each mistake is reported once, with what happened and what to do instead`(rule: Misuse.Rule) {
    let misuses = Misuses.during { Self.make(rule) }
    #expect(misuses.map(\.rule) == [rule])
    let isAboutAQueue = rule == .negativeLimit || rule == .underlyingQueueRefused
    #expect(misuses.map { $0.operation?.name } == [isAboutAQueue ? nil : "resize"])
    for message in misuses.map(\.message) {
      #expect(message.contains(isAboutAQueue ? "'images'" : "'resize'"))
      #expect(message.split(separator: ". ").count == 2 && message.hasSuffix("."), "\(message)")
    }
  }

  @Test func `With the default handler the message is printed and the program ends`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await inTime { `Misuse tests`.make(.addedTwice) }
    }
    let printed = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      printed.contains(
        "'resize' was added to a queue, but this queue has it already. Add it once; for another run make a new "
          + "one."))
  }

  @Test func `An operation without a name is called by its type, and a closed gate is a separate reason`() {
    let operation = GatedOperation("a gate")
    operation.name = nil
    let misuses = Misuses.during { operation.start() }
    #expect(
      misuses.map(\.message) == [
        "'GatedOperation' was started before it was ready: its isReady is false. "
          + "Add it to a queue, or start it when isReady is true."
      ])
  }

  @Test func `Another queue that has the operation is named`() {
    let queues = ["images", "texts"].map { name in
      let queue = MiniOperationQueue(workers: SteppedWorkers())
      queue.name = name
      return queue
    }
    let operation = PlainOperation("resize")
    queues[0].addOperation(operation)
    let misuses = Misuses.during { queues[1].addOperation(operation) }
    #expect(
      misuses.map(\.message) == [
        "'resize' was added to a queue, but 'images' has it already. "
          + "Add it once; for another run make a new one."
      ])
    #expect(queues.map(\.operationCount) == [1, 0])
  }
}
