import Testing

/// What lesson 06 shows beyond its claims.
@Suite struct `Lesson 06` {
  @Test func `Foundation does the same with the first attempt and with the class`() throws {
    let run = try LessonRun(6, "--fast", "--foundation")
    #expect(run.output.contains("Both do the same."), "\(run.output)")
    #expect(run.exitCode == 0)
  }
}
