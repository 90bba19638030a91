import ExerciseSupport
import MiniOperations

@testable import Exercise14

/// A download whose runs finish when the test says so.
final class Fixture: Sendable {
  let network = RunLoopThread(name: "network")
  let download: Download
  /// The values that observers have been notified of, by key; each begins with false.
  let executing = Notes("false"), paused = Notes("false"), finished = Notes("false")
  private let dones = Dones()
  private let observations = Log<MiniObservation>()

  /// `begun` is called when the work of a run starts, on the network thread.
  init(begun: @escaping @Sendable (Download) -> Void = { _ in }) {
    let (reference, dones) = (Reference<Download>(), dones)
    download = Download(on: network) { done in
      dones.stored.withLock { $0.append(done) }
      if let download = reference.object { begun(download) }
    }
    reference.object = download
    let options: MiniObservingOptions = [.old, .new]
    observations.add(
      download.observe(\.isExecuting, options: options) { [executing] in executing(value: $1) })
    observations.add(download.observe(\Download.isPaused, options: options) { [paused] in paused(value: $1) })
    observations.add(download.observe(\.isFinished, options: options) { [finished] in finished(value: $1) })
  }

  /// How often the work was started.
  var runs: Int { dones.stored.withLock { $0.count } }

  /// Calls the `done` of a run, from 1; nothing if the work of that run was not started.
  func finish(run: Int) {
    settle()
    callBack(run: run)
  }

  /// Does so at once, without waiting for the network thread.
  func callBack(run: Int) {
    guard run > 0 else { return }
    let done = dones.stored.withLock { $0.dropFirst(run - 1).first }
    done?()
  }

  /// Releases the closures `done`, which may retain the download.
  func forget() { dones.stored.withLock { $0 = [] } }

  /// Waits until the network thread has run its messages.
  func settle() { network.postAndWait {} }

  /// Runs `body` while the messages that it posts wait, and then these messages.
  func whileNetworkIsBusy(_ body: @escaping @Sendable () -> Void) {
    network.postAndWait(body)
    settle()
  }

  /// The properties of the download that are true, and the number of runs.
  var state: String {
    var words: [String] = []
    if download.isPaused { words.append("paused") }
    if download.isExecuting { words.append("executing") }
    if download.isFinished { words.append("finished") }
    let properties = words.isEmpty ? "waiting" : words.joined(separator: " and ")
    return "\(properties), \(runs) \(runs == 1 ? "run" : "runs")"
  }

  /// Whether it has finished, and observers were not notified of it.
  var finishedSilently: Bool { download.isFinished && !finished.lines.contains("true") }

  /// The keys whose last change was not announced, where one call was made after the other.
  var silentKeys: [String] {
    let pairs = [
      ("isExecuting", executing, download.isExecuting), ("isPaused", paused, download.isPaused),
      ("isFinished", finished, download.isFinished),
    ]
    return pairs.filter { $1.lines.last != "\($2)" }.map(\.0)
  }
}

extension Log<String> {
  fileprivate convenience init(_ line: String) {
    self.init()
    self(line)
  }
}

private final class Dones: Sendable { let stored = Handover<[@Sendable () -> Void]>([], name: "done") }

/// A call that any thread may make.
enum Call: String, Sendable {
  case start, pause, resume, cancel
  /// The work of the first run calls `done`, if it was started.
  case finish

  /// Makes the call; returns "true" or "false" where it has such a result.
  @discardableResult func callAsFunction(_ fixture: Fixture) -> String {
    switch self {
    case .start: fixture.download.start()
    case .pause: return "\(fixture.download.pause())"
    case .resume: return "\(fixture.download.resume())"
    case .cancel: fixture.download.cancel()
    case .finish: fixture.finish(run: 1)
    }
    return "-"
  }
}

extension [Call] {
  /// Their names, for a failure's comment.
  var text: String { isEmpty ? "nothing" : map(\.rawValue).joined(separator: ", ") }
}
