import Explorer
import ExplorerStandIns

extension Level {
  static let sayThenLook = Level(
    "SayThenLook", "Raise, then check", lesson: 21,
    """
    The room for one again, with atomic flags. A thread first raises its flag, and then checks the other one.
    """
  ) { stage in
    // level
    final class Room: @unchecked Sendable {
      let aIsUp = Atomic(false)
      let bIsUp = Atomic(false)
      var inside = 0
    }
    let room = Room()
    stage.thread("A") {
      room.aIsUp.store(true, ordering: .sequentiallyConsistent)
      if !room.bIsUp.load(ordering: .sequentiallyConsistent) {
        room.inside += 1
        room.inside -= 1
      }
      room.aIsUp.store(false, ordering: .sequentiallyConsistent)
    }
    stage.thread("B") {
      room.bIsUp.store(true, ordering: .sequentiallyConsistent)
      if !room.aIsUp.load(ordering: .sequentiallyConsistent) {
        room.inside += 1
        room.inside -= 1
      }
      room.bIsUp.store(false, ordering: .sequentiallyConsistent)
    }
    stage.watch("inside") { room.inside }
    stage.always("at most one thread is inside") { room.inside < 2 }
    // end
  }
}
