import Testing

/// What lesson 03 shows beyond its claims.
@Suite struct `Lesson 03` {
  @Test func `The three thumbnails stop in the same rows on Foundation`() throws {
    let run = try LessonRun(3, "--fast", "--foundation")
    #expect(run.output.contains("Both do the same."), "\(run.output)")
    #expect(run.exitCode == 0)
  }
}
