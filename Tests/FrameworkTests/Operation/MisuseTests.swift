import Dispatch
import Testing

@testable import MiniOperations

@Suite struct `Misuse tests` {
  /// The message for each mistake: the operation, what happened, the way out.
  private static let answers: [Misuse.Rule: String] = [
    .startedBeforeReady:
      "'resize' was started before it was ready: it waits for 'download', 'decode'. "
      + "Add it to a queue, or start it when isReady is true.",
    .startedWhileExecuting:
      "'resize' was started while it executes. An operation runs once; make a new one for another run.",
    .startedWhileQueued:
      "'resize' was started by hand, but a queue has it and will start it. "
      + "Either add it to a queue or call start(), not both.",
    .addedTwice:
      "'resize' was added to a queue, but this queue has it already. "
      + "Add it once; for another run make a new one.",
    .addedWhileExecuting:
      "'resize' was added to a queue while it executes. "
      + "Either add it to a queue or call start(), not both.",
    .addedAfterFinish:
      "'resize' was added to a queue although it has finished. "
      + "An operation runs once; make a new one for another run.",
    .dependsOnItself:
      "'resize' was made to depend on itself, so it could never start. "
      + "Leave this dependency out.",
    .waitsForItself:
      "'resize' waits for itself to finish, on the thread that runs it. "
      + "Return from main() instead, or wait on another thread.",
    .blockAddedTooLate:
      "A block was added to 'resize', which has finished. "
      + "Add all blocks before the operation starts, or use another operation.",
    .negativeLimit:
      "The limit of 'images' was set to -2. "
      + "Use 0 to hold the queue, or defaultMaxConcurrentOperationCount for the default limit.",
    .underlyingQueueRefused:
      "The underlying queue of 'images' was set to the main queue. "
      + "Set it before adding operations, to a queue other than the main queue; for that use "
      + "MiniOperationQueue.main.",
    .unknownKey:
      "'resize' has no registered key for '\\DownloadOperation.secret'. "
      + "Write \\.isFinished for a key of MiniOperation, and register a subclass's own key with "
      + "MiniOperation.makeObservable(_:as:).",
  ]

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

  /// A key path prints its property's name only on Apple's platforms; elsewhere the message has its types.
  private static func withKeyName(_ message: String) -> String {
    message.replacing("a property of type Int in DownloadOperation", with: "'\\DownloadOperation.secret'")
  }

  @Test(arguments: Misuse.Rule.allCases)
  func `Each mistake is reported once, with what happened and what to do instead`(rule: Misuse.Rule) {
    let misuses = Misuses.during { Self.make(rule) }
    #expect(misuses.map(\.rule) == [rule])
    #expect(misuses.map { Self.withKeyName($0.message) } == [Self.answers[rule]])
    #expect(misuses.map(\.description) == misuses.map(\.message))
    let isAboutAQueue = rule == .negativeLimit || rule == .underlyingQueueRefused
    #expect(misuses.map { $0.operation?.name } == [isAboutAQueue ? nil : "resize"])
  }

  @Test func `With the default handler the message is printed and the program ends`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await inTime { `Misuse tests`.make(.addedTwice) }
    }
    let printed = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(printed.contains(try #require(Self.answers[.addedTwice])))
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
