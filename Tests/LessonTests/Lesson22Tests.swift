import Testing

@Suite struct `Lesson 22` {
  @Test func `The tries come at their virtual times`() throws {
    let run = try LessonRun(22)
    #expect(run.claims.contains("Four tries, the pauses doubled, in no time at all"), "\(run.output)")
  }

  #if os(Linux)
    @Test func `On Foundation the blocks of an operation run one after the other`() throws {
      let run = try LessonRun(22, "--fast", "--foundation")
      #expect(run.output.contains("≠ blocks at once: 1"), "\(run.output)")
      #expect(run.output.contains("They differ: on Linux it runs its blocks one by one (K10)."))
    }
  #endif
}
