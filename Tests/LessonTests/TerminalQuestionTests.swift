import Foundation
import Testing

@testable import LessonKit

/// The questions before the steps, with a test at the keyboard.
@Suite(.serialized) struct `Questions at a terminal` {
  /// The question before a step of lesson 01, and the number of its right answer.
  private func question(_ step: Int) async throws -> (asked: Record.Question, right: Int) {
    let record = try await LessonRun.recorded(1).record
    let question = try #require(record.steps[step - 1].entries.compactMap(\.question).first)
    let right = try #require(question.answers.firstIndex { $0.isRight })
    return (question, right + 1)
  }

  @Test func `A prediction runs its step, and is judged below the claims`() async throws {
    let (question, right) = try await question(3)
    let wrong = right % 3 + 1
    let terminal = try PseudoTerminal(1, "--fast")
    try await terminal.read(until: "Return to skip")
    terminal.type()
    for _ in 1...2 {
      try await terminal.read(until: "Return runs this step")
      terminal.type()
    }
    try await terminal.read(until: "Predict: ")
    try await terminal.read(until: "Return runs this step")
    terminal.type("\(wrong)")
    let step = try await terminal.read(until: "claims shown")
    let claim = try #require(step.range(of: "✓ "), "\(step)")
    #expect(
      step[claim.upperBound...].contains("You predicted '\(question.answers[wrong - 1].text)', but"),
      "\(step)")
    #expect(try await terminal.stepToEnd() == 0, "\(terminal.screen)")
    let kept = try String(contentsOf: terminal.progress, encoding: .utf8)
    #expect(kept.contains("answer: lesson SingleShot step 3 \(wrong)\n"))
    #expect(kept.contains("again: lesson SingleShot step 3 "))
  }

  @Test func `Wrong answers are asked for again without a run, until they are right`() async throws {
    let (_, right) = try await question(3)
    let terminal = try PseudoTerminal(
      1, "--review",
      kept: "# mine\ndone: lesson SingleShot 2026-11-20\nagain: lesson SingleShot step 3 2026-11-20\n")
    try await terminal.read(until: "Step 3. ")
    try await terminal.read(until: "Return to skip")
    terminal.type("\(right)")
    #expect(try await terminal.readToEnd() == 0, "\(terminal.screen)")
    #expect(terminal.screen.contains("You predicted it."))
    #expect(!terminal.screen.contains("✓"), "nothing is run")
    let kept = try String(contentsOf: terminal.progress, encoding: .utf8)
    // Otherwise it would be asked once more, and wait for an answer.
    try #require(
      kept == "# mine\ndone: lesson SingleShot 2026-11-20\nanswer: lesson SingleShot step 3 \(right)\n")
    let again = try PseudoTerminal(1, "--review", kept: kept)
    #expect(try await again.readToEnd() == 0)
    #expect(again.screen.contains("no prediction to correct"))
  }

  @Test func `With --no-ask no question is asked and nothing is kept`() async throws {
    let terminal = try PseudoTerminal(1, "--fast", "--no-ask")
    #expect(try await terminal.readToEnd() == 0)
    #expect(!terminal.screen.contains("Predict"))
    #expect(!FileManager.default.fileExists(atPath: terminal.progress.path))
  }
}
