import Explorer
import MiniOperations

extension Level {
  static let ifInsteadOfWhile = Level(
    "IfInsteadOfWhile", "Woken, and then?", lesson: 16,
    """
    The box once more, with one condition for two messages: the producer signals when it begins, and when \
    the box is full.
    """
  ) { stage in
    // level
    let isFull = Shared(false, "isFull")
    let box = Condition(name: "box")
    stage.thread("consumer") {
      box.lock()
      if !isFull.value { box.wait() }
      stage.expect(isFull.value, "the consumer takes from a full box")
      box.unlock()
    }
    stage.thread("producer") {
      box.withLock { box.signal() }
      box.withLock {
        isFull.value = true
        box.signal()
      }
    }
    stage.watch("isFull") { isFull.value }
    // end
  }
}
