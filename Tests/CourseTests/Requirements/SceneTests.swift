import Explorer
import Foundation
import MiniOperations
import Synchronization
import Testing

@testable import ExerciseSupport

/// What becomes of a scenario that the Explorer cannot control.
@Suite struct `A scenario of a requirement` {
  @Test func `With a thread of its own that is not controlled, a right answer still holds`() async {
    // In a process of its own, which remembers from then on that the Explorer is blind.
    await #expect(processExitsWith: .success) {
      everyOrder("a thread of its own", cause: "no cause") { scene in
        let lock = RecursiveLock(name: "lock")
        scene.thread("A") {
          let isDone = DispatchSemaphore(value: 0)
          Thread {
            lock.withLock {}
            isDone.signal()
          }.start()
          isDone.wait()
        }
        scene.thread("B") { lock.withLock {} }
      }
      exit(EXIT_SUCCESS)
    }
  }

  @Test func `What keeps it from being explored is named`() {
    let runs = Atomic(0)
    let lock = RecursiveLock(name: "lock")
    let obstacles = [
      Scenario("nothing in common") { stage in
        stage.thread("A") {}
        stage.thread("B") {}
      },
      Scenario("another way each time") { stage in
        let shared = Shared(0, "shared")
        let isOdd = runs.add(1, ordering: .relaxed).newValue.isMultiple(of: 2)
        stage.thread("A") { for number in 0...(isOdd ? 2 : 3) { shared.value = number } }
        stage.thread("B") { shared.value = 1 }
      },
      Scenario("one lock, seen") { stage in
        stage.thread("A") { lock.withLock {} }
        stage.thread("B") { lock.withLock {} }
      },
    ].map { Explorer.explore($0, Settings()).obstacle }
    #expect(obstacles == [.nothingShared, .chance, nil])
  }
}
