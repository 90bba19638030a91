import CourseKit

tool.main { line in
  switch line.verb {
  case "": return try prove(line.course, line.arguments)
  case "mistakes": return try mistakes(line.course, line.arguments)
  default: throw tool.unknown(line.verb)
  }
}
