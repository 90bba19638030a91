import Foundation
import Testing

@testable import Stage3Dependencies
@testable import Stage4Observation
@testable import Stage5Queue
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

  @Test func `A dependent that is deallocated before its dependency ends is harmless`() {
    let dependency = Stage4Observation.MiniOperation()
    weak var gone: Stage4Observation.MiniOperation?
    do {
      let operation = Stage4Observation.MiniOperation()
      operation.addDependency(dependency)
      gone = operation
    }
    #expect(gone == nil)
    dependency.start()
    #expect(dependency.isFinished)
  }

  @Test func `A dependency that ends while it is being linked is counted down again, on stage 3`() {
    let (dependency, operation) = (HastyOnStage3(), Stage3Dependencies.MiniOperation())
    dependency.isHasty = true
    // Its `isFinished` returns false, and it finishes before the caller uses that.
    operation.addDependency(dependency)
    #expect(dependency.isFinished && operation.isReady)
  }

  @Test func `A dependency that ends while it is being linked is counted down again, on stage 4`() {
    let (dependency, operation) = (HastyOnStage4(), Stage4Observation.MiniOperation())
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

  private final class HastyOnStage3: Stage3Dependencies.MiniOperation, @unchecked Sendable {
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

  private final class HastyOnStage4: Stage4Observation.MiniOperation, @unchecked Sendable {
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

@Suite struct `The schedule of stage 6` {
  @Test func `No more workers are requested than work and limit allow`() {
    var schedule = Stage6Workers.Schedule()
    schedule.limit = 2
    let operations = (1...3).map { _ in Stage6Workers.MiniOperation() }
    for operation in operations {
      schedule.add(operation)
      schedule.edit(operation) { $0.isReady = true }
    }
    var sent = (1...3).map { _ in schedule.sendForWorker() }
    #expect(sent == [true, true, false])
    let taken = (1...2).map { _ in schedule.takeNext() }
    #expect(taken[0] === operations[0] && taken[1] === operations[1])
    sent = [schedule.sendForWorker()]
    schedule.remove(operations[0])
    sent.append(schedule.sendForWorker())
    #expect(sent == [false, true])
  }

  @Test func `A worker that comes too late leaves, and is requested again when there is work`() {
    var schedule = Stage6Workers.Schedule()
    let operation = Stage6Workers.MiniOperation()
    schedule.add(operation)
    schedule.edit(operation) { $0.isReady = true }
    var sent = [schedule.sendForWorker()]
    schedule.isSuspended = true
    var taken = [schedule.takeNext()]
    schedule.isSuspended = false
    sent.append(schedule.sendForWorker())
    taken.append(schedule.takeNext())
    #expect(sent == [true, true])
    #expect(taken[0] == nil && taken[1] === operation)
  }
}

@Suite struct `The workers of stage 6` {
  @Test func `Each of several pieces that wait for each other gets a thread`() {
    let workers = Workers()
    let meeting = Meeting(of: 20)
    let haveMet = isTrueInTime {
      for _ in 1...20 { workers.run { meeting.arrive() } }
      meeting.waitForAll()
      return true
    }
    #expect(haveMet)
  }

  @Test func `A thread without work ends, and the next piece gets a new one`() {
    let workers = Workers(patience: 0)
    let haveEnded = isTrueInTime {
      for _ in 1...3 {
        let ended = Events()
        workers.run { LeavingObserver.report(to: ended) }
        ended.waitForOne()
      }
      return true
    }
    #expect(haveEnded)
  }

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

/// Threads that wait until so many have arrived.
private final class Meeting: Sendable {
  private let count: Int
  private let arrivals = Events()
  private let leave = DispatchSemaphore(value: 0)

  init(of count: Int) { self.count = count }

  func arrive() {
    arrivals.add("")
    leave.wait()
  }

  func waitForAll() {
    for _ in 0..<count { arrivals.waitForOne() }
    for _ in 0..<count { leave.signal() }
  }
}

/// An object stored on a thread; when the thread has ended, it adds an event.
private final class LeavingObserver: Sendable {
  private let events: Events
  private init(_ events: Events) { self.events = events }
  deinit { events.add("gone") }

  static func report(to events: Events) {
    Thread.current.threadDictionary["exit observer"] = LeavingObserver(events)
  }
}
