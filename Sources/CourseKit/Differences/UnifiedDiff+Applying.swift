import Terminal

extension UnifiedDiff.File {
  /// The result of applying a difference to a text that may have changed since.
  package struct Outcome: Equatable, Sendable {
    /// The text with every change that fits.
    package var text: String
    /// How well the difference fits.
    package var fit: Fit
  }

  /// How well a difference fits a text.
  package enum Fit: Equatable, Sendable {
    /// Every line is where the difference says.
    case exact
    /// Every line exists, some of them further up or down.
    case moved
    /// Some of the unchanged lines around a change are different now.
    case loose
    /// A change no longer fits: the number of the hunk, and the first missing line.
    case rejected(hunk: Int, line: String)
  }

  /// Applies the changes; of the lines around a change, up to two outermost ones may differ.
  package func apply(to text: String) -> Outcome {
    var lines = text.lines
    var fit = Fit.exact
    var shift = 0
    /// The first line that no hunk has used yet.
    var end = 0
    for (number, hunk) in zip(1..., hunks) {
      guard let (found, trimmed) = place(of: hunk, in: lines, near: hunk.start - 1 + shift, from: end) else {
        let missing = hunk.before.first { !lines.contains($0) } ?? hunk.before.first ?? ""
        return Outcome(
          text: lines.joined(separator: "\n") + "\n", fit: .rejected(hunk: number, line: missing))
      }
      if trimmed != (0, 0) {
        fit = .loose
      } else if found != hunk.start - 1 + shift, fit == .exact {
        fit = .moved
      }
      let before = hunk.before.dropFirst(trimmed.0).dropLast(trimmed.1)
      let after = hunk.after.dropFirst(trimmed.0).dropLast(trimmed.1)
      lines.replaceSubrange(found..<(found + before.count), with: after)
      shift = found - trimmed.0 - (hunk.start - 1) + after.count - before.count
      end = found + after.count
    }
    return Outcome(text: lines.joined(separator: "\n") + "\n", fit: fit)
  }

  /// Finds where a hunk fits, the nearest place first, and how many of its outer lines had to be ignored.
  private func place(
    of hunk: UnifiedDiff.Hunk, in lines: [String], near expected: Int, from begin: Int
  ) -> (place: Int, trimmed: (Int, Int))? {
    let outer = (
      hunk.lines.prefix { $0.kind == .kept }.count,
      hunk.lines.reversed().prefix { $0.kind == .kept }.count
    )
    for trim in 0...2 {
      let trimmed = (min(trim, outer.0), min(trim, outer.1))
      let wanted = Array(hunk.before.dropFirst(trimmed.0).dropLast(trimmed.1))
      // Without any line to match, a change would fit anywhere.
      if trim > 0, wanted.isEmpty { return nil }
      let places = (begin..<max(begin, lines.count - wanted.count + 1)).filter {
        lines[$0..<($0 + wanted.count)].elementsEqual(wanted)
      }
      let near = expected + trimmed.0
      if let place = places.min(by: { abs($0 - near) < abs($1 - near) }) { return (place, trimmed) }
    }
    return nil
  }
}
