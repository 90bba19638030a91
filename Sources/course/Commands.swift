import CourseKit
import Foundation
import Typesetting

/// Carries out a command and returns the exit code: 0, 1 when something does not hold, 2 for wrong use.
func run(_ words: [String]) -> Int32 {
  do {
    return try command(words)
  } catch let error as UsageError {
    Terminal.showError("course: \(error.text)\n")
  } catch let trouble as Workshop.MachineTrouble {
    Terminal.showError("course: \(trouble)\n")
    return 3
  } catch let error as CocoaError {
    Terminal.showError("course: \(error.report)\n")
  } catch {
    Terminal.showError("course: \(error)\n")
  }
  return 2
}

private func command(_ words: [String]) throws -> Int32 {
  let verb = words.first ?? "status"
  let manual = Manual(help)
  if let text = try asksForHelp(words, manual) {
    Terminal.show(text)
    return 0
  }
  let arguments = Arguments(Array(words.dropFirst())) { manual.suggestion(for: $0, in: verb) }
  if verb == "completions" { return try completions(arguments) }
  guard let course = Course.current() else {
    throw UsageError(
      "there is no course in this folder or above it. Change into the folder with Package.swift.")
  }
  switch verb {
  case "status":
    try arguments.end()
    return status(course)
  case "list":
    try arguments.end()
    return list(course)
  case "check": return try check(course, arguments)
  case "watch": return try watch(course, arguments)
  case "hint":
    var arguments = arguments
    return try hint(try onlyExercise(&arguments, in: course), in: course)
  case "solution": return try solution(course, arguments)
  case "reset": return try reset(course, arguments)
  case "next":
    try arguments.end()
    return try next(course)
  case "review":
    try arguments.end()
    return try review(course)
  case "lesson": return try lesson(course, Array(words.dropFirst()))
  case "book": return try book(course, arguments)
  case "export": return try export(course, arguments)
  case "grade": return try grade(course, arguments)
  case "open": return try open(course, arguments)
  case "doctor":
    try arguments.end()
    return doctor(course)
  case "mistakes": return try mistakes(course, arguments)
  case "verify": return try verify(course, arguments)
  default:
    throw UsageError(
      "there is no command '\(verb)'.\(manual.suggestion(for: verb)) 'swift run course help' lists the commands."
    )
  }
}

/// The requested help, nil if none is requested: `help`, `help check`, `check --help`, `check -h`.
private func asksForHelp(_ words: [String], _ manual: Manual) throws(UsageError) -> String? {
  let isAsking = { ["--help", "-h"].contains($0) }
  guard let verb = words.first else { return nil }
  if isAsking(verb) { return help }
  if verb == "help" {
    guard let topic = words.dropFirst().first(where: { !isAsking($0) }) else { return help }
    if topic == "grading" { return helpOnGrading }
    guard let text = manual.help(on: topic) else {
      throw UsageError(
        "there is no command '\(topic)'.\(manual.suggestion(for: topic)) 'swift run course help' lists the commands."
      )
    }
    return text
  }
  guard words.contains(where: isAsking) else { return nil }
  // A lesson has flags of its own, which it lists itself.
  if verb == "lesson", words.count > 2 { return nil }
  guard let text = manual.help(on: verb) else { return verb == "status" ? help : nil }
  return verb == "grade" ? "\(text)\n\(helpOnGrading)" : text
}
