import Testing

@testable import LessonKit

/// Lessons at a terminal, with a test at the keyboard.
@Suite struct `Lessons at a terminal` {
  @Test func `Lesson 11: suspended and resumed by Return, it shows everything`() throws {
    let terminal = try PseudoTerminal(11)
    try terminal.read(until: "Return to skip")
    terminal.type("2")
    // Before the first operation begins, a key suspends a queue in which nothing runs.
    try terminal.read(until: "Thread 1       isExecuting → true")
    terminal.type()
    try terminal.read(until: "suspended → true")
    try terminal.read(until: "Thread 1       isFinished → true")
    terminal.type()
    try terminal.read(until: "suspended → false")
    #expect(try terminal.readToEnd() == 0, "\(terminal.screen)")
    #expect(terminal.screen.contains("✓ No operation started while the queue was suspended"))
    #expect(terminal.screen.contains("You predicted it"))
    #expect(!terminal.screen.contains("Not shown"))
  }

  @Test(arguments: [11, 12]) func `Without a key nothing is claimed that only a key can show`(number: Int)
    throws
  {
    let terminal = try PseudoTerminal(number, "--fast")
    try terminal.read(until: "Return to skip")
    terminal.type()
    #expect(try terminal.readToEnd() == 0, "\(terminal.screen)")
    #expect(terminal.screen.contains("○ Not shown: "))
    #expect(terminal.screen.contains("because no key was pressed"))
    #expect(!terminal.screen.contains("✓ No operation started while the queue was suspended"))
    #expect(!terminal.screen.contains("✓ With a"))
  }

  @Test func `An answer that is none is asked for again`() throws {
    let terminal = try PseudoTerminal(1, "--fast")
    try terminal.read(until: "Return to skip")
    terminal.type("seven")
    try terminal.read(until: "Return to skip")
    terminal.type("1")
    #expect(try terminal.readToEnd() == 0)
  }

  @Test(arguments: [3, 8, 15]) func `Nothing is wider than 80 columns`(number: Int) throws {
    let terminal = try PseudoTerminal(number, "--fast", "--no-ask")
    #expect(try terminal.readToEnd() == 0)
    for line in terminal.screen.split(separator: "\n") {
      #expect(String(line).columns <= 80, "\(line)")
    }
  }
}
