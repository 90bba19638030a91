import Explorer
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import MiniOperations

/// Scenarios that share the framework's globals with threads that no schedule directs.
@Suite(.serialized) struct `The framework beside other threads of the process` {
  private func explore() -> Exploration {
    Explorer.explore(
      Scenario("observing beside other threads") { stage in
        let (dependency, dependent) = (Observed(), Observed())
        dependent.addDependency(dependency)
        stage.thread("A") { dependency.start() }
        stage.thread("B") { dependent.observe(\.isReady) { _, _ in }.invalidate() }
      })
  }

  /// The table of keys retains the paths that were used last, and a scenario may release the last reference
  /// to one.
  @Test func `what another thread has left in the table of keys changes no schedule`() {
    let released = Guarded(0)
    Elsewhere().run {
      MiniOperation.makeObservable(\Observed[Argument(Guarded(0))], as: "argument")
      for _ in 0..<8 { _ = Key.of(\Observed[Argument(released)]) }
    }
    let before = released.value
    let exploration = explore()
    #expect(exploration.passed, "\(exploration)")
    #expect(released.value > before, "The scenario has released none: the test shows nothing.")
  }

  @Test func `threads that use the framework all the time change no schedule`() {
    let isOver = Atomic(false)
    let load = DispatchGroup()
    for _ in 0..<2 {
      load.enter()
      Thread {
        while !isOver.load(ordering: .relaxed) { useEverything() }
        load.leave()
      }.start()
    }
    for _ in 0..<20 {
      let exploration = explore()
      #expect(exploration.passed, "\(exploration)")
    }
    isOver.store(true, ordering: .relaxed)
    load.wait()
  }
}

private func useEverything() {
  let (first, second) = (MiniOperation(), Observed())
  let observations = [first.observe(\.isFinished) { _, _ in }, second.observe(\.isReady) { _, _ in }]
  for _ in 0..<8 { _ = Key.of(\Observed[Argument(Guarded(0))]) }
  second.addDependency(first)
  MiniOperationQueue().addOperations([first, second], waitUntilFinished: true)
  withExtendedLifetime(observations) {}
}

private final class Observed: MiniOperation, @unchecked Sendable {
  subscript(_: Argument) -> Bool { true }
}

/// Locks when it is released.
private final class Argument: Hashable, Sendable {
  private let released: Guarded<Int>

  init(_ released: Guarded<Int>) { self.released = released }

  deinit { released.withLock { $0 += 1 } }

  static func == (left: Argument, right: Argument) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
