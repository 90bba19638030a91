import Dispatch
import Documents
import MiniOperations

// Who hides the spinner when a download was cancelled?

/// Cancels and starts a plain operation, and returns whether its completion block is called.
func isPlainBlockCalled() -> Bool {
  let called = Signal()
  let download = MiniOperation()
  download.completionBlock = { called.send() }
  download.cancel()
  download.start()
  return called.wait()
}

/// Cancels an operation, and returns whether its class then calls the completion block.
///
/// `main` is the queue to which the class sends the block.
func isBlockCalled(of download: MiniOperation, on main: DispatchQueue) -> Bool {
  let called = Signal()
  download.completionBlock = { called.send() }
  // Called here and not when it finishes, so that the moment of the call is certain.
  let block = download.completionBlock
  download.completionBlock = nil
  download.cancel()
  block?()
  main.sync {}
  return called.wasSent
}

/// The same for the class as it shipped, when its cancelled operation was released before.
func isBlockCalledOfReleased(_ network: RunLoopThread, on main: DispatchQueue) -> Bool {
  let called = Signal()
  var block: (@Sendable () -> Void)?
  do {
    let download = MyOperation(thread: network, mainQueue: main)
    download.completionBlock = { called.send() }
    block = download.completionBlock
    download.completionBlock = nil
    download.cancel()
  }
  // The message of cancel() retains the operation until the network thread has read it.
  network.postAndWait {}
  block?()
  main.sync {}
  return called.wasSent
}
