import Explorer
import StandIns

extension Level {
  static let ifInsteadOfWhile = Level(
    "IfInsteadOfWhile", "Woken, and then?", lesson: 15,
    """
    The box once more, with one condition for two messages: the producer signals when it begins, and when the box is full.
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
      if !box.isFull { box.condition.wait() }
      stage.expect(box.isFull, "the consumer takes from a full box")
      box.condition.unlock()
    }
    stage.thread("producer") {
      box.condition.withLock { box.condition.signal() }
      box.condition.withLock {
        box.isFull = true
        box.condition.signal()
      }
    }
    stage.watch("isFull") { box.isFull }
    // end
  }
}
