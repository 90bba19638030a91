import Testing

@Suite struct `Lesson 18` {
  @Test func `On Foundation the block that has run is kept`() throws {
    let run = try LessonRun(18, "--fast", "--foundation")
    #expect(run.exitCode == 0)
    #expect(run.output.contains("≠"), "there is one difference")
    #expect(run.output.contains("They differ: it keeps the block that has run (K9)."))
  }
}
