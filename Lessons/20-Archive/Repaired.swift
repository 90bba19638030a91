import Foundation
import LessonKit
import MiniOperations
import Synchronization

/// The data that is needed to create a download: this is written to the file, and not the operation.
struct Snapshot: Codable {
  let name: String
  let url: URL
}

/// A download that stores whether its data has arrived, and can be created again from its snapshot.
final class Download: MiniOperation, @unchecked Sendable {
  // Unchecked: the state is in a mutex; the rest is constant.
  private enum State { case waiting, executing, loaded, failed }

  fileprivate let origin: Snapshot
  private let transfers: Transfers
  private let show: Show
  private let onLost: @Sendable () -> Void
  private let state = Mutex(State.waiting)

  /// `onLost` is called if no data has arrived, before the operation finishes.
  init(
    _ origin: Snapshot, _ transfers: Transfers, _ show: Show, onLost: @escaping @Sendable () -> Void = {}
  ) {
    self.origin = origin
    self.transfers = transfers
    self.show = show
    self.onLost = onLost
    super.init()
    name = origin.name
  }

  // snippet: snapshot
  /// The data for another download, nil if this one is done; reading it changes nothing.
  var snapshot: Snapshot? { isLoaded ? nil : origin }
  // end

  var isLoaded: Bool { state.withLock { $0 == .loaded } }

  override var isConcurrent: Bool { true }
  override var isExecuting: Bool { state.withLock { $0 == .executing } }
  override var isFinished: Bool { state.withLock { $0 == .loaded || $0 == .failed } }

  override func start() {
    guard !isCancelled else { return end(.failed) }
    willChangeValue(forKey: "isExecuting")
    state.withLock { $0 = .executing }
    didChangeValue(forKey: "isExecuting")
    transfers.load(origin.url) { [self] data in
      if data == nil {
        show.log("has no data", as: origin.name)
        onLost()
      } else {
        show.log("has its data", as: origin.name)
      }
      end(data == nil ? .failed : .loaded)
    }
  }

  private func end(_ outcome: State) {
    willChangeValue(forKey: "isFinished")
    willChangeValue(forKey: "isExecuting")
    state.withLock { $0 = outcome }
    didChangeValue(forKey: "isExecuting")
    didChangeValue(forKey: "isFinished")
  }
}

extension [Download] {
  /// The numbers of the loaded downloads.
  var loaded: String { filter(\.isLoaded).map { "\($0.origin.name.last!)" }.joined(separator: " ") }
}
