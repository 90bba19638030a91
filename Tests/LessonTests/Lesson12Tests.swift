import Testing

@Suite struct `Lesson 12` {
  @Test func `Foundation does the same in all five steps`() throws {
    let run = try LessonRun(12, "--fast", "--foundation")
    #expect(run.exitCode == 0)
    #expect(run.output.contains("Both do the same."))
  }
}
