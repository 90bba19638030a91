import Testing

@Suite struct `Lesson 25` {
  @Test func `The tries come at their virtual times`() throws {
    // Without --fast: virtual time does not depend on it.
    let run = try LessonRun(25)
    #expect(run.claims.contains("Four tries, with pauses of 1, 2 and 4 seconds"), "\(run.output)")
  }
}
