import Testing

@Suite struct `Lesson 21` {
  @Test func `One race is shown with all its rows on request`() throws {
    let run = try LessonRun(21, "--fast", "--luck", "0", "--race", "6")
    #expect(run.output.contains("read status →"), "the rows that only look are missing")
  }

  @Test func `A race that is not here is an error, and 2`() throws {
    let run = try LessonRun(21, "--race", "7")
    #expect(run.exitCode == 2)
    #expect(run.errors.hasPrefix("There is no race T7 in this lesson."), "\(run.errors)")
  }

  @Test func `The lesson ends with a scenario of your own, which can be run alone`() throws {
    let run = try LessonRun(21, "--yours", "--no-ask")
    #expect(run.exitCode == 0, "\(run.output)")
    #expect(run.claims.count == 1)
    #expect(run.claims.first?.hasPrefix("yours holds in every order") == true, "\(run.claims)")
  }
}
