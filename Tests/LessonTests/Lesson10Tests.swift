import Testing

@Suite struct `Lesson 10` {
  @Test func `On Foundation a queue without a limit cannot be suspended`() throws {
    let run = try LessonRun(10, "--fast", "--foundation")
    #expect(run.exitCode == 0)
    #expect(run.output.contains("no limit, suspended: 0 of 63 ran"))
    #if os(Linux)
      #expect(run.output.contains("no limit, suspended: 63 of 63 ran"))
    #endif
  }
}
