import Testing

@Suite struct `Lesson 04` {
  @Test func `Cancelling is a flag on Foundation too`() throws {
    let run = try LessonRun(4, "--fast", "--foundation")
    #expect(run.exitCode == 0)
    #expect(run.output.contains("a check after each stage: 8 iterations of 12"))
    #expect(run.output.contains("Both do the same."))
  }
}
