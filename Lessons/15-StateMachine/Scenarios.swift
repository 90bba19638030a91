import Documents
import Explorer
import LessonKit
import MiniOperations

/// Two threads assign the same state; each announcement stands for a thread that believes it has begun.
let validatedBeforeLocking = Scenario("validated before locking") { stage in
  let operation = MyOperation(thread: RunLoopThread(name: "N"))
  let begun = Counter()
  let observation = operation.observe(\.isExecuting) { _, _ in begun.raise() }
  for name in ["A", "B"] {
    stage.thread(name) { operation.status = .executing }
  }
  stage.finally {
    observation.invalidate()
    stage.expect(begun.value == 1, "one of the two threads begins")
  }
}

/// The same with a method that validates under the lock, and returns whether it changed the state.
let validatedUnderTheLock = Scenario("validated under the lock") { stage in
  let download = Download("download", repaired)
  let begun = Counter()
  for name in ["A", "B"] {
    stage.thread(name) {
      // snippet: answer
      if download.move(to: .executing) { begun.raise() }
      // end
    }
  }
  stage.finally { stage.expect(begun.value == 1, "one of the two threads begins") }
}
