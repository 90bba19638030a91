import Dispatch
import Foundation
import TestSupport
import Testing

@testable import MiniOperations

@Suite struct `Quality of service, and queues below queues` {
  /// The qualities at which these operations ran, each on a thread of the queue's choice.
  private func qualities(
    of queueQuality: QualityOfService?, _ operationQualities: [QualityOfService?]
  ) async throws -> [QualityOfService] {
    try await onThread {
      let seen = Locked<[QualityOfService]>([])
      let queue = MiniOperationQueue()
      queue.maxConcurrentOperationCount = 1
      if let queueQuality { queue.qualityOfService = queueQuality }
      for quality in operationQualities {
        let operation = MiniBlockOperation { seen.withLock { $0.append(Thread.current.qualityOfService) } }
        if let quality { operation.qualityOfService = quality }
        queue.addOperation(operation)
      }
      queue.waitUntilAllOperationsAreFinished()
      return seen.withLock { $0 }
    }
  }

  @Test func `Q20: the queue's quality is the default, and the operation's own wins`() async throws {
    let seen = try await qualities(of: .utility, [nil, .userInitiated, nil, .background])
    #expect(seen == [.utility, .userInitiated, .utility, .background])
  }

  @Test func `Q20: all blocks of an operation run at its quality`() async throws {
    let seen = try await onThread {
      let seen = Locked<[QualityOfService]>([])
      let (one, other) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let operation = MiniBlockOperation {
        one.signal()
        other.wait()
        seen.withLock { $0.append(Thread.current.qualityOfService) }
      }
      operation.addExecutionBlock {
        other.signal()
        one.wait()
        seen.withLock { $0.append(Thread.current.qualityOfService) }
      }
      operation.qualityOfService = .userInitiated
      MiniOperationQueue().addOperations([operation], waitUntilFinished: true)
      return seen.withLock { $0 }
    }
    #expect(seen == [.userInitiated, .userInitiated])
  }

  // MARK: Underlying queues

  @Test func `Q21: operations run on the underlying queue`() async throws {
    let labels = try await onThread {
      let key = DispatchSpecificKey<String>()
      let below = DispatchQueue(label: "below")
      below.setSpecific(key: key, value: "below")
      let labels = Locked<[String]>([])
      let queue = MiniOperationQueue()
      queue.underlyingQueue = below
      let note: @Sendable () -> Void = {
        let label = DispatchQueue.getSpecific(key: key) ?? "elsewhere"
        labels.withLock { $0.append(label) }
      }
      queue.addOperation(note)
      queue.addBarrierBlock(note)
      queue.waitUntilAllOperationsAreFinished()
      queue.underlyingQueue = nil
      queue.addOperation(note)
      queue.waitUntilAllOperationsAreFinished()
      return labels.withLock { $0 }
    }
    #expect(labels == ["below", "below", "elsewhere"])
  }

  @Test func `Q21: a queue with operations refuses another underlying queue`() {
    let steps = QueueSteps()
    steps.queue.name = "images"
    steps.queue.isSuspended = true
    steps.queue.addBarrierBlock {}
    let misuses = Misuses.during { steps.queue.underlyingQueue = DispatchQueue(label: "below") }
    #expect(misuses.map(\.rule) == [.underlyingQueueRefused])
    #expect(steps.queue.underlyingQueue == nil)
    #expect(
      misuses[0].message.hasPrefix("The underlying queue of 'images' was changed while it had operations."))
  }
}
