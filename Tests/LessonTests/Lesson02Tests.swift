import Testing

/// What lesson 02 shows beyond its claims.
@Suite struct `Lesson 02` {
  @Test func `On Foundation, too, save runs after a decode that has failed`() throws {
    let run = try LessonRun(2, "--fast", "--foundation")
    #expect(run.output.contains("Both do the same."), "\(run.output)")
    #expect(run.exitCode == 0)
  }
}
