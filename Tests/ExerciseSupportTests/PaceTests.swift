import Testing

@testable import ExerciseSupport

@Suite struct `The patience with an exercise` {
  @Test func `After one that stalled the others are hurried, and after four they are not tried`() {
    let module = "AnExerciseOfThisTest"
    var seen: [String] = []
    for _ in 0...4 {
      seen.append(Pace.isGivenUp(module) ? "given up" : Pace.isHurried(module) ? "hurried" : "patient")
      Pace.stoodStill(in: module)
    }
    #expect(seen == ["patient", "hurried", "hurried", "hurried", "given up"])
    #expect(!Pace.isHurried("AnotherExercise") && !Pace.isGivenUp("AnotherExercise"))
  }
}
