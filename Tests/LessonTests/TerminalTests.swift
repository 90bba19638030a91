import Terminal
import Testing

@testable import LessonKit

/// Lessons at a terminal, with a test at the keyboard.
@Suite(.serialized) struct `Lessons at a terminal` {
  @Test func `Lesson 11: suspended and resumed by Return, it shows everything`() async throws {
    let terminal = try PseudoTerminal(11)
    try await terminal.read(until: "Return to skip")
    terminal.type("3")
    try await terminal.read(until: "Return runs this step")
    terminal.type()
    // Before the first operation begins, a key suspends a queue in which nothing runs.
    try await terminal.read(until: "photo 1        isExecuting → true")
    terminal.type()
    try await terminal.read(until: "suspended → true")
    try await terminal.read(until: "photo 1        isFinished → true")
    terminal.type()
    try await terminal.read(until: "suspended → false")
    #expect(try await terminal.stepToEnd() == 0, "\(terminal.screen)")
    #expect(terminal.screen.contains("✓ photo 1 went on to its last row"))
    #expect(terminal.screen.contains("You predicted it"))
    #expect(!terminal.screen.contains("Not shown"))
  }

  @Test(arguments: [10, 11, 4]) func `Without a key nothing is claimed that only a key can show`(number: Int)
    async throws
  {
    let terminal = try PseudoTerminal(number, "--fast")
    try await terminal.read(until: "Return to skip")
    terminal.type()
    #expect(try await terminal.stepToEnd() == 0, "\(terminal.screen)")
    #expect(terminal.screen.contains("○ Not shown: "))
    #expect(terminal.screen.contains("because no key was pressed"))
    #expect(!terminal.screen.contains("✓ photo 1 went on to its last row"))
    #expect(!terminal.screen.contains("✓ With a"))
    #expect(!terminal.screen.contains("✓ Suspended, at most four"))
  }

  @Test func `An invalid answer is asked for again, and a wrong one gets its reason and the right answer`()
    async throws
  {
    let terminal = try PseudoTerminal(1, "--fast")
    try await terminal.read(until: "Return to skip")
    terminal.type("seven")
    try await terminal.read(until: "Return to skip")
    // The right answer of lesson 1 is the second.
    terminal.type("1")
    #expect(try await terminal.stepToEnd() == 0)
    let lines = terminal.screen.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("You predicted '") && $0.contains("', but") }, "\(terminal.screen)")
    #expect(lines.contains { $0.hasPrefix("It is '") })
  }

  @Test func `Each step waits for Return, its claims stand below it and nowhere else, the end counts them`()
    async throws
  {
    let terminal = try PseudoTerminal(1, "--fast")
    try await terminal.read(until: "Return to skip")
    terminal.type()
    try await terminal.read(until: "Return runs this step")
    #expect(!terminal.screen.contains("✓"), "\(terminal.screen)")
    terminal.type()
    let step = try await terminal.read(until: "\n2. ")
    #expect(step.contains("✓ "), "\(step)")
    #expect(try await terminal.stepToEnd() == 0, "\(terminal.screen)")
    #expect(terminal.screen.contains("The answer is '"), "A question was skipped: \(terminal.screen)")
    let claims = terminal.screen.split(separator: "\n").filter { $0.hasPrefix("✓ ") }
    #expect(Set(claims).count == claims.count, "\(terminal.screen)")
    #expect(
      terminal.screen.contains("\n\(claims.count) of \(claims.count) claims shown"), "\(terminal.screen)")
    #expect(terminal.screen.contains("The first question was: "))
  }

  @Test func `--code shows the lines of a step with their numbers`() async throws {
    let output = try await LessonRun(1, "--fast", "--code").output
    #expect(output.contains(/\n {3}Lessons\/01-SingleShot\/main.swift\n {3}[0-9]+ +\S/), "\(output)")
  }
}
