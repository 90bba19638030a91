import Explorer
import ExplorerStandIns
import Synchronization
import Testing

/// What the orderings of atomics mean: for data races what the platform says, for the values nothing.
@Suite("Orderings of atomics") struct OrderingTests {
  private final class World: Sendable {
    let data = Shared(0, "data")
    let flag = ExplorerStandIns.Atomic<Int>(0)
    let other = ExplorerStandIns.Atomic<Int>(0)
  }

  private func explore(_ threads: (@Sendable (World) -> Void)...) -> Exploration {
    Explorer.explore("orderings", Settings(.exhaustive(preemptions: nil))) { [threads] stage in
      let world = World()
      for (number, body) in threads.enumerated() { stage.thread("\(number)") { body(world) } }
    }
  }

  @Test("A store that releases and a load that acquires order what is beside them", arguments: [true, false])
  func publishing(isReleasing: Bool) {
    for isAcquiring in [true, false] {
      let exploration = explore {
        $0.data.value = 42
        $0.flag.store(1, ordering: isReleasing ? .releasing : .relaxed)
      } _: { world in
        if world.flag.load(ordering: isAcquiring ? .acquiring : .relaxed) == 1 { _ = world.data.value }
      }
      let isOrdered = isReleasing && isAcquiring
      #expect(exploration.finding?.kind == (isOrdered ? nil : .dataRace), "\(exploration)")
    }
  }

  @Test("An address in an Atomic may differ between two runs of a schedule")
  func pointer() {
    let exploration = Explorer.explore("pointer") { stage in
      let head = ExplorerStandIns.Atomic<UnsafeMutablePointer<Int>?>(nil)
      stage.thread("A") {
        let number = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        number.initialize(to: 1)
        head.store(number, ordering: .releasing)
      }
      // Never freed, so that each run has another address.
      stage.thread("B") { stage.expect((head.load(ordering: .acquiring)?.pointee ?? 1) == 1, "one") }
    }
    #expect(exploration.finding == nil, "\(exploration)")
  }

  @Test("An update in between passes on what was released, a store does not", arguments: [true, false])
  func releaseSequence(isUpdate: Bool) {
    let exploration = explore {
      $0.data.value = 42
      $0.flag.store(1, ordering: .releasing)
    } _: { world in
      if isUpdate {
        _ = world.flag.compareExchange(expected: 1, desired: 2, ordering: .relaxed)
      } else if world.flag.load(ordering: .relaxed) == 1 {
        world.flag.store(2, ordering: .relaxed)
      }
    } _: { world in
      if world.flag.load(ordering: .acquiring) == 2 { _ = world.data.value }
    }
    #expect(exploration.finding?.kind == (isUpdate ? nil : .dataRace), "\(exploration)")
  }

  @Test("An exchange that finds another value releases nothing", arguments: [0, 5])
  func failedExchange(expected: Int) {
    let exploration = explore {
      $0.data.value = 42
      _ = $0.flag.compareExchange(expected: expected, desired: 0, ordering: .acquiringAndReleasing)
      $0.other.store(1, ordering: .relaxed)
    } _: { world in
      guard world.other.load(ordering: .relaxed) == 1 else { return }
      _ = world.flag.load(ordering: .acquiring)
      _ = world.data.value
    }
    #expect(exploration.finding?.kind == (expected == 0 ? nil : .dataRace), "\(exploration)")
  }

  @Test("An exchange that finds another value has its second ordering", arguments: [true, false])
  func failureOrdering(isAcquiring: Bool) {
    for isWeak in [true, false] {
      let exploration = explore {
        $0.data.value = 42
        $0.flag.store(1, ordering: .releasing)
      } _: { world in
        let success = isAcquiring ? AtomicUpdateOrdering.relaxed : .acquiring
        let failure = isAcquiring ? AtomicLoadOrdering.acquiring : .relaxed
        let found =
          isWeak
          ? world.flag.weakCompareExchange(
            expected: 2, desired: 3, successOrdering: success, failureOrdering: failure)
          : world.flag.compareExchange(
            expected: 2, desired: 3, successOrdering: success, failureOrdering: failure)
        if found.original == 1 { _ = world.data.value }
      }
      #expect(exploration.finding?.kind == (isAcquiring ? nil : .dataRace), "\(exploration)")
    }
  }

  @Test("A proof says that weaker orderings were not tried, where there are any", arguments: [true, false])
  func sentence(isWeak: Bool) {
    let exploration = explore {
      $0.flag.store(1, ordering: isWeak ? .releasing : .sequentiallyConsistent)
    } _: { world in
      _ = world.flag.load(ordering: .sequentiallyConsistent)
    }
    let sentence = ", taking all atomic orderings as sequentially consistent"
    #expect(
      exploration.summary.hasSuffix(": all possible orders" + (isWeak ? sentence : "")), "\(exploration)")
  }
}
