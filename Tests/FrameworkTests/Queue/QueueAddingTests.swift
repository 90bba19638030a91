import TestSupport
import Testing

@testable import MiniOperations

@Suite(.watched) struct `What a queue takes in and keeps` {
  @Test func `Q12: an operation that is in a queue is refused by another and by the same`() {
    let (steps, other) = (QueueSteps(), QueueSteps())
    steps.queue.name = "images"
    let operation = steps.add("resize")[0]
    let misuses = Misuses.during {
      other.queue.addOperation(operation)
      steps.queue.addOperation(operation)
    }
    #expect(misuses.map(\.rule) == [.addedTwice, .addedTwice])
    #expect(
      misuses.map(\.message) == [
        "'resize' was added to a queue, but 'images' has it already. Add it once; for another run make a new one.",
        "'resize' was added to a queue, but this queue has it already. Add it once; for another run make a new one.",
      ])
    #expect([steps.queue.operationCount, other.queue.operationCount] == [1, 0])
    steps.run()
    #expect(steps.trace.events == ["resize"])
  }

  @Test func `Q12: an operation that executes is refused`() {
    let steps = QueueSteps()
    let operation = steps.manual("upload")
    operation.start()
    let misuses = Misuses.during { steps.add(operation) }
    #expect(misuses.map(\.rule) == [.addedWhileExecuting])
    #expect(
      misuses.map(\.message) == [
        "'upload' was added to a queue while it executes. Either add it to a queue or call start(), not both."
      ])
    operation.complete()
    #expect(steps.queue.operationCount == 0)
  }

  @Test func `Q12: an operation that has finished is refused, even by the queue that ran it`() {
    let steps = QueueSteps()
    let operation = steps.add("a")[0]
    steps.run()
    let misuses = Misuses.during { steps.add(operation) }
    #expect(misuses.map(\.rule) == [.addedAfterFinish])
    steps.run()
    #expect(steps.trace.events == ["a"])
  }

  @Test func `Q12: if one operation of a batch must be refused, none is added`() {
    let steps = QueueSteps()
    let finished = steps.operation("finished")
    finished.start()
    let (a, b) = (steps.operation("a"), steps.operation("b"))
    let misuses = Misuses.during {
      steps.queue.addOperations([a, finished, b], waitUntilFinished: true)
      steps.queue.addOperations([a, b, a], waitUntilFinished: true)
    }
    #expect(misuses.map(\.rule) == [.addedAfterFinish, .addedTwice])
    #expect(misuses.last?.message.hasPrefix("'a' is in the array of one call twice.") == true)
    #expect(steps.queue.operationCount == 0)
    steps.queue.addOperations([b, a], waitUntilFinished: false)
    steps.run()
    #expect(steps.trace.events == ["finished", "b", "a"])
  }

  // In a process of its own, for the handler is one for the process.
  @Test func `Of refused ones, the rest may be added elsewhere as soon as the misuse is reported`() async {
    await #expect(processExitsWith: .success) {
      await inTime {
        let (queue, other) = (QueueSteps().queue, QueueSteps().queue)
        let (good, finished) = (PlainOperation("good"), PlainOperation("finished"))
        finished.start()
        Misuse.handler = { misuse in
          precondition(misuse.rule == .addedAfterFinish, "\(misuse.message)")
          other.addOperation(good)
        }
        queue.addOperations([good, finished], waitUntilFinished: false)
        precondition(other.operations == [good] && queue.operations == [])
      }
    }
  }

  @Test func `A completion block may add operations to the queue`() {
    let steps = QueueSteps()
    let first = steps.operation("first")
    first.completionBlock = { steps.add("second") }
    steps.add(first)
    steps.run()
    #expect(steps.trace.events == ["first", "second"])
    #expect(steps.queue.operationCount == 0)
  }

  @Test func `An operation may add a dependency of a later one, and wait for nothing`() {
    let steps = QueueSteps()
    let last = steps.operation("last")
    let first = PlainOperation("first") { _ in
      let middle = steps.operation("middle")
      last.addDependency(middle)
      steps.add(middle)
    }
    steps.add(first)
    steps.add(last)
    steps.run()
    #expect(steps.trace.events == ["middle", "last"])
  }

  @Test func `A hundred thousand dependencies on one operation are released one by one`() {
    let steps = QueueSteps()
    let first = steps.operation("first")
    let count = 100_000
    let ran = Locked(0)
    let dependents = (0..<count).map { _ in
      MiniBlockOperation { ran.withLock { $0 += 1 } }
    }
    for dependent in dependents { dependent.addDependency(first) }
    steps.queue.addOperations(dependents, waitUntilFinished: false)
    steps.run()
    #expect(ran.withLock { $0 } == 0)
    steps.add(first)
    steps.run()
    #expect(ran.withLock { $0 } == count)
    #expect(steps.queue.operationCount == 0)
  }

  @Test func `An operation may depend on a hundred thousand others`() {
    let steps = QueueSteps()
    let last = steps.operation("last")
    let others = (0..<100_000).map { _ in MiniOperation() }
    for other in others { last.addDependency(other) }
    steps.add(last)
    steps.run()
    #expect(steps.trace.next() == [])
    steps.queue.addOperations(others, waitUntilFinished: false)
    steps.run()
    #expect(steps.trace.next() == ["last"])
  }
}
