import Foundation
import LessonKit

/// The same values, and the same calls of `start()`, on Foundation's operation.
func onFoundation() -> [String] {
  let trace = Notebook()
  let download = FoundationDownload { trace.write("piece \($0) of download on \(threadName())") }
  download.name = "download"
  var lines = [
    "isReady          \(download.isReady)",
    "isExecuting      \(download.isExecuting)",
    "isFinished       \(download.isFinished)",
    "isCancelled      \(download.isCancelled)",
    "isAsynchronous   \(download.isAsynchronous)",
    "dependencies     \(download.dependencies.count)",
    "queuePriority    \(download.queuePriority == .normal ? "normal" : "another")",
    "completionBlock  \(download.completionBlock == nil ? "none" : "one")",
    "name             \(download.name ?? "none")",
  ]
  download.start()
  trace.write("start returns, isFinished is \(download.isFinished)")
  download.start()
  trace.write("start returns, isFinished is \(download.isFinished)")
  lines += trace.lines
  return lines
}

/// The kind of the current thread, in a word or two.
func threadName() -> String { Thread.isMainThread ? "main" : "another thread" }

/// `Download` on Foundation.
private final class FoundationDownload: Operation, @unchecked Sendable {
  // Unchecked: everything here is constant.
  private let onPiece: @Sendable (Int) -> Void

  init(onPiece: @escaping @Sendable (Int) -> Void) { self.onPiece = onPiece }

  override func main() {
    for piece in 1...3 { onPiece(piece) }
  }
}
