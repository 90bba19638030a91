import TestSupport
import Testing

@testable import MiniOperations

/// An explorer relies on these calls: at a step that is not reported it lets no thread overtake another.
@Suite struct `The calls of a director` {
  @Test func `The looks, counts, announcements and locks of operations and their queue`() {
    let interloper = Interloper()
    interloper.watch {
      let queue = MiniOperationQueue()
      let (first, second) = (ManualOperation("first"), PlainOperation("second"))
      second.addDependency(first)
      let observation = second.observe(\.isFinished) { _, _ in }
      for operation in [second, first] { queue.addOperation(operation) }
      interloper.steppedWorkers.run()
      first.complete()
      interloper.steppedWorkers.run()
      PlainOperation("third").cancel()
      withExtendedLifetime(observation) {}
    }
    let unheard = Set([
      "check at the end", "acquire queue 'MiniOperationQueue'",
      "begin: MiniOperationQueue starts first",
      "look: read the state of second", "look: read the change counter of second",
      "count: raise the change counter of first", "acquire operation second",
      "acquire node of an operation",
      "acquire observers", "announce: first will change isExecuting", "announce: first did change isFinished",
      "note: second begins main", "note: second has finished", "note: third is cancelled",
    ]).subtracting(interloper.calls)
    #expect(unheard == [])
    #expect(
      interloper.calls.count { $0.hasPrefix("acquire") } == interloper.calls.count { $0.hasPrefix("release") }
    )
  }
}
