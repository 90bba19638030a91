import CourseKit
import Terminal

/// Carries out a command and returns the exit code: 0, or 1 when something does not hold.
func command(_ line: Tool.Line) throws -> Int32 {
  let course = line.course
  var arguments = line.arguments
  switch line.verb {
  case "", "status":
    try arguments.end()
    return status(course)
  case "list":
    try arguments.end()
    return list(course)
  case "check": return try check(course, arguments)
  case "watch": return try watch(course, arguments)
  case "hint": return try hint(try onlyExercise(&arguments, in: course), in: course)
  case "solution": return try solution(course, arguments)
  case "mistakes": return try mistakes(course, arguments)
  case "reset": return try reset(course, arguments)
  case "next":
    try arguments.end()
    return try next(course)
  case "review":
    try arguments.end()
    return try review(course)
  case "lesson": return try lesson(course, arguments.words)
  case "book": return try book(course, arguments)
  case "open": return try open(course, arguments)
  case "doctor":
    try arguments.end()
    return Doctor(course).examine().show()
  default: throw tool.unknown(line.verb)
  }
}
