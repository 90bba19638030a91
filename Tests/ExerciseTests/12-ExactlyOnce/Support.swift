import ExerciseSupport
import MiniOperations
import Synchronization

@testable import Exercise12

/// A transfer that calls back when the test says so.
final class Line: Sendable {
  private struct State: Sendable {
    var done: (@Sendable (Fetch.Answer) -> Void)?
    var begins = 0
    var stops = 0
  }

  private let state = Handover(State(), name: "line")
  private let beforeReturn: @Sendable (Line) -> Void

  /// `beforeReturn` is called when the transfer has begun and has not returned yet.
  init(beforeReturn: @escaping @Sendable (Line) -> Void = { _ in }) { self.beforeReturn = beforeReturn }

  var begins: Int { state.withLock { $0.begins } }
  var stops: Int { state.withLock { $0.stops } }
  /// The same, for a failure's comment.
  var stopCalls: String { stops == 1 ? "1 call of stop" : "\(stops) calls of stop" }

  /// The line as a transfer, which does not retain it; the closure that it returns does.
  var transfer: Fetch.Transfer {
    { [weak self] done in
      self?.state.withLock {
        $0.done = done
        $0.begins += 1
      }
      if let self { beforeReturn(self) }
      return { [self] in self?.state.withLock { $0.stops += 1 } }
    }
  }

  /// The closure that the fetch has passed to the transfer; nil until it begins.
  var done: (@Sendable (Fetch.Answer) -> Void)? { state.withLock { $0.done } }

  /// Releases that closure, as most transfers do when they have called it.
  func forget() { _ = state.withLock { $0.done.take() } }
}

/// A fetch, its transfer and its answers.
final class Fixture: Sendable {
  let receiver = RunLoopThread(name: "receiver")
  let line: Line
  let answers = Notes()
  let fetch: Fetch
  /// The changes of the two keys, as "false to true".
  let executing = Notes(), finished = Notes()
  private let observations = Log<MiniObservation>()

  /// Makes a fetch with the transfer, or that of the line.
  init(_ transfer: Fetch.Transfer? = nil, line: Line = Line()) {
    self.line = line
    fetch = Fetch(transfer ?? line.transfer, for: receiver) { [answers, receiver] answer in
      answers(receiver.isCurrent ? answer.text : "\(answer.text) on another thread")
    }
    let options: MiniObservingOptions = [.old, .new]
    observations.add(fetch.observe(\.isExecuting, options: options) { [executing] in executing(change: $1) })
    observations.add(fetch.observe(\.isFinished, options: options) { [finished] in finished(change: $1) })
  }

  /// The answers, when everything that was posted to the receiver has run.
  var delivered: String {
    receiver.postAndWait {}
    return answers.text
  }

  /// The properties of the fetch that are true.
  var state: String {
    switch (fetch.isExecuting, fetch.isFinished) {
    case (false, false): "waiting"
    case (true, false): "executing"
    case (false, true): "finished"
    case (true, true): "executing and finished"
    }
  }
}

/// The events by which a fetch finishes, in their order.
enum Story: String, CaseIterable {
  case done = "start(), done(page)"
  case failure = "start(), done(error)"
  case doneTwice = "start(), done(page), done(page)"
  case cancel = "start(), cancel()"
  case doneAndCancel = "start(), done(page), cancel()"
  case cancelAndDone = "start(), cancel(), done(page)"
  case earlyDone = "start(), in which the transfer calls done(page)"
  case earlyCancel = "start(), during which cancel() is called"
  case cancelBeforeStart = "cancel(), start()"

  var answer: String {
    switch self {
    case .done, .doneTwice, .doneAndCancel, .earlyDone: "\"page\""
    case .failure: ".failed(\"no line\")"
    case .cancel, .cancelAndDone, .earlyCancel, .cancelBeforeStart: ".cancelled"
    }
  }

  /// Makes a line for this story; `fetch` gives the fetch that it belongs to.
  func line(_ fetch: @escaping @Sendable () -> Fetch?) -> Line {
    Line { line in
      if self == .earlyDone { line.done?(.success("page")) }
      if self == .earlyCancel { fetch()?.cancel() }
    }
  }

  func happen(to fetch: Fetch, _ line: Line) {
    if self == .cancelBeforeStart { fetch.cancel() }
    fetch.start()
    let page = Fetch.Answer.success("page")
    switch self {
    case .done: line.done?(page)
    case .failure: line.done?(.failure(.failed("no line")))
    case .doneTwice: for _ in 1...2 { line.done?(page) }
    case .cancel: fetch.cancel()
    case .doneAndCancel:
      line.done?(page)
      fetch.cancel()
    case .cancelAndDone:
      fetch.cancel()
      line.done?(page)
    case .earlyDone, .earlyCancel, .cancelBeforeStart: break
    }
  }
}

extension Fetch.Answer {
  /// In words that can be compared, whatever description an answer gives its errors.
  var text: String {
    switch self {
    case .success(let text): "\"\(text)\""
    case .failure(.failed(let text)): ".failed(\"\(text)\")"
    case .failure(let error): error == .cancelled ? ".cancelled" : "another error"
    }
  }
}

/// A screen, which retains its fetch, and which the completion of the fetch retains.
final class Screen: Sendable {
  private let stored = Synchronization.Mutex<Fetch?>(nil)

  var fetch: Fetch? {
    get { stored.withLock { $0 } }
    set { stored.withLock { $0 = newValue } }
  }
}
