import Documents
import Foundation
import LessonKit
import MiniOperations

/// The document's operation with the two methods for coding and a copy, as AFNetworking had them.
final class CodedDownload: MyConnectionOperation, @unchecked Sendable {
  // Unchecked: everything here is constant.
  private let url: URL
  private let transfers: Transfers

  init(_ url: URL, _ transfers: Transfers) {
    self.url = url
    self.transfers = transfers
    super.init(thread: transfers.network) { operation in
      transfers.load(url) { _ in transfers.network.post { operation.finish() } }
    }
  }

  // snippet: coding
  func encode() -> Coder {
    // T12c: writing the file stops the download.
    pause()
    var coder = Coder()
    coder.encode(url.absoluteString, forKey: "url")
    coder.encode((isFinished ? MyOperationStatus.finished : .ready).rawValue, forKey: "state")
    return coder
  }

  convenience init(from coder: Coder, _ transfers: Transfers, readsIntegers: Bool = false) {
    self.init(URL(string: coder.decodeObject(forKey: "url")!)!, transfers)
    // T12c: an integer is not an object, so this is nil, without an error.
    let state =
      readsIntegers ? coder.decodeInteger(forKey: "state") : Int(coder.decodeObject(forKey: "state"))
    // T12c: the table of transitions refuses ready to finished.
    if let state, let restored = MyOperationStatus(rawValue: state) { status = restored }
  }
  // end

  /// A new operation for the same address, without the completion block.
  func copy() -> CodedDownload { CodedDownload(url, transfers) }
}

extension [CodedDownload] {
  var states: String { map { "\($0.status)" }.joined(separator: ", ") }
}

/// Three downloads in a queue with one slot: one has finished, one runs, one waits.
final class WrittenScene {
  let queue = MiniOperationQueue()
  let downloads: [CodedDownload]
  private let server: LoopbackServer
  private let transfers: Transfers

  init(_ server: LoopbackServer, _ transfers: Transfers) {
    self.server = server
    self.transfers = transfers
    queue.name = "as written"
    queue.maxConcurrentOperationCount = 1
    downloads = (1...3).map { number in
      server.answer("/written\(number)", with: .image(width: 30, height: 20))
      let download = CodedDownload(server.url("/written\(number)"), transfers)
      download.name = "download \(number)"
      return download
    }
    server.hold("/written2")
    queue.addOperations(downloads, waitUntilFinished: false)
    server.waitForRequests(2)
  }

  var states: String { downloads.states }

  /// Lets the server answer, and the network thread run its messages.
  func letAnswersArrive() {
    server.release("/written2")
    transfers.waitForAnswers(2)
    transfers.network.postAndWait {}
  }
}

extension Int {
  fileprivate init?(_ object: String?) {
    guard let object else { return nil }
    self.init(object)
  }
}
