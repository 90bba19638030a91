import Foundation
import Synchronization

/// What breaks stage 3: a download sends its request, and returns before the answer has come.
///
/// True if the picture was there when it was resized.
public func endedTooEarly(_ say: @escaping @Sendable (String) -> Void) -> Bool {
  let (download, resize) = (Download(), Resize())
  resize.download = download
  resize.addDependency(download)
  download.start()
  say("main() of the download has returned; the server has not answered")
  say("resize is \(resize.isReady ? "ready" : "not ready"), and is started")
  resize.start()
  download.letServerAnswer()
  say("the server has answered; resize is started again")
  resize.start()
  say("finally, \(resize.result ?? "nothing") was resized")
  return resize.result == "the picture"
}

private final class Download: MiniOperation, @unchecked Sendable {
  // Unchecked: the picture is inside a lock, the rest is constant.
  private let picture = Mutex<String?>(nil)
  private let (answer, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))

  var found: String? { picture.withLock { $0 } }
  override var isFinished: Bool { found != nil }

  override func main() {
    Thread.detachNewThread {
      self.answer.wait()
      self.picture.withLock { $0 = "the picture" }
      self.didChangeValue(forKey: "isFinished")
      self.end.signal()
    }
  }

  func letServerAnswer() {
    answer.signal()
    end.wait()
  }
}

private final class Resize: MiniOperation, @unchecked Sendable {
  // Unchecked: used by one thread.
  var download: Download?
  var result: String?
  override func main() { result = download?.found ?? "no picture" }
}
