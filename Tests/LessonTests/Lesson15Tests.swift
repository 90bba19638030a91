import Testing

@Suite struct `Lesson 15` {
  @Test func `With --verbose the race shows which thread decided too early`() throws {
    let run = try LessonRun(15, "--fast", "--verbose")
    #expect(run.output.contains("read status → ready"), "the rows that only look are missing")
  }
}
