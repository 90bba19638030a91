import AsWritten
import LessonKit
import MiniOperations

/// An operation that logs what it is asked and told.
final class Walker: GNUstepOperation, @unchecked Sendable {
  // Unchecked: everything here is constant.
  private let show: Show

  init(_ name: String, _ show: Show) {
    self.show = show
    super.init()
    self.name = name
  }

  private func answer(_ question: String, _ value: Bool) -> Bool {
    show.log("\(question)? \(value ? "yes" : "no")", as: name ?? "")
    return value
  }

  override var isReady: Bool { answer("isReady", super.isReady) }
  override var isFinished: Bool { answer("isFinished", super.isFinished) }
  override var isConcurrent: Bool { answer("isConcurrent", super.isConcurrent) }

  override func start() {
    show.log("start", as: name ?? "")
    super.start()
  }

  override func setThreadPriority(_ priority: Double) {
    show.log("thread priority \(priority)", as: name ?? "")
    super.setThreadPriority(priority)
  }

  override func main() { show.log("main", as: name ?? "") }
}

/// The announcements of the old queue.
final class Announcements: Sendable {
  private let show: Show
  private let notebook = Notebook()
  private let end = Moment()

  init(_ show: Show) { self.show = show }

  /// Each announcement in words.
  var lines: [String] { notebook.lines }

  func add(_ key: String, _ isPrior: Bool, _ count: Int) {
    let line = "\(isPrior ? "will" : "did") change \(key)"
    show.log("\(line), of which there \(count == 1 ? "is" : "are") \(count)", as: "old queue")
    notebook.write(line)
    if key == "operations" && !isPrior && count == 0 { end.reached() }
  }

  /// Returns when the queue has announced that it is empty.
  func waitUntilEmpty() { end.waitUntilReached() }
}
