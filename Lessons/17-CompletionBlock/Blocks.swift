import AsWritten
import Foundation
import LessonKit
import MiniOperations

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Cancels an operation and runs what its class has made of its completion block, as its end does.
func heardOfCancelled(_ operation: MiniOperation, _ count: Counter) {
  operation.completionBlock = { count.raise() }
  // Called here and not by the end, so that it is certain when it has been called.
  let block = operation.completionBlock
  operation.completionBlock = nil
  operation.cancel()
  block?()
}

/// The block that the document's class makes of `body`, when its cancelled operation is gone.
func completionBlockOfOneThatIsGone(_ body: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
  let operation = MyOperation()
  operation.completionBlock = body
  let block = operation.completionBlock
  operation.completionBlock = nil
  operation.cancel()
  // The cancel's message holds the operation until the network thread has read it.
  MyOperation.networkRequestThread.postAndWait {}
  return block ?? {}
}

/// Ends an operation of the older document that shares a group with others; gives the end of its life.
func heldByGroup(_ group: DispatchGroup, _ request: URLRequest) -> End {
  let end = End()
  let operation = MortalConnection(request, end)
  operation.completionGroup = group
  operation.completionBlock = {}
  operation.state = .executing
  // Called here and not by the end, so that it is certain when it has been called.
  let block = operation.completionBlock
  operation.completionBlock = nil
  operation.finish()
  block?()
  return end
}

/// The older document's class, saying when it goes out of memory.
private final class MortalConnection: AFURLConnectionOperation, @unchecked Sendable {
  // Unchecked: as its superclass; `end` is constant.
  private let end: End

  init(_ request: URLRequest, _ end: End) {
    self.end = end
    super.init(request: request)
  }

  deinit { end.come() }
}
