import Foundation
import FoundationSide
import MiniOperations
import TestSupport
import Testing

/// The promise of the mini framework's names: put `Mini` before a type, and your file compiles.
///
/// The files in `Foundation/` are written against Foundation. Here are links to them, and new names for the
/// types, so the same lines are compiled with the framework.
struct RenamingTests {
  @Test func `A file does the same with the types of both frameworks`() {
    let traces = [Trace(), Trace()]
    Foundation.OperationQueue.showSurface(traces[0])
    MiniOperationQueue.showSurface(traces[1])
    #expect(traces[0].events == traces[1].events)
    #expect(
      traces[0].events == [
        "asynchronous true, finished true", "in the set true, not false", "the same true, not false",
        "queues 1, not false", "priorities [-8, -4, 0, 4, 8]", "blocks 1", "block", "trailing block",
        "named block",
      ])
  }
}
