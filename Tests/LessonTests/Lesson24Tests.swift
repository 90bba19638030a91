import Testing

@Suite struct `Lesson 24` {
  @Test func `On Foundation a task in a block belongs to no operation either`() throws {
    let run = try LessonRun(24, "--fast", "--foundation")
    #expect(run.exitCode == 0)
    #expect(run.output.contains("Both do the same."))
  }
}
