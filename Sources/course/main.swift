import CourseKit
import Foundation
import Typesetting

Terminal.openClosedStreams()
Programs.endWithTheTool()
var code = run(Array(CommandLine.arguments.dropFirst()))
// A table that is cut off must not look like a whole one.
if let failure = Terminal.outputFailure {
  Terminal.showError(
    "course: the output could not be written: \(failure). Repeat the command once that is solved.\n")
  if code == 0 { code = 3 }
}
exit(code)
