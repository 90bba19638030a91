import Testing

/// What lesson 05 shows beyond its claims.
@Suite struct `Lesson 05` {
  @Test
  func `On Foundation, too, the page runs last, save runs without a download and the hasty upload stays`()
    throws
  {
    let run = try LessonRun(5, "--fast", "--foundation")
    #expect(run.output.contains("Both do the same."), "\(run.output)")
    #expect(run.exitCode == 0)
  }
}
