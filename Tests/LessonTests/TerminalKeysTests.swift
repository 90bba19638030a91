import Foundation
import Terminal
import Testing

/// What a user at a terminal does besides answering: keys in the middle of a lesson, Ctrl-C, another size.
@Suite(.serialized) struct `Keys at a terminal` {
  @Test func `Lesson 04: cancelled by Return while it works, it shows how late each loop stops`() async throws
  {
    let terminal = try PseudoTerminal(4, "--verbose")
    try await terminal.read(until: "Return to skip")
    terminal.type()
    try await terminal.read(until: "Return runs this step")
    terminal.type()
    for name in ["skips", "each stage", "returns"] { try await terminal.read(until: "\(name), stage 1: ") }
    terminal.type()
    #expect(try await terminal.stepToEnd() == 0, "\(terminal.screen.suffix(3000))")
    #expect(terminal.screen.contains("✓ With a check after each stage"))
    #expect(!terminal.screen.contains("Not shown"))
  }

  @Test(.enabled(if: PseudoTerminal.canOwnKeyboard))
  func `Ctrl-C at a question ends the lesson, and what was answered before is kept`() async throws {
    let terminal = try PseudoTerminal(1, "--fast", ownsKeyboard: true)
    try await terminal.read(until: "Return to skip")
    terminal.type("1")
    for _ in 1...2 {
      try await terminal.read(until: "Return runs this step")
      terminal.type()
    }
    try await terminal.read(until: "Predict: ")
    terminal.pressControlC()
    try await terminal.read(until: "ended with 130")
    let kept = try String(contentsOf: terminal.progress, encoding: .utf8)
    #expect(kept.contains("answer: lesson SingleShot 1\n"))
  }

  @Test(arguments: [60, 120])
  func `A window that changes its size is filled from then on, and not beyond`(columns: Int) async throws {
    let terminal = try PseudoTerminal(3, "--fast")
    try await terminal.read(until: "Return to skip")
    terminal.resize(columns: UInt16(columns))
    terminal.type("1")
    #expect(try await terminal.stepToEnd() == 0, "\(terminal.screen)")
    let lines = terminal.screen.split(separator: "\n").map(String.init)
    let chart = lines.suffix(from: try #require(lines.lastIndex { $0.hasPrefix("running ") }))
    let axis = try #require(chart.first).columns
    #expect((columns - 25...columns).contains(axis), "\(chart.joined(separator: "\n"))")
    // What follows the chart is text: the claims and the verdict, whose lines are broken.
    #expect(chart.allSatisfy { $0.columns <= columns }, "\(chart.joined(separator: "\n"))")
  }
}
