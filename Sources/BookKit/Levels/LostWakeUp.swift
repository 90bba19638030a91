import Explorer
import MiniOperations

extension Level {
  static let lostWakeUp = Level(
    "LostWakeUp", "The signal that came too early", lesson: 15,
    """
    A consumer looks into a box and waits when it is empty. A producer fills the box and signals.
    """
  ) { stage in
    // level
    let isFull = Shared(false, "isFull")
    let box = Condition(name: "box")
    stage.thread("consumer") {
      if !isFull.value {
        box.lock()
        box.wait()
        box.unlock()
      }
    }
    stage.thread("producer") {
      isFull.value = true
      box.lock()
      box.signal()
      box.unlock()
    }
    stage.watch("isFull") { isFull.value }
    // end
  }
}
