/// A scenario in which Foundation on Linux and the mini framework are known to differ.
struct Divergence: Sendable {
  /// The row of the list of differences, or of the behaviour that it concerns.
  let id: String
  /// What Foundation on Linux does, in a sentence.
  let summary: String
  /// Foundation's known trace.
  let foundation: [String]
  /// The mini framework's trace, which is the right one.
  let mini: [String]
  let scenario: Scenario

  /// How Foundation's trace compares with the known one.
  enum Verdict: Equatable {
    case asKnown
    /// It does what the mini framework does, so the row is no longer needed.
    case mended
    /// It does something that is not in the list.
    case unknown([String])
  }

  /// Judges a trace that Foundation has left.
  func verdict(on events: [String]) -> Verdict {
    if events == foundation { return .asKnown }
    return events == mini ? .mended : .unknown(events)
  }

  /// The message for the log; nil as long as the trace is the known one.
  func remark(on verdict: Verdict) -> String? {
    switch verdict {
    case .asKnown:
      return nil
    case .mended:
      return "\(id): Foundation here does what the mini framework does. Was known: \(summary)"
    case .unknown(let events):
      return "\(id): Foundation here does neither what was known (\(summary)) nor what is right: \(events)"
    }
  }
}

extension Divergence: CustomStringConvertible {
  /// The row's name.
  var description: String { id }
}
