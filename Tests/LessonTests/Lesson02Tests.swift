import Testing

/// What lesson 02 shows beyond its claims.
@Suite struct `Lesson 02` {
  @Test func `The dependent of a failed operation runs on Foundation too`() throws {
    let run = try LessonRun(2, "--fast", "--foundation")
    #expect(run.output.contains("Both do the same."), "\(run.output)")
    #expect(run.exitCode == 0)
  }
}
