import Testing

@Suite struct `Lesson 19` {
  @Test func `A trap is shown with all its rows on request`() throws {
    let run = try LessonRun(19, "--fast", "--trap", "4")
    #expect(run.output.contains("write status paused") && run.output.contains("lock MyOperationLock"))
    #expect(!run.output.contains("✘ T2"), "only the one that was asked for")
  }

  @Test func `A trap that is not here is an error, and 2`() throws {
    let run = try LessonRun(19, "--trap", "6")
    #expect(run.exitCode == 2)
    #expect(run.errors.hasPrefix("There is no trap T6 in this lesson."), "\(run.errors)")
  }

  @Test func `On Foundation the queue stalls too`() throws {
    #expect(try LessonRun(19, "--fast", "--foundation").output.contains("Both do the same."))
  }
}
