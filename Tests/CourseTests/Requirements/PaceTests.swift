import Testing

@testable import ExerciseSupport

@Suite struct `The patience with an exercise` {
  @Test func `After one that stalled the others are hurried, and after four they are not tried`() {
    let module = "AnExerciseOfThisTest"
    var seen: [String] = []
    #expect(Pace.room(for: module) >= 2)
    for _ in 0...4 {
      seen.append(Pace.isGivenUp(module) ? "given up" : Pace.isHurried(module) ? "hurried" : "patient")
      Pace.stoodStill(in: module)
      #expect(Pace.room(for: module) == 1)
    }
    #expect(seen == ["patient", "hurried", "hurried", "hurried", "given up"])
    #expect(!Pace.isHurried("AnotherExercise") && !Pace.isGivenUp("AnotherExercise"))
  }

  @Test func `Waiting requirements are admitted in their order, as far as there is room`() {
    var line = Line<Int>()
    line.waiting = [1, 2, 3, 4, 5]
    #expect(line.admit(2) == [1, 2] && line.admit(2) == [])
    line.inside -= 1
    #expect(line.admit(2) == [3] && line.waiting == [4, 5])
    // After one that stalled.
    line.inside -= 1
    #expect(line.admit(1) == [])
    line.inside -= 1
    #expect(line.admit(1) == [4] && line.inside == 1)
  }
}
