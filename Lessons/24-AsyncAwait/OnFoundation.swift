import Foundation
import LessonKit

/// Step 1 on Foundation.
func onFoundation() -> [String] {
  let trace = Notebook()
  let (gate, hasArrived) = (Gate(), Gate())
  let queue = OperationQueue()
  // snippet: block
  let download = BlockOperation {
    Task {
      await gate.passed()
      trace.write("the photo arrives")
      hasArrived.open()
    }
  }
  let decode = BlockOperation { trace.write("decode runs") }
  decode.addDependency(download)
  // end
  queue.addOperations([download, decode], waitUntilFinished: true)
  gate.open()
  fromMain { await hasArrived.passed() }
  return trace.lines
}
