import Testing

/// What lesson 01 shows beyond its claims.
@Suite struct `Lesson 01` {
  @Test func `On Foundation, too, a second start() does nothing`() throws {
    let run = try LessonRun(1, "--fast", "--foundation")
    #expect(run.output.contains("Both do the same."), "\(run.output)")
    #expect(run.exitCode == 0)
  }
}
