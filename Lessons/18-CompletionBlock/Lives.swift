import Foundation
import LessonKit
import MiniOperations

/// An operation that reports when it is deallocated.
final class Mortal: MiniOperation, @unchecked Sendable {
  // Unchecked: `end` is constant.
  private let end: End

  init(_ end: End) { self.end = end }

  deinit { end.come() }
}

/// A signal that an object was deallocated, to wait for.
final class End: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private let isOver = Counter()

  func come() {
    isOver.raise()
    semaphore.signal()
  }

  /// Whether the object was deallocated.
  var hasCome: Bool { isOver.value > 0 }

  /// Waits for the signal; false if it does not arrive within twenty seconds.
  func wait() -> Bool { semaphore.wait(timeout: .now() + 20) == .success }
}

/// Three operations whose completion block refers to them, and which of them still exist afterwards.
func livesHere() -> [String] {
  let (ran, held, weakly) = (End(), End(), End())
  // snippet: lives
  do {
    let operation = Mortal(ran)
    operation.completionBlock = { _ = operation.name }
    operation.start()
  }
  do {
    let operation = Mortal(held)  // Never started, so its block is never released.
    operation.completionBlock = { _ = operation.name }
  }
  do {
    let operation = Mortal(weakly)
    operation.completionBlock = { [weak operation] in _ = operation?.name }
  }
  // end
  return [
    "strong, ran: \(ran.wait() ? "released" : "still in memory")",
    "strong, never started: \(held.hasCome ? "released" : "still in memory")",
    "weak, never started: \(weakly.hasCome ? "released" : "still in memory")",
  ]
}
