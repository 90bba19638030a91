import Testing

/// What lesson 00 shows beyond its claims.
@Suite struct `Lesson 00` {
  @Test func `On Foundation, too, ten of forty operations run`() throws {
    let run = try LessonRun(0, "--fast", "--foundation")
    #expect(run.output.contains("Both do the same."), "\(run.output)")
    #expect(run.exitCode == 0)
  }
}
