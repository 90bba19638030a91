import MiniOperations

/// What a lesson has claimed so far, and whether it held.
final class Claims: @unchecked Sendable {
  // Unchecked: the variables are touched while `lock` is locked.
  private let lock = RecursiveLock(name: "claims")
  private var claims: [Claim] = []
  private var steps = 0
  private var answer: Int?

  /// What came of one sentence about the run.
  enum Outcome: Equatable {
    case held
    /// With what came instead.
    case broken(String)
    /// Nothing happened that could have broken it, with the reason; a key that was never pressed, for instance.
    case notShown(String)
  }

  private struct Claim {
    let sentence: String
    let outcome: Outcome
  }

  func add(_ sentence: String, _ outcome: Outcome) {
    lock.withLock { claims.append(Claim(sentence: sentence, outcome: outcome)) }
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

  /// Whether every claim held; a lesson that claims nothing has shown nothing.
  ///
  /// At a terminal a claim may remain open, because its key was not pressed. A script presses all keys.
  func allHold(isScripted: Bool) -> Bool {
    lock.withLock {
      !claims.isEmpty
        && claims.allSatisfy { claim in
          switch claim.outcome {
          case .held: true
          case .broken: false
          case .notShown: !isScripted
          }
        }
    }
  }

  /// A line for each claim, broken between words where `width` ends, if there is one.
  func lines(_ colours: Colours, width: Int? = nil) -> [String] {
    lock.withLock {
      if claims.isEmpty { return [colours.red("✗") + " Nothing was claimed, so nothing was shown."] }
      return claims.flatMap { claim in
        switch claim.outcome {
        case .held: lines(colours.green("✓"), claim.sentence, "", width)
        case .broken(let got):
          lines(colours.red("✗"), claim.sentence, got.isEmpty ? "" : "but: \(got)", width)
        case .notShown(let why):
          lines(colours.dim("○"), "Not shown: \(claim.sentence)", "because \(why)", width)
        }
      }
    }
  }

  private func lines(_ mark: String, _ sentence: String, _ remark: String, _ width: Int?) -> [String] {
    let paragraphs = remark.isEmpty ? ["  " + sentence] : ["  " + sentence, "  " + remark]
    var lines = paragraphs.flatMap { text in width.map { Show.wrapped(text[...], to: $0) } ?? [text] }
    lines[0] = mark + lines[0].dropFirst()
    return lines
  }
}
