import Explorer

extension Level {
  static let lookThenEnter = Level(
    "LookThenEnter", "Check, then enter", lesson: 21,
    """
    A room for one, with a flag for each thread. A thread checks the other flag, raises its own, and enters.
    """
  ) { stage in
    // level
    final class Room: @unchecked Sendable {
      var aIsUp = false
      var bIsUp = false
      var inside = 0
    }
    let room = Room()
    stage.thread("A") {
      if !room.bIsUp {
        room.aIsUp = true
        room.inside += 1
        room.inside -= 1
        room.aIsUp = false
      }
    }
    stage.thread("B") {
      if !room.aIsUp {
        room.bIsUp = true
        room.inside += 1
        room.inside -= 1
        room.bIsUp = false
      }
    }
    stage.watch("inside") { room.inside }
    stage.always("at most one thread is inside") { room.inside < 2 }
    // end
  }
}
