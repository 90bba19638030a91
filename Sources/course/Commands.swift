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
  default: throw moved(line.verb, in: course) ?? tool.unknown(line.verb)
  }
}

/// The error that a command is another program's now; nil if it never was one of this program.
private func moved(_ verb: String, in course: Course) -> CourseError? {
  switch verb {
  case "grade" where course.isForTeaching:
    CourseError(
      "grading is a command of its own now: swift run grade. 'swift run grade help' lists its options.")
  case "export" where course.isForTeaching:
    CourseError("the student edition is written by the command for grading now: swift run grade export DIR")
  case "verify" where course.isForTeaching:
    CourseError(
      "proving is a command of its own now: swift run prove. 'swift run prove help' lists its options.")
  case "grade":
    CourseError("this is the edition for students. 'swift run course check all' counts your points.")
  case "export", "verify":
    CourseError("this is the edition for students, which has no command '\(verb)'.")
  default: nil
  }
}
