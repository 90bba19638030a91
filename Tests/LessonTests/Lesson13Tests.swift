import Testing

/// What lesson 13 shows beyond its claims.
@Suite struct `Lesson 13` {
  @Test func `Barrier and progress are the same on Foundation, and several blocks are not`() throws {
    let run = try LessonRun(13, "--fast", "--foundation")
    #if os(Linux)
      #expect(run.output.contains("≠ uploads at once: 1"), "\(run.output)")
      #expect(run.output.contains("They differ: on Linux it runs blocks one by one."))
    #else
      #expect(run.output.contains("Both do the same."), "\(run.output)")
    #endif
    #expect(run.exitCode == 0)
  }
}
