import Foundation

/// The same three operations on Foundation, which keeps the block after it has run.
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
    "strong, ran: \(ran.hasCome ? "released" : "still in memory")",
    "strong, never started: \(held.hasCome ? "released" : "still in memory")",
    "weak, never started: \(weakly.hasCome ? "released" : "still in memory")",
  ]
}

private final class FoundationMortal: Operation, @unchecked Sendable {
  // Unchecked: `end` is constant.
  private let end: End

  init(_ end: End) { self.end = end }

  deinit { end.come() }
}
