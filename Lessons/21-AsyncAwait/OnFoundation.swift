import Foundation
import LessonKit

/// Step 1 on Foundation.
func onFoundation() -> [String] {
  let trace = Notebook()
  let (gate, taskHasEnded) = (Gate(), Gate())
  let queue = OperationQueue()
  let download = BlockOperation {
    Task {
      await gate.passed()
      trace.write("the task ends")
      taskHasEnded.open()
    }
  }
  let dependent = BlockOperation {
    trace.write("the dependent runs")
    gate.open()
  }
  dependent.addDependency(download)
  queue.addOperations([download, dependent], waitUntilFinished: true)
  fromMain { await taskHasEnded.passed() }
  return trace.lines
}
