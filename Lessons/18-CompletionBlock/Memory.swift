import Dispatch
import Documents
import Foundation
import MiniOperations
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A signal that is sent once, and to wait for.
final class Signal: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private let stored = Mutex(false)

  func send() {
    stored.withLock { $0 = true }
    semaphore.signal()
  }

  /// Whether it was sent.
  var wasSent: Bool { stored.withLock { $0 } }

  /// Waits for the signal; false if it is not sent within so many seconds.
  func wait(_ seconds: Double = 20) -> Bool { semaphore.wait(timeout: .now() + seconds) == .success }
}

/// A download that sends a signal when it is released.
final class Download: MiniOperation, @unchecked Sendable {
  // Unchecked: the property is constant.
  private let released: Signal

  init(_ released: Signal) { self.released = released }

  deinit { released.send() }
}

/// What each of the blocks does.
private func hideSpinner(_ download: Download?) {}

/// Three downloads whose completion block refers to them, and which of them are still in memory.
func memory() -> [String] {
  let (finished, forgotten, careful) = (Signal(), Signal(), Signal())
  // snippet: memory
  do {
    let download = Download(finished)
    download.completionBlock = { hideSpinner(download) }
    download.start()
  }
  do {
    let download = Download(forgotten)  // Never started.
    download.completionBlock = { hideSpinner(download) }
  }
  do {
    let download = Download(careful)  // Never started.
    download.completionBlock = { [weak download] in hideSpinner(download) }
  }
  // end
  return [
    "finished: \(finished.wait() ? "released" : "still in memory")",
    "never started: \(forgotten.wasSent ? "released" : "still in memory")",
    "never started, weak: \(careful.wasSent ? "released" : "still in memory")",
  ]
}

/// Finishes a download of the library that shares `group` with others, and runs its completion block.
///
/// Returns the signal of its release.
func finishedDownload(in group: DispatchGroup, on main: DispatchQueue) -> Signal {
  let released = Signal()
  let download = LibraryDownload(released, on: main)
  download.completionGroup = group
  download.completionBlock = {}
  download.state = .executing
  // Called here and not when it finishes, so that the moment of the call is certain.
  let block = download.completionBlock
  download.completionBlock = nil
  download.finish()
  block?()
  main.sync {}
  return released
}

/// The class of the library, which sends a signal when it is released.
private final class LibraryDownload: AFURLConnectionOperation, @unchecked Sendable {
  // Unchecked: like its superclass; the added property is constant.
  private let released: Signal

  init(_ released: Signal, on main: DispatchQueue) {
    self.released = released
    super.init(request: URLRequest(url: URL(filePath: "/")), mainQueue: main)
  }

  deinit { released.send() }
}
