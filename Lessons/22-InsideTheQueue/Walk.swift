import Documents
import LessonKit
import MiniOperations

/// An operation that logs each property that is read, and each method that is called.
final class Walker: GNUstepOperation, @unchecked Sendable {
  // Unchecked: everything here is constant.
  private let show: Show

  init(_ name: String, _ show: Show) {
    self.show = show
    super.init()
    self.name = name
  }

  private func logged(_ property: String, _ value: Bool) -> Bool {
    show.log("\(property) is read: \(value)", as: name ?? "")
    return value
  }

  override var isReady: Bool { logged("isReady", super.isReady) }
  override var isFinished: Bool { logged("isFinished", super.isFinished) }
  override var isConcurrent: Bool { logged("isConcurrent", super.isConcurrent) }

  override func start() {
    show.log("start()", as: name ?? "")
    super.start()
  }

  override func setThreadPriority(_ priority: Double) {
    show.log("thread priority \(priority)", as: name ?? "")
    super.setThreadPriority(priority)
  }

  override func main() { show.log("main()", as: name ?? "") }
}

/// The changes that the old queue announces.
final class Announcements: Sendable {
  private let show: Show
  private let notebook = Notebook()
  private let emptied = Moment()

  init(_ show: Show) { self.show = show }

  /// Each announcement in words.
  var lines: [String] { notebook.lines }

  func add(_ key: String, _ isPrior: Bool, _ count: Int) {
    notebook.write("\(isPrior ? "will" : "did") change \(key)")
    if key != "operations" || isPrior { return }
    show.log("has \(count) operation\(count == 1 ? "" : "s")", as: "old queue")
    if count == 0 { emptied.reached() }
  }

  /// Returns when the queue has announced that it is empty.
  func waitUntilEmpty() { emptied.waitUntilReached() }
}
