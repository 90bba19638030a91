import Dispatch
import Documents
import Explorer
import MiniOperations
import Testing

/// T14: two flags that are written one after the other.
@Suite(.serialized) struct `Traps of announcing` {
  @Test func `T14: a dependent finds its dependency executing and finished`() async {
    await expectFound(
      dependentLooks { network in
        TestOperation(mainQueue: nowhere) { done in network.post { done(nil) } }
      }, "a finished operation is not executing",
      [
        "M: starts worker 1",
        "worker 1: Q starts TestOperation",
        "worker 1: write executing true",
        "worker 1: post to N",
        "worker 1: starts N",
        "N: takes a message",
        "N: write finished true",
        "N: TestOperation has finished",
        "N: starts worker 1",
        "worker 1: Q starts MiniBlockOperation",
        "worker 1: MiniBlockOperation begins main",
      ])
  }

  @Test func `T14, repaired: a dependent finds its dependency finished`() async {
    await expectHolds(
      dependentLooks { network in
        Repaired.TestOperation(mainQueue: nowhere) { done in
          network.post { done(nil) }
          return {}
        }
      })
  }

  private func dependentLooks(_ make: @escaping @Sendable (RunLoopThread) -> MiniOperation) -> Scenario {
    Scenario("T14") { stage in
      let download = make(RunLoopThread(name: "N"))
      let dependent = MiniBlockOperation { [unowned download] in
        let isExecuting = download.isExecuting
        stage.expect(
          !(isExecuting && download.isFinished), "a finished operation is not executing")
      }
      dependent.addDependency(download)
      let queue = MiniOperationQueue()
      queue.name = "Q"
      stage.thread("M") { queue.addOperations([download, dependent], waitUntilFinished: false) }
    }
  }

  /// Represents the main queue, but is not one: posts to it have no observer.
  private var nowhere: DispatchQueue { DispatchQueue(label: "nowhere") }
}
