import AsWritten
import Foundation
import LessonKit
import MiniOperations

/// The document's operation with a coder's two methods and a copy, as AFNetworking had them.
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
    // T12c: a file is written, and the download that it is about stops.
    pause()
    var coder = Coder()
    coder.encode(url.absoluteString, forKey: "url")
    coder.encode((isFinished ? MyOperationStatus.finished : .ready).rawValue, forKey: "state")
    return coder
  }

  convenience init(from coder: Coder, _ transfers: Transfers, readsIntegers: Bool = false) {
    self.init(URL(string: coder.decodeObject(forKey: "url")!)!, transfers)
    // T12c: an integer is not an object, so this is nil, and no error shows it.
    let state =
      readsIntegers ? coder.decodeInteger(forKey: "state") : Int(coder.decodeObject(forKey: "state"))
    // T12c: and the table of transitions refuses to go from ready to finished.
    if let state, let restored = MyOperationStatus(rawValue: state) { status = restored }
  }
  // end

  /// A fresh operation for the same address; the completion block stays where it was.
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

  /// The server answers, and the network thread takes what has come.
  func letAnswersCome() {
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
