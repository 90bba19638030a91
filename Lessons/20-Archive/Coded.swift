import Documents
import Foundation
import MiniOperations

/// The class of lesson 19 with the two methods for coding, as a well-known library had them.
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
    name = "photo \(url.lastPathComponent)"
  }

  // snippet: coding
  func encode() -> Coder {
    pause()
    var coder = Coder()
    coder.encode(url.absoluteString, forKey: "url")
    coder.encode((isFinished ? MyOperationStatus.finished : .ready).rawValue, forKey: "state")
    return coder
  }

  convenience init(from coder: Coder, _ transfers: Transfers) {
    self.init(URL(string: coder.decodeObject(forKey: "url")!)!, transfers)
    let state = coder.decodeObject(forKey: "state")
    if let state, let number = Int(state) { restore(number) }
  }

  func restore(_ number: Int) {
    if let restored = MyOperationStatus(rawValue: number) { status = restored }
  }
  // end
}

extension [CodedDownload] {
  var states: String { map { "\($0.status)" }.joined(separator: ", ") }
}
