import CourseKit
import Foundation
import ProofKit
import Typesetting

/// `prove --mutants`: whether the tests notice small changes to the answers, or to the framework.
func proveMutants(_ course: Course, _ arguments: Arguments) throws -> Int32 {
  var arguments = arguments
  var choice = MutantTrial.Choice()
  choice.sample = try arguments.number("--sample")
  if let seed = try arguments.number("--seed") { choice.seed = UInt64(seed) }
  if let jobs = try arguments.number("--jobs") { choice.jobs = jobs }
  let least = try arguments.number("--min").map { Double($0) } ?? 98
  if arguments.words.first == "framework" {
    choice.isFramework = true
    _ = arguments.word()
    while let file = arguments.word() { choice.files.append(file) }
  } else {
    let chosen = try exercises(&arguments)
    choice.exercises = chosen.isEmpty ? Catalogue.exercises : chosen
  }
  try arguments.end()

  let begin = ContinuousClock.now
  let line = TrialLog()
  var trial = MutantTrial(course, choice) {
    line.say($0)
  } progress: { text in
    let elapsed = Int((ContinuousClock.now - begin) / .seconds(1))
    line.show("[\(elapsed / 60):\(elapsed % 60 < 10 ? "0" : "")\(elapsed % 60)] \(text)")
  }
  if choice.isFramework { try trial.tryFramework() } else { try trial.tryExercises() }
  line.say("\n\(trial.table)")
  let isEnough = trial.share >= least
  line.say(
    isEnough
      ? "\nAt least \(Int(least)) % of the mutants that are not equivalent are killed."
      : "\nLess than \(Int(least)) % of the mutants that are not equivalent are killed.")
  if !trial.faults.isEmpty { line.say("\(counted(trial.faults.count, "problem")) must be fixed first.") }
  return isEnough && trial.faults.isEmpty ? 0 : 1
}

/// A line that is overwritten on a terminal; elsewhere one line in fifty is printed, to show progress.
private final class TrialLog: @unchecked Sendable {
  // Unchecked: the variables are touched only while `lock` is held.
  private let lock = NSLock()
  private var count = 0

  func show(_ text: String) {
    lock.withLock {
      count += 1
      if Terminal.isInteractive {
        Terminal.show("\r\u{1B}[K\(text)")
      } else if count % 50 == 1 {
        Terminal.show("\(text)\n")
      }
    }
  }

  func say(_ text: String) {
    lock.withLock { Terminal.show("\(Terminal.isInteractive ? "\r\u{1B}[K" : "")\(text)\n") }
  }
}
