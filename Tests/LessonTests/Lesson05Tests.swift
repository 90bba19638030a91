import Testing

/// What lesson 05 shows beyond its claims.
@Suite struct `Lesson 05` {
  @Test func `Foundation's queue begins the four operations in the same order`() throws {
    let run = try LessonRun(5, "--fast", "--foundation")
    for name in ["third", "first", "second", "urgent"] {
      #expect(run.output.contains(try Regex("\(name) begins +\(name) begins")), "\(run.output)")
    }
    #expect(run.exitCode == 0)
  }
}
