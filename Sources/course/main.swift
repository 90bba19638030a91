import CourseKit
import Foundation

Programs.endWithTheTool()
exit(run(Array(CommandLine.arguments.dropFirst())))
