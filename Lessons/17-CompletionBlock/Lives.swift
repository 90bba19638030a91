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

/// The end of a life, to wait for.
final class End: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private let isOver = Counter()

  func come() {
    isOver.raise()
    semaphore.signal()
  }

  /// Whether the end has come.
  var hasCome: Bool { isOver.value > 0 }

  /// Waits for it, and gives up when it is clear that it will never come.
  func wait() -> Bool { semaphore.wait(timeout: .now() + 20) == .success }
}

/// Three operations whose completion block holds them, and which of them still exist afterwards.
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
    "strong, ran: \(ran.wait() ? "gone" : "still there")",
    "strong, never started: \(held.hasCome ? "gone" : "still there")",
    "weak, never started: \(weakly.hasCome ? "gone" : "still there")",
  ]
}
