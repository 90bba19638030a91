import Foundation
import Synchronization

/// A program of several tasks, and whether it came to what it should.
public struct TaskProgram: Sendable {
  /// What its tasks do.
  public let tasks: [@Sendable () async throws -> Void]
  /// Whether it has come to what it should.
  public let isRight: @Sendable () -> Bool

  init(_ tasks: [@Sendable () async throws -> Void], isRight: @escaping @Sendable () -> Bool) {
    self.tasks = tasks
    self.isRight = isRight
  }
}

/// Programs of tasks.
public enum Tasks {
  private final class Number: Sendable {
    let value = Atomic<Int>(0)

    func addInTwo() { value.store(value.load(ordering: .relaxed) + 1, ordering: .relaxed) }
    var now: Int { value.load(ordering: .relaxed) }
  }

  /// Wrong when nothing waits for the task that was started.
  public static func unstructured(isRight: Bool) -> TaskProgram {
    let (number, seen) = (Number(), Number())
    return TaskProgram([
      {
        let task = Task { number.addInTwo() }
        if isRight { await task.value }
        seen.value.store(number.now, ordering: .relaxed)
      }
    ]) { seen.now == 1 }
  }

  /// Wrong when a waiter can be forgotten.
  public static func neverResumed(isRight: Bool) -> TaskProgram {
    let gate = Gate()
    return TaskProgram([{ await gate.wait() }, { isRight ? gate.open() : gate.openInTwo() }]) { true }
  }

  /// Wrong when two open the gate, and both resume what waits there.
  public static func resumedTwice(isRight: Bool) -> TaskProgram {
    let gate = Gate()
    let open: @Sendable () async -> Void = { isRight ? gate.open() : gate.openAndKeep() }
    return TaskProgram([{ await gate.wait() }, open, open]) { true }
  }

  /// Wrong when the end is announced by the handler and by the task itself.
  public static func cancelled(isRight: Bool) -> TaskProgram {
    let ends = Number()
    let over = Once()
    return TaskProgram([
      {
        let task = Task {
          await withTaskCancellationHandler {
            await Task.yield()
            if !isRight || over.isFirst() { ends.addInTwo() }
          } onCancel: {
            if !isRight || over.isFirst() { ends.addInTwo() }
          }
        }
        task.cancel()
        await task.value
      }
    ]) { ends.now == 1 }
  }

  private final class Once: Sendable {
    let isOver = Mutex(false)

    func isFirst() -> Bool {
      isOver.withLock { isOver in
        defer { isOver = true }
        return !isOver
      }
    }
  }
}

extension Gate {
  /// Leaves the list as it is: a second opening resumes the waiters a second time.
  fileprivate func openAndKeep() {
    let waiters = state.withLock { state in
      state.isOpen = true
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }
}
