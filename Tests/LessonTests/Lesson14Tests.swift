import Testing

@Suite struct `Lesson 14` {
  @Test func `The six queues leave the same facts on Foundation, and the same repairs empty them`() throws {
    let run = try LessonRun(14, "--fast", "--foundation")
    #expect(run.output.contains("Both do the same."), "\(run.output)")
    #expect(run.exitCode == 0)
  }
}
