import Testing

@Suite struct `Lesson 09` {
  @Test func `Both versions give their golden traces here and on Foundation`() throws {
    let run = try LessonRun(9, "--fast", "--foundation")
    #expect(run.exitCode == 0)
    let rows = [
      "1 7 6 5 4 3 2 14 13 12 11 10 9 8   1 7 6 5 4 3 2 14 13 12 11 10 9 8",
      "1 7 14 13 12 11 10 9 8 6 5 4 3 2   1 7 14 13 12 11 10 9 8 6 5 4 3 2",
    ]
    for row in rows { #expect(run.output.contains(row)) }
    #expect(run.output.contains("Both do the same."))
  }
}
