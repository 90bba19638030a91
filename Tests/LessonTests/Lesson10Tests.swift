import Testing

@Suite struct `Lesson 10` {
  @Test func `On Foundation a queue without a limit cannot be suspended, here it can`() throws {
    let run = try LessonRun(10, "--fast", "--foundation")
    #expect(run.exitCode == 0)
    #expect(run.output.contains("no limit, suspended: 0 of 63 ran"))
    #if os(Linux)
      #expect(run.output.contains("no limit, suspended: 63 of 63 ran"))
    #endif
  }

  @Test func `Ten thousand operations run, and never more than four at once`() throws {
    let run = try LessonRun(10, "--fast", "--quiet")
    #expect(run.claims.contains("All ten thousand ran, those that had been held as well"))
    #expect(run.claims.contains("Never more than four ran at once"))
  }
}
