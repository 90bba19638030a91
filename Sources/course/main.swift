import CourseKit
import Foundation
import Typesetting

Terminal.openClosedStreams()
Programs.endWithTheTool()
var code = run(Array(CommandLine.arguments.dropFirst()))
// A truncated table must not look complete.
if let failure = Terminal.outputFailure {
  Terminal.showError(
    "course: the output could not be written: \(failure). Fix that and repeat the command.\n")
  if code == 0 { code = 3 }
}
exit(code)
