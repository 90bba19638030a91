import Testing

@Suite struct `Lesson 08` {
  @Test func `The document's five lines come in its order, here and on Foundation`() throws {
    let run = try LessonRun(8, "--fast", "--foundation")
    let lines = [
      "TestOperationTwo executing     TestOperationTwo executing",
      "TestOperationTwo finished...   TestOperationTwo finished...",
      "TestOperationTwo sleep 4s...   TestOperationTwo sleep 4s...",
      "TestOperation executing        TestOperation executing",
      "TestOperation finished...      TestOperation finished...",
    ]
    #expect(run.exitCode == 0)
    #expect(
      run.output.split(separator: "\n").map { $0.dropFirst(3) }.filter { lines.contains("\($0)") }.count == 5)
    #expect(run.output.contains("Both do the same."))
  }

  @Test func `Without a server, the chain still reaches its end`() throws {
    let run = try LessonRun(8, "--fast", "--url", "http://127.0.0.1:1/nothing")
    #expect(run.exitCode == 0)
    #expect(run.output.contains("DOWN_RESULT1, 0 bytes"))
  }

  @Test func `An invalid address is an error, and 2`() throws {
    let run = try LessonRun(8, "--url", "picture.jpg")
    #expect(run.exitCode == 2)
    #expect(
      run.errors
        == "--url needs an address that begins with http:// or https://, not 'picture.jpg'.\n")
  }
}
