import Foundation
import LessonKit

/// The page's calls of steps 1 and 2, on Foundation's operation.
func onFoundation() -> [String] {
  let trace = Notebook()
  let (download, again) = (FoundationDownload("download", trace), FoundationDownload("again", trace))
  download.start()
  download.start()
  trace.write("start() has returned")
  again.start()
  return trace.lines
}

/// The kind of the current thread, in a word or two.
func threadName() -> String { Thread.isMainThread ? "main" : "another thread" }

/// `Download` on Foundation.
private final class FoundationDownload: Operation, @unchecked Sendable {
  // Unchecked: everything here is constant.
  private let title: String
  private let trace: Notebook

  init(_ title: String, _ trace: Notebook) {
    self.title = title
    self.trace = trace
  }

  override func main() {
    for _ in 1...3 { trace.write("\(title) loads a part on \(threadName())") }
  }
}
