import Foundation
import MiniOperations
import Synchronization

// snippet: snapshot
/// What is needed to create a download: this is written to the file, and not the operation.
struct Snapshot: Codable {
  let name: String
  let url: URL
}

extension Download {
  /// The data for another download, nil if this one is done; reading it changes nothing.
  var snapshot: Snapshot? { isLoaded ? nil : origin }
}
// end

/// A download that stores whether its photo was saved, and can be created again from its snapshot.
final class Download: MiniOperation, @unchecked Sendable {
  // Unchecked: the state is in a mutex; the rest is constant.
  private enum State { case waiting, executing, loaded, failed }

  fileprivate let origin: Snapshot
  private let transfers: Transfers
  private let file: ArchiveFile
  private let log: @Sendable (_ text: String, _ name: String) -> Void
  private let onFailure: @Sendable () -> Void
  private let state = Mutex(State.waiting)

  /// `onFailure` is called if no photo was saved, before the operation finishes.
  init(
    _ origin: Snapshot, _ transfers: Transfers, _ file: ArchiveFile,
    onFailure: @escaping @Sendable () -> Void,
    log: @escaping @Sendable (_ text: String, _ name: String) -> Void
  ) {
    self.origin = origin
    self.transfers = transfers
    self.file = file
    self.log = log
    self.onFailure = onFailure
    super.init()
    name = origin.name
  }

  var isLoaded: Bool { state.withLock { $0 == .loaded } }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { state.withLock { $0 == .executing } }
  override var isFinished: Bool { state.withLock { $0 == .loaded || $0 == .failed } }

  override func start() {
    guard !isCancelled else { return finish(.failed) }
    willChangeValue(forKey: "isExecuting")
    state.withLock { $0 = .executing }
    didChangeValue(forKey: "isExecuting")
    // snippet: lost
    transfers.load(origin.url) { [self] data in
      // Loaded means saved: a photo that is only in memory is lost when the app quits.
      let isSaved = data.map { file.save($0, as: origin.name) } ?? false
      log(isSaved ? "has its photo" : "has no photo", origin.name)
      if !isSaved { onFailure() }
      finish(isSaved ? .loaded : .failed)
    }
    // end
  }

  private func finish(_ outcome: State) {
    willChangeValue(forKey: "isFinished")
    willChangeValue(forKey: "isExecuting")
    state.withLock { $0 = outcome }
    didChangeValue(forKey: "isExecuting")
    didChangeValue(forKey: "isFinished")
  }
}

extension [Download] {
  /// The numbers of the downloads whose photo was saved.
  var loaded: String { filter(\.isLoaded).map { "\($0.origin.name.last!)" }.joined(separator: " ") }
}
