import Testing

@Suite struct `Lesson 10` {
  @Test func `Ten thousand run, and on Foundation a queue without a limit cannot be suspended`() throws {
    // One run for all of it: ten thousand operations are watched, which takes a moment.
    let run = try LessonRun(10, "--fast", "--foundation")
    #expect(run.exitCode == 0)
    #expect(run.claims.contains("All ten thousand ran, also those that had waited in the suspended queue"))
    #expect(run.claims.contains("Never more than four ran at once"))
    #expect(run.output.contains("no limit, suspended: 0 of 63 ran"))
    #if os(Linux)
      #expect(run.output.contains("no limit, suspended: 63 of 63 ran"))
    #endif
  }
}
