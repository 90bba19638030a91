import ExerciseSupport
import Foundation
import MiniOperations
import Synchronization

@testable import Exercise11

/// A transfer that ends when the test says so, and remembers what was done to it.
final class Line: Sendable {
  private struct State {
    var done: (@Sendable (Fetch.Answer) -> Void)?
    var begins = 0
    var stops = 0
  }

  private let state = Synchronization.Mutex(State())
  /// What else happens on the way out of the beginning, before the way to stop is there.
  private let beginning: @Sendable (Line) -> Void
  /// What it calls back with while it is stopped.
  private let lastWord: Fetch.Answer?
  /// Makes what only the way to stop holds; it gets the callback.
  typealias Parcel = @Sendable (@escaping @Sendable (Fetch.Answer) -> Void) -> (any AnyObject & Sendable)?
  private let parcel: Parcel

  init(
    beginning: @escaping @Sendable (Line) -> Void = { _ in }, lastWord: Fetch.Answer? = nil,
    parcel: @escaping Parcel = { _ in nil }
  ) {
    self.beginning = beginning
    self.lastWord = lastWord
    self.parcel = parcel
  }

  var begins: Int { state.withLock { $0.begins } }
  var stops: Int { state.withLock { $0.stops } }

  /// The line as a transfer, which does not hold it.
  var transfer: Fetch.Transfer { { [weak self] done in self?.begin(done) ?? {} } }

  /// Begins the transfer.
  ///
  /// Each holds the other: the line its callback, and the way to stop it the line.
  private func begin(_ done: @escaping @Sendable (Fetch.Answer) -> Void) -> @Sendable () -> Void {
    state.withLock {
      $0.done = done
      $0.begins += 1
    }
    beginning(self)
    let parcel = parcel(done)
    return { withExtendedLifetime(parcel) { self.stop() } }
  }

  private func stop() {
    state.withLock { $0.stops += 1 }
    if let lastWord { call(lastWord) }
  }

  /// What it calls back with; nil until it begins.
  var callback: (@Sendable (Fetch.Answer) -> Void)? { state.withLock { $0.done } }

  /// Calls back, however often it has done so before.
  func call(_ answer: Fetch.Answer) { callback?(answer) }

  /// Releases its callback, as most transfers do when they are over.
  func forget() { _ = state.withLock { $0.done.take() } }
}

/// One fetch, its transfer and everything that it reports.
final class Cast: Sendable {
  let receiver = RunLoopThread(name: "receiver")
  let line: Line
  /// The answers, in the order in which they came.
  let answers = Notes()
  /// One line for each announcement of isFinished.
  let ends = Notes()
  let fetch: Fetch
  private let observation: MiniObservation

  init(_ transfer: Fetch.Transfer? = nil, line: Line = Line()) {
    self.line = line
    fetch = Fetch(transfer ?? line.transfer, for: receiver) { [answers, receiver] answer in
      answers(receiver.isCurrent ? answer.text : "\(answer.text), on another thread")
    }
    observation = fetch.observe(\.isFinished) { [ends] _, _ in ends("isFinished") }
  }

  /// The answers once everything that was posted to the receiver has been delivered.
  var heard: String {
    receiver.postAndWait {}
    return answers.text
  }

  var state: String {
    fetch.isFinished ? "a finished one" : fetch.isExecuting ? "an executing one" : "one that has not begun"
  }
}

extension Fetch.Answer {
  var text: String {
    switch self {
    case .success(let text): "\"\(text)\""
    case .failure(let error): ".\(error)"
    }
  }
}

/// A receiver of a text: holds the fetch, and is held by its completion.
final class Screen: Sendable {
  let fetch = Synchronization.Mutex<Fetch?>(nil)
}

/// Makes what only the way to stop holds, and has a weak reference to it.
final class Parcels: @unchecked Sendable {
  // Unchecked: made where a transfer begins, looked at when all threads have ended.
  private weak var last: Milestone?

  var isKept: Bool { last != nil }

  func make() -> Milestone? {
    let parcel = Milestone()
    last = parcel
    return parcel
  }
}
