import ExerciseSupport
import Foundation
import MiniOperations
import Synchronization

@testable import Exercise12

/// One download and all that is known of it; its work ends when the test says so.
final class Cast: Sendable {
  let network: RunLoopThread
  let download: Download
  /// One line for each announcement of isFinished.
  let ends = Notes()
  private let dones = Dones()
  private let observation: MiniObservation

  /// `begun` is called when the work of a run begins, on the network thread.
  init(
    on network: RunLoopThread = RunLoopThread(name: "network"),
    begun: @escaping @Sendable (Download) -> Void = { _ in }
  ) {
    self.network = network
    let (shelf, dones) = (Shelf(), dones)
    download = Download(on: network) { done in
      dones.stored.withLock { $0.append(done) }
      if let download = shelf.download { begun(download) }
    }
    observation = download.observe(\.isFinished) { [ends] _, _ in ends("isFinished") }
    shelf.put(download)
  }

  /// How often the work was begun.
  var runs: Int { dones.stored.withLock { $0.count } }

  /// Ends the work of a run, from 1; nothing if it was not begun.
  func finish(run: Int) {
    callBack(run: run)
    settle()
  }

  /// Calls the `done` of a run, from 1, and does not wait; nothing if its work was not begun.
  func callBack(run: Int) {
    guard run > 0 else { return }
    let done = dones.stored.withLock { $0.dropFirst(run - 1).first }
    done?()
  }

  /// Releases the callbacks, which hold the download.
  func forget() { dones.stored.withLock { $0 = [] } }

  /// Waits until the network thread has done what was posted to it.
  func settle() { network.postAndWait {} }

  /// Runs `body` while the network thread is busy with something else, and then what it has posted.
  func whileNetworkIsBusy(_ body: @escaping @Sendable () -> Void) {
    network.postAndWait(body)
    settle()
  }

  /// What the download says of itself.
  var state: String {
    var says: [String] = []
    if download.isPaused { says.append("paused") }
    if download.isExecuting { says.append("executing") }
    if download.isFinished { says.append("finished") }
    return says.isEmpty ? "neither paused nor executing nor finished" : says.joined(separator: " and ")
  }

  var isReadyAndNothingElse: Bool { download.isReady && state.hasPrefix("neither") }
}

/// The callbacks of the runs, in their order.
private final class Dones: Sendable {
  let stored = Synchronization.Mutex<[@Sendable () -> Void]>([])
}

/// Lets work ask for its download, which is made after it.
final class Shelf: Sendable {
  private let find = Synchronization.Mutex<@Sendable () -> Download?>({ nil })

  var download: Download? { find.withLock { $0 }() }

  /// Puts the download here, which it does not keep.
  func put(_ download: Download) { find.withLock { $0 = { [weak download] in download } } }
}
