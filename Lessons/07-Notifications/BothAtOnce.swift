import Dispatch
import Documents
import Explorer
import Foundation
import MiniOperations

/// Used in place of the main queue: notifications posted here have no observer.
let nowhere = DispatchQueue(label: "nowhere")

/// The download of the document, which has two flags and announces `isFinished` first (T14).
let twoFlags = dependentLooks("finished, still executing (T14)") { begin in
  TestOperation(mainQueue: nowhere, transfer: begin)
}

/// The repaired download, which has one state.
let oneState = dependentLooks("the same with one state") { begin in
  Repaired.TestOperation(mainQueue: nowhere) { done in
    begin(done)
    return {}
  }
}

/// A dependent reads the state of the download that it has waited for, as soon as it may start.
private func dependentLooks(
  _ name: String, _ make: @escaping @Sendable (@escaping TestOperation.Transfer) -> MiniOperation
) -> Scenario {
  Scenario(name) { stage in
    let network = RunLoopThread(name: "network")
    let download = make { done in network.post { done(nil) } }
    download.name = "download"
    let dependent = MiniBlockOperation { [unowned download] in
      let (isExecuting, isFinished) = (download.isExecuting, download.isFinished)
      point(isExecuting && isFinished ? "finds both true" : "finds one of them true")
      stage.expect(!(isExecuting && isFinished), "a finished operation is not executing")
    }
    dependent.name = "dependent"
    dependent.addDependency(download)
    let queue = MiniOperationQueue()
    queue.name = "queue"
    stage.thread("main") { queue.addOperations([download, dependent], waitUntilFinished: false) }
  }
}
