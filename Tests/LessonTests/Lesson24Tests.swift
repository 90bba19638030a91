import Testing

/// What lesson 24 shows beyond its claims.
@Suite struct `Lesson 24` {
  @Test func `Barrier and progress are the same on Foundation`() throws {
    let run = try LessonRun(24, "--fast", "--foundation")
    #expect(run.output.contains("Both do the same."), "\(run.output)")
    #expect(run.exitCode == 0)
  }
}
