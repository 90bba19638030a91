import Testing

@Suite struct `Lesson 12` {
  @Test func `Foundation does the same outside a queue, in one, and in a suspended one`() throws {
    let run = try LessonRun(12, "--fast", "--foundation")
    #expect(run.exitCode == 0)
    #expect(run.output.contains("A cancelled: B ready false"))
    #expect(run.output.contains("Both do the same."))
  }
}
