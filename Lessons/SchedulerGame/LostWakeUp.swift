import Explorer
import ExplorerStandIns

extension Level {
  static let lostWakeUp = Level(
    "LostWakeUp", "The signal that was too early", lesson: 16,
    """
    A consumer checks whether a box is full, and waits if it is empty. A producer fills the box and signals.
    """
  ) { stage in
    // level
    final class Box: @unchecked Sendable {
      let condition = NSCondition()
      var isFull = false
    }
    let box = Box()
    stage.thread("consumer") {
      if !box.isFull {
        box.condition.lock()
        box.condition.wait()
        box.condition.unlock()
      }
    }
    stage.thread("producer") {
      box.isFull = true
      box.condition.lock()
      box.condition.signal()
      box.condition.unlock()
    }
    stage.watch("isFull") { box.isFull }
    // end
  }
}
