import Foundation
import Testing

@testable import Stage4Observation
@testable import Stage6Workers

/// Beyond the rows: the moments between two threads, and memory.
@Suite struct `Between two steps of a stage` {
  @Test func `A dependency that has returned from main but not ended is neither waited for nor counted`() {
    let (other, operation) = (Stage4Observation.MiniOperation(), Stage4Observation.MiniOperation())
    let linker = Linker()
    linker.onQuestion = { operation.addDependency(linker) }
    operation.addDependency(other)
    // `start()` reads `isFinished` after `main()`: the link is made between the two halves of finishing.
    linker.start()
    #expect(!operation.isReady, "it still waits for the other one")
    other.start()
    #expect(operation.isReady)
  }

  @Test func `A dependency that ends while it is being linked is counted down again`() {
    let (dependency, operation) = (Hasty(), Stage4Observation.MiniOperation())
    dependency.isHasty = true
    operation.addDependency(dependency)
    #expect(dependency.isFinished && operation.isReady)
  }

  @Test func `What an observer retains is released after the end, although the operation still exists`() {
    let operation = Stage4Observation.MiniOperation()
    weak var held: Events?
    do {
      let events = Events()
      held = events
      operation.observe { _, key in events.add(key) }
    }
    #expect(held != nil)
    operation.start()
    #expect(held == nil)
    withExtendedLifetime(operation) {}
  }

  @Test func `A queue and its operations are released when the work is done`() {
    let haveGone = isTrueInTime {
      weak var queue: Stage6Workers.MiniOperationQueue?
      weak var operation: Stage6Workers.MiniOperation?
      do {
        let workers = StepByStep()
        let (made, added) = (
          Stage6Workers.MiniOperationQueue(workers: workers), Stage6Workers.MiniOperation()
        )
        (queue, operation) = (made, added)
        made.addOperation(added)
        workers.step()
      }
      return queue == nil && operation == nil
    }
    #expect(haveGone)
  }

  private final class Hasty: Stage4Observation.MiniOperation, @unchecked Sendable {
    // Unchecked: used by one thread.
    var isHasty = false
    override var isFinished: Bool {
      let answer = super.isFinished
      if isHasty {
        isHasty = false
        start()
      }
      return answer
    }
  }

  private final class Linker: Stage4Observation.MiniOperation, @unchecked Sendable {
    // Unchecked: used by one thread.
    var onQuestion: (() -> Void)?
    override var isFinished: Bool {
      let answer = super.isFinished
      if answer { onQuestion.take()?() }
      return answer
    }
  }
}

@Suite struct `The workers of stage 6` {
  @Test func `No piece is lost when threads leave while others add work`() {
    let workers = Workers(patience: 0)
    let done = Events()
    let allDone = isTrueInTime {
      onThreads(4) {
        for _ in 1...500 { workers.run { done.add("") } }
      }
      for _ in 1...2_000 { done.waitForOne() }
      return done.all.count == 2_000
    }
    #expect(allDone)
  }
}

/// Workers that do one piece per call, on the calling thread.
private final class StepByStep: Workers, @unchecked Sendable {
  // Unchecked: used by one thread.
  private var waiting: [@Sendable () -> Void] = []
  override func run(_ piece: @escaping @Sendable () -> Void) { waiting.append(piece) }
  func step() { waiting.removeFirst()() }
}
