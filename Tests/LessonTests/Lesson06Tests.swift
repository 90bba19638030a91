import Testing

/// What lesson 06 shows beyond its claims.
@Suite struct `Lesson 06` {
  @Test func `By hand and in a queue, Foundation does the same`() throws {
    let run = try LessonRun(6, "--fast", "--foundation")
    #expect(run.output.contains("Both do the same."), "\(run.output)")
    #expect(run.exitCode == 0)
  }
}
