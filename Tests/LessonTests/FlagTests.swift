import Testing

/// The flags that one lesson has and others do not.
@Suite(.serialized) struct `Flags of single lessons` {
  @Test(arguments: [8, 16]) func `Without a server, a lesson still reaches its end`(number: Int) async throws
  {
    let run = try await LessonRun(number, "--fast", "--url", "http://127.0.0.1:1/nothing")
    #expect(run.output.contains(", 0 bytes"), "\(run.output)")
  }

  @Test func `A flag that a lesson does not know is an error, and 2`() async throws {
    let run = try await LessonRun(1, "--no-such-flag")
    #expect(run.exitCode == 2 && run.output == "")
    #expect(run.errors.hasPrefix("There is no flag '--no-such-flag'."), "\(run.errors)")
  }

  @Test func `An address that cannot be one is an error, and 2`() async throws {
    let run = try await LessonRun(8, "--url", "picture.jpg")
    #expect(run.exitCode == 2)
    #expect(run.errors == "--url needs an address that begins with http:// or https://, not 'picture.jpg'.\n")
  }

  @Test func `One schedule is shown with all its rows on request`() async throws {
    let run = try await LessonRun(19, "--fast", "--trap", "4")
    #expect(run.output.contains("✘ T4") && run.output.contains("read status"), "\(run.output)")
    #expect(!run.output.contains("✘ T2"), "only the one that was asked for")
  }

  @Test(arguments: [(19, "--trap", "6", "trap T6"), (21, "--race", "7", "race T7")])
  func `A schedule that is not there is an error, and 2`(
    number: Int, flag: String, value: String, what: String
  ) async throws {
    let run = try await LessonRun(number, flag, value)
    #expect(run.exitCode == 2)
    #expect(run.errors.hasPrefix("There is no \(what) in this lesson."), "\(run.errors)")
  }

  @Test func `A scenario of your own can be run alone`() async throws {
    let run = try await LessonRun(21, "--yours", "--no-ask")
    #expect(run.exitCode == 0, "\(run.output)")
    #expect(run.claims.count == 1)
  }
}
