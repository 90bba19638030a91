import Terminal

extension Record {
  /// The result of all claims together; a lesson that claims nothing has shown nothing.
  var verdict: Claim.Outcome {
    let outcomes = claims.map(\.claim.outcome)
    if outcomes.isEmpty || outcomes.contains(.broken) { return .broken }
    return outcomes.contains(.notShown) ? .notShown : .held
  }

  /// Whether the run counts as a success.
  ///
  /// At a terminal, a claim may remain open because its key was not pressed. A script presses all keys.
  func endsWell(isScripted: Bool) -> Bool {
    verdict == .held || verdict == .notShown && !isScripted
  }

  /// The lines of all claims, wrapped to `width` columns if it is given.
  func claimLines(_ colours: Colours, width: Int? = nil) -> [String] {
    if claims.isEmpty { return [colours.red("✗") + " Nothing was claimed, so nothing was shown."] }
    return entries.flatMap { $0.claimLines(colours, width: width) }
  }
}

extension Record.Entry {
  /// The claim as lines: a sign, the sentence, and what happened instead.
  func claimLines(_ colours: Colours, width: Int? = nil) -> [String] {
    guard let claim else { return [] }
    func lines(_ mark: String, _ sentence: String, _ remark: String) -> [String] {
      let paragraphs = remark.isEmpty ? ["  " + sentence] : ["  " + sentence, "  " + remark]
      var lines = paragraphs.flatMap { text in width.map { text.wrapped(to: $0, indent: "  ") } ?? [text] }
      lines[0] = mark + lines[0].dropFirst()
      return lines
    }
    switch claim.outcome {
    case .held: return lines(colours.green("✓"), text, "")
    case .broken: return lines(colours.red("✗"), text, claim.remark.isEmpty ? "" : "but: \(claim.remark)")
    case .notShown: return lines(colours.dim("○"), "Not shown: \(text)", "because \(claim.remark)")
    }
  }
}
