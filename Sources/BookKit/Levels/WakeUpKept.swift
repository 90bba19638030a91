import Explorer
import MiniOperations

extension Level {
  static let wakeUpKept = Level(
    "WakeUpKept", "The signal that is not lost", lesson: 15,
    """
    The box again. The consumer looks while it holds the lock, and looks again whenever it wakes.
    """
  ) { stage in
    // level
    let isFull = Shared(false, "isFull")
    let box = Condition(name: "box")
    stage.thread("consumer") {
      box.lock()
      while !isFull.value { box.wait() }
      box.unlock()
    }
    stage.thread("producer") {
      box.lock()
      isFull.value = true
      box.signal()
      box.unlock()
    }
    stage.watch("isFull") { isFull.value }
    // end
  }
}
