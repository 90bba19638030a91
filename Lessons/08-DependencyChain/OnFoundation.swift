import Foundation
import LessonKit
import Synchronization

/// The document's two operations on Foundation's queue.
func onFoundation(_ urls: [URL], _ show: Show) -> [String] {
  let trace = Notebook()
  let op = Download("next", urls[0], trace, sleep: 0)
  let op1 = Download("photo", urls[1], trace, sleep: show.shortened(1))
  let que = OperationQueue()
  op.addDependency(op1)
  que.addOperation(op)
  que.addOperation(op1)
  que.waitUntilAllOperationsAreFinished()
  return trace.lines
}

/// Both of the document's classes in one, without the notification.
private final class Download: Operation, @unchecked Sendable {
  // Unchecked: the flags are in a mutex; the rest is constant.
  private let title: String
  private let url: URL
  private let trace: Notebook
  private let seconds: Double
  private let flags = Mutex((executing: false, finished: false))

  init(_ title: String, _ url: URL, _ trace: Notebook, sleep seconds: Double) {
    self.title = title
    self.url = url
    self.trace = trace
    self.seconds = seconds
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { flags.withLock { $0.executing } }
  override var isFinished: Bool { flags.withLock { $0.finished } }

  override func start() {
    if isCancelled { return end() }
    trace.write("\(title) executing")
    willChangeValue(forKey: "isExecuting")
    flags.withLock { $0.executing = true }
    didChangeValue(forKey: "isExecuting")
    dataTask(url) { [self] _, _ in
      trace.write("\(title) finished...")
      if seconds > 0 {
        trace.write("\(title) sleep 4s...")
        Thread.sleep(forTimeInterval: seconds)
      }
      end()
    }.resume()
  }

  private func end() {
    willChangeValue(forKey: "isFinished")
    willChangeValue(forKey: "isExecuting")
    flags.withLock { $0 = (false, true) }
    didChangeValue(forKey: "isExecuting")
    didChangeValue(forKey: "isFinished")
  }
}
