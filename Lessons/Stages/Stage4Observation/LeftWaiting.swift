import Synchronization

/// What breaks stage 4: an operation becomes ready, and nothing starts it.
///
/// True if both operations ran.
public func leftWaiting(_ say: @escaping @Sendable (String) -> Void) -> Bool {
  let ran = Mutex<[String]>([])
  let download = Step { ran.withLock { $0.append("download") } }
  let resize = Step { ran.withLock { $0.append("resize") } }
  resize.addDependency(download)

  let queue = MiniOperationQueue()
  queue.addOperation(resize)
  say("resize is handed over first, and cannot start yet")
  queue.addOperation(download)
  queue.waitUntilAllOperationsAreFinished()
  say("download was handed over, and \(download.isFinished ? "has ended" : "waits")")
  say("resize is \(resize.isReady ? "ready" : "not ready"), and \(resize.isFinished ? "has ended" : "waits")")
  return ran.withLock { $0 } == ["download", "resize"]
}

private final class Step: MiniOperation, @unchecked Sendable {
  // Unchecked: constant.
  private let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  override func main() { body() }
}
