import Foundation
import LessonKit
import MiniOperations
import Synchronization

/// What is needed to make a download: this goes into the file, and nothing of the operation does.
struct Snapshot: Codable {
  let name: String
  let url: URL
}

/// A download that knows whether it has brought its data, and can be made again from its snapshot.
final class Download: MiniOperation, @unchecked Sendable {
  // Unchecked: the state is behind a mutex; the rest is constant.
  private enum State { case waiting, executing, loaded, failed }

  fileprivate let origin: Snapshot
  private let transfers: Transfers
  private let show: Show
  private let onLost: @Sendable () -> Void
  private let state = Mutex(State.waiting)

  /// `onLost` is called when the data has not come, before the operation ends.
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
  /// What is left to do, nil when it is done; looking at it changes nothing.
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
        show.log("has not got its data", as: origin.name)
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
  /// The numbers of those that have brought their data.
  var loaded: String { filter(\.isLoaded).map { "\($0.origin.name.last!)" }.joined(separator: " ") }
}
