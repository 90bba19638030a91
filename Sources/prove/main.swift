import CourseKit

tool.main { try prove($0.course, $0.arguments) }
