import Foundation
import LessonKit
import MiniOperations

/// The mistake that the document's class avoids: asynchronous work begun in `main`.
final class BegunInMain: MiniOperation, @unchecked Sendable {
  // Unchecked: the data is touched while `condition` is locked; the rest is constant.
  private let url: URL
  private let show: Show
  private let condition = Condition(name: "data")
  private var data: Data?

  init(_ url: URL, _ show: Show) {
    self.url = url
    self.show = show
  }

  override func main() {
    dataTask(url) { [self] data, _ in
      condition.withLock {
        self.data = data ?? Data()
        condition.broadcast()
      }
    }.resume()
    show.log("main returns")
  }

  var bytes: Int { condition.withLock { data?.count ?? 0 } }

  func waitForData() {
    condition.withLock { while data == nil { condition.wait() } }
    show.log("the data has arrived, \(bytes) bytes")
  }
}
