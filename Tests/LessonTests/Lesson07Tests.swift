import Testing

/// What lesson 07 shows beyond its claims.
@Suite struct `Lesson 07` {
  @Test func `Foundation's queue listens to the same key`() throws {
    let run = try LessonRun(7, "--fast", "--foundation")
    #expect(run.output.contains("Both do the same."), "\(run.output)")
    #expect(run.exitCode == 0)
  }
}
