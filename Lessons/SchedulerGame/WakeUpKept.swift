import Explorer
import ExplorerStandIns

extension Level {
  static let wakeUpKept = Level(
    "WakeUpKept", "The signal that is not lost", lesson: 16,
    """
    The box again. The consumer checks while it holds the lock, and checks again whenever it wakes.
    """
  ) { stage in
    // level
    final class Box: @unchecked Sendable {
      let condition = NSCondition()
      var isFull = false
    }
    let box = Box()
    stage.thread("consumer") {
      box.condition.lock()
      while !box.isFull { box.condition.wait() }
      box.condition.unlock()
    }
    stage.thread("producer") {
      box.condition.lock()
      box.isFull = true
      box.condition.signal()
      box.condition.unlock()
    }
    stage.watch("isFull") { box.isFull }
    // end
  }
}
