import Documents
import Foundation
import LessonKit
import MiniOperations

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Cancels an operation and runs its completion block as its class has wrapped it.
func notifiedOfCancelled(_ operation: MiniOperation, _ count: Counter) {
  operation.completionBlock = { count.raise() }
  // Called here and not when it finishes, so that the moment of the call is certain.
  let block = operation.completionBlock
  operation.completionBlock = nil
  operation.cancel()
  block?()
}

/// The block into which the document's class wraps `body`, after its cancelled operation was released.
func completionBlockOfReleased(_ body: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
  let operation = MyOperation()
  operation.completionBlock = body
  let block = operation.completionBlock
  operation.completionBlock = nil
  operation.cancel()
  // The message of cancel() retains the operation until the network thread has read it.
  MyOperation.networkRequestThread.postAndWait {}
  return block ?? {}
}

/// Finishes an operation of the older document that shares a group with others; returns the signal of its `deinit`.
func heldByGroup(_ group: DispatchGroup, _ request: URLRequest) -> End {
  let end = End()
  let operation = MortalConnection(request, end)
  operation.completionGroup = group
  operation.completionBlock = {}
  operation.state = .executing
  // Called here and not when it finishes, so that the moment of the call is certain.
  let block = operation.completionBlock
  operation.completionBlock = nil
  operation.finish()
  block?()
  return end
}

/// The older document's class, which reports when it is deallocated.
private final class MortalConnection: AFURLConnectionOperation, @unchecked Sendable {
  // Unchecked: like its superclass; `end` is constant.
  private let end: End

  init(_ request: URLRequest, _ end: End) {
    self.end = end
    super.init(request: request)
  }

  deinit { end.come() }
}
