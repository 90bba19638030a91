import Foundation

/// The same three lives on Foundation, which keeps the block when it has run.
func livesOnFoundation() -> [String] {
  let (ran, held, weakly) = (End(), End(), End())
  let blockHasRun = DispatchSemaphore(value: 0)
  do {
    let operation = FoundationMortal(ran)
    operation.completionBlock = {
      _ = operation.name
      blockHasRun.signal()
    }
    operation.start()
  }
  do {
    let operation = FoundationMortal(held)
    operation.completionBlock = { _ = operation.name }
  }
  do {
    let operation = FoundationMortal(weakly)
    operation.completionBlock = { [weak operation] in _ = operation?.name }
  }
  blockHasRun.wait()
  return [
    "strong, ran: \(ran.hasCome ? "gone" : "still there")",
    "strong, never started: \(held.hasCome ? "gone" : "still there")",
    "weak, never started: \(weakly.hasCome ? "gone" : "still there")",
  ]
}

private final class FoundationMortal: Operation, @unchecked Sendable {
  // Unchecked: `end` is constant.
  private let end: End

  init(_ end: End) { self.end = end }

  deinit { end.come() }
}
