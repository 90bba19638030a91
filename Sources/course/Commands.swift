import CourseKit
import Foundation

/// Carries out a command and returns the exit code: 0, 1 when something does not hold, 2 for wrong use.
func run(_ words: [String]) -> Int32 {
  do {
    return try command(words)
  } catch let misuse as Misuse {
    Terminal.writeError("course: \(misuse.text)\n")
  } catch let trouble as Workshop.MachineTrouble {
    Terminal.writeError("course: \(trouble)\n")
    return 3
  } catch let error as CocoaError {
    Terminal.writeError("course: \(error.filePath ?? "a file"): \(error.localizedDescription)\n")
  } catch {
    Terminal.writeError("course: \(error)\n")
  }
  return 2
}

private func command(_ words: [String]) throws -> Int32 {
  let verb = words.first ?? "status"
  let arguments = Arguments(Array(words.dropFirst()))
  if ["help", "--help", "-h"].contains(verb) || verb != "lesson" && words.contains("--help") {
    Terminal.write(words.contains("grading") || verb == "grade" ? helpOnGrading : help)
    return 0
  }
  guard let course = Course.current() else {
    throw Misuse("there is no course in this folder or above it. Change into the folder with Package.swift.")
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
    let exercise = try chosen(arguments.word(), in: course)
    try arguments.end()
    return try hint(exercise, in: course)
  case "solution": return try solution(course, arguments)
  case "reset": return try reset(course, arguments)
  case "next":
    try arguments.end()
    return try next(course)
  case "lesson": return try lesson(course, Array(words.dropFirst()))
  case "book": return try book(course, arguments)
  case "export": return try export(course, arguments)
  case "grade": return try grade(course, arguments)
  case "mistakes": return try mistakes(course, arguments)
  case "verify": return try verify(course, arguments)
  default: throw Misuse("there is no command '\(verb)'. 'swift run course help' lists those that there are.")
  }
}
