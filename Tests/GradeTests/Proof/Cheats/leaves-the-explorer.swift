// Takes its thread away from the Explorer, so that no other thread overtakes it.

import Threading

func cheat(_ step: Step) {
  Direction.direct(by: nil)
}
