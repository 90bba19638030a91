import MiniOperations

/// What a lesson has claimed so far, and whether it held.
final class Claims: @unchecked Sendable {
  // Unchecked: the variables are touched while `lock` is locked.
  private let lock = RecursiveLock(name: "claims")
  private var claims: [(sentence: String, holds: Bool, got: String)] = []
  private var steps = 0
  private var answer: Int?

  func add(_ sentence: String, _ holds: Bool, _ got: String) {
    lock.withLock { claims.append((sentence, holds, got)) }
  }

  func nextStep() -> Int {
    lock.withLock {
      steps += 1
      return steps
    }
  }

  var prediction: Int? {
    get { lock.withLock { answer } }
    set { lock.withLock { answer = newValue } }
  }

  /// A lesson that claims nothing has shown nothing.
  var allHold: Bool { lock.withLock { !claims.isEmpty && claims.allSatisfy(\.holds) } }

  func lines(_ colours: Colours) -> [String] {
    lock.withLock {
      if claims.isEmpty { return [colours.red("✗") + " Nothing was claimed, so nothing was shown."] }
      return claims.map { claim in
        let mark = claim.holds ? colours.green("✓") : colours.red("✗")
        return "\(mark) \(claim.sentence)" + (claim.got.isEmpty ? "" : "\n  but: \(claim.got)")
      }
    }
  }
}
