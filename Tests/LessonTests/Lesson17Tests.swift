import Testing

@Suite struct `Lesson 17` {
  @Test func `On Foundation the class makes the same calls`() throws {
    let run = try LessonRun(17, "--fast", "--foundation")
    #expect(run.exitCode == 0)
    #expect(run.output.contains("Both do the same."), "\(run.output)")
  }
}
