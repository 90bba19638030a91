import TestSupport
import Testing

@testable import MiniOperations

/// A long chain of operations costs no stack when it is released.
///
/// Foundation overflows a stack of 8 MB somewhere between 20 000 and 40 000
/// links (K13). Here 50 000 links share 512 KB, which leaves about ten bytes for
/// each: no recursion fits into that.
@Suite(.serialized) struct `Releasing operations` {
  private static let count = 50_000
  private static let stack = 512 * 1024

  @Test(arguments: [true, false])
  func `K13: a long chain of operations, finished or waiting, is released without the stack`(isRun: Bool)
    async throws
  {
    let alive = try await onThread(stack: Self.stack) {
      let alive = Counter()
      var last: MiniOperation? = Counted(alive)
      if isRun { last?.start() }
      for _ in 1..<Self.count {
        let next = Counted(alive)
        next.addDependency(last!)
        if isRun { next.start() }
        last = next
      }
      let before = alive.value
      last = nil
      return [before, alive.value]
    }
    #expect(alive == [Self.count, 0])
  }

  @Test func `K13: an operation with very many dependencies is released with them`() async throws {
    let alive = try await onThread(stack: Self.stack) {
      let alive = Counter()
      var hub: MiniOperation? = Counted(alive)
      for _ in 1..<Self.count {
        let dependency = Counted(alive)
        hub?.addDependency(dependency)
        dependency.start()
      }
      hub?.start()
      let before = alive.value
      hub = nil
      return [before, alive.value]
    }
    #expect(alive == [Self.count, 0])
  }

  @Test func `K3: a dependent that is dropped before its dependency finishes is harmless`() {
    let trace = Trace()
    let dependency = PlainOperation("B", in: trace)
    weak var dropped: MiniOperation?
    do {
      let dependent = PlainOperation("A", in: trace)
      dependent.addDependency(dependency)
      dropped = dependent
    }
    trace("dropped \(dropped == nil)")
    dependency.start()
    #expect(trace.events == ["dropped true", "main B"])
  }

  @Test func `K3: dropped dependents do not hide those that still exist`() {
    let dependency = PlainOperation("B")
    let kept = (0..<1_000).compactMap { number -> MiniOperation? in
      let dependent = PlainOperation("\(number)")
      dependent.addDependency(dependency)
      return number.isMultiple(of: 3) ? dependent : nil
    }
    #expect(kept.allSatisfy { !$0.isReady })
    dependency.start()
    #expect(kept.allSatisfy { $0.isReady })
  }
}

private final class Counted: MiniOperation, @unchecked Sendable {
  // Unchecked: the counter is constant.
  private let counter: Counter
  init(_ counter: Counter) {
    self.counter = counter
    super.init()
    counter.raise()
  }
  deinit { counter.lower() }
}
