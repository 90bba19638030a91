import Testing

/// What lesson 04 shows beyond its claims.
@Suite struct `Lesson 04` {
  @Test func `Cancelling is a flag on Foundation too`() throws {
    let run = try LessonRun(4, "--fast", "--foundation")
    #expect(run.exitCode == 0)
    #expect(run.output.contains("checks after each stage: 8 of 12"))
    #expect(run.output.contains("Both do the same."))
  }
}
