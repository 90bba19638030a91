import Dispatch
import Documents
import MiniOperations

/// An operation that logs each property that is read, and each method that is called.
final class Walker: GNUstepOperation, @unchecked Sendable {
  // Unchecked: everything here is constant.
  private let log: @Sendable (_ text: String, _ name: String) -> Void

  init(_ name: String, log: @escaping @Sendable (_ text: String, _ name: String) -> Void) {
    self.log = log
    super.init()
    self.name = name
  }

  private func logged(_ property: String, _ value: Bool) -> Bool {
    log("\(property) is read: \(value)", name ?? "")
    return value
  }

  override var isReady: Bool { logged("isReady", super.isReady) }
  override var isFinished: Bool { logged("isFinished", super.isFinished) }
  override var isConcurrent: Bool { logged("isConcurrent", super.isConcurrent) }

  override func start() {
    log("start()", name ?? "")
    super.start()
  }

  override func main() { log("main()", name ?? "") }
}

/// Sends `resize`, which depends on `download`, through GNUstep's queue, and logs what happens to it.
func walk(log: @escaping @Sendable (_ text: String, _ name: String) -> Void) {
  let isEmpty = DispatchSemaphore(value: 0)
  let queue = GNUstepQueue { key, isPrior, count in
    if key != "operations" || isPrior { return }
    log("has \(count) operation\(count == 1 ? "" : "s")", "the queue")
    if count == 0 { isEmpty.signal() }
  }
  let download = MiniBlockOperation {}
  let resize = Walker("resize", log: log)
  download.name = "download"
  resize.addDependency(download)
  log("is added", "resize")
  queue.addOperation(resize)
  log("is added", "download")
  queue.addOperation(download)
  isEmpty.wait()
}
