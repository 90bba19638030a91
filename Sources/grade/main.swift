import CourseKit
import GradeKit

tool.main { line in
  switch line.verb {
  case "": return try grade(line.course, line.arguments)
  case "export": return try export(line.course, line.arguments)
  case "doctor":
    try line.arguments.end()
    return (Doctor(line.course).examine() + Doctor.examineForGrading()).show()
  default: throw tool.unknown(line.verb)
  }
}
