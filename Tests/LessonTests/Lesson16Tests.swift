import Testing

@Suite struct `Lesson 16` {
  @Test func `Without a server, it still reaches its end`() throws {
    let run = try LessonRun(16, "--fast", "--url", "http://127.0.0.1:1/nothing")
    #expect(run.exitCode == 0)
    #expect(run.output.contains("has its data, 0 bytes"))
  }
}
