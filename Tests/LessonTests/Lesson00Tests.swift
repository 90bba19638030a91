import Testing

@Suite struct `Lesson 00` {
  @Test func `Two requests are sent, the third operation waits, and the cancelled one sends none`() throws {
    let run = try LessonRun.shared(0, "--fast")
    #expect(run.exitCode == 0)
    #expect(
      run.output.contains("The server has 2 requests and has answered none. The queue holds 3 operations."))
    #expect(run.output.contains("owl is ready: true, executing: false"))
    #expect(run.claims.contains("The cancelled download finished, and its request was never sent"))
  }
}
