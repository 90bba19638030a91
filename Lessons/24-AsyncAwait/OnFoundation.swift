import Foundation
import LessonKit

/// Step 1 on Foundation.
func onFoundation() -> [String] {
  let trace = Notebook()
  let (gate, taskHasReturned) = (Gate(), Gate())
  let queue = OperationQueue()
  let download = BlockOperation {
    Task {
      await gate.passed()
      trace.write("the task returns")
      taskHasReturned.open()
    }
  }
  let dependent = BlockOperation {
    trace.write("the dependent runs")
    gate.open()
  }
  dependent.addDependency(download)
  queue.addOperations([download, dependent], waitUntilFinished: true)
  fromMain { await taskHasReturned.passed() }
  return trace.lines
}
