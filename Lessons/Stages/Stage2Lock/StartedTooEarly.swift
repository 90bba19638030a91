import Foundation
import Synchronization

/// What breaks stage 2: one operation needs the result of another.
///
/// True if the picture was there when it was resized.
public func startedTooEarly(_ say: @escaping @Sendable (String) -> Void) -> Bool {
  let picture = Mutex("no picture")
  let result = Mutex("nothing")
  let (begun, goOn, ended) = (
    DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
  )
  let download = Step {
    begun.signal()
    goOn.wait()
    picture.withLock { $0 = "the picture" }
  }
  let resize = Step { result.withLock { $0 = picture.withLock { $0 } } }
  resize.addDependency(download)

  Thread.detachNewThread {
    download.start()
    ended.signal()
  }
  begun.wait()
  say("thread A is in the middle of the download; thread B starts to resize")
  resize.start()
  say("thread B is back; it has resized \(result.withLock { $0 })")
  goOn.signal()
  ended.wait()
  say("the download has ended; thread B tries again")
  resize.start()
  say("finally, \(result.withLock { $0 }) was resized")
  return result.withLock { $0 } == "the picture"
}

private final class Step: MiniOperation, @unchecked Sendable {
  // Unchecked: constant.
  private let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  override func main() { body() }
}
