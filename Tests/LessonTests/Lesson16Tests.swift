import Testing

@Suite struct `Lesson 16` {
  @Test func `Four downloads are on their way at once, and served on one thread`() throws {
    let run = try LessonRun.shared(15, "--fast")
    #expect(run.claims.contains("All four downloads were in progress at once, served by one thread"))
    for line in run.output.split(separator: "\n") where line.contains("its connection") {
      #expect(line.contains("  network    picture"), "\(line)")
    }
  }

  @Test func `Without a server, it still reaches its end`() throws {
    let run = try LessonRun(16, "--fast", "--url", "http://127.0.0.1:1/nothing")
    #expect(run.exitCode == 0)
    #expect(run.output.contains("has its data, 0 bytes"))
  }
}
