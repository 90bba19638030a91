import Foundation
import MiniOperations
import Testing

@testable import ExerciseSupport

/// What becomes of a scenario that the Explorer cannot control.
@Suite struct `A scenario of a requirement` {
  @Test func `With a thread of its own that is not controlled, a right answer still holds`() async {
    // In a process of its own, which remembers from then on that the Explorer is blind.
    await #expect(processExitsWith: .success) {
      let isRight = everyOrder("a thread of its own", cause: "no cause") { scene in
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
      exit(isRight ? EXIT_SUCCESS : EXIT_FAILURE)
    }
  }
}
