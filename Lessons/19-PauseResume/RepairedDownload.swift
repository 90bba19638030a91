import Dispatch
import Documents
import MiniOperations

/// The repaired class with a connection that can be interrupted.
final class RepairedDownload: Repaired.MyConnectionOperation, @unchecked Sendable {
  // Unchecked: like its superclass; the added property is constant.
  private let connection: Connection

  init(_ name: String, _ connection: Connection) {
    self.connection = connection
    super.init(thread: connection.network) { done in connection.open(done) }
    self.name = name
  }

  override func operationDidPause() { connection.close() }
}

/// Ten pieces of a photo, one message to the network thread each; reopened, it continues after the last
/// piece.
final class Connection: @unchecked Sendable {
  // Unchecked: only the network thread accesses the variables; the rest is constant.
  let network: RunLoopThread
  private var pieceCount = 0
  /// Raised when it is opened or closed, so that a message posted before that is ignored.
  private var run = 0
  private let received: @Sendable (Int) -> Void
  /// Signalled after the fifth piece, when the connection waits for `goOn`.
  fileprivate let half = DispatchSemaphore(value: 0)
  fileprivate let goOn = DispatchSemaphore(value: 0)

  init(on network: RunLoopThread, received: @escaping @Sendable (Int) -> Void) {
    self.network = network
    self.received = received
  }

  func open(_ done: @escaping @Sendable () -> Void) {
    run += 1
    receive(run, done)
  }

  func close() { run += 1 }

  private func receive(_ number: Int, _ done: @escaping @Sendable () -> Void) {
    guard number == run else { return }
    pieceCount += 1
    received(pieceCount)
    if pieceCount == 5 {
      half.signal()
      goOn.wait()
    }
    if pieceCount == 10 { return done() }
    network.post { self.receive(number, done) }
  }
}

/// Pauses a download after the fifth of its ten pieces, and resumes it.
func pauseInTheMiddle(
  _ download: RepairedDownload, _ connection: Connection, in queue: MiniOperationQueue,
  whilePaused: () -> Void
) {
  queue.addOperation(download)
  connection.half.wait()
  download.pause()
  connection.goOn.signal()
  whilePaused()
  download.resume()
  queue.waitUntilAllOperationsAreFinished()
}
