import MiniOperations

/// The one way to standard output: lines of several threads come whole and one after the other.
final class Console: @unchecked Sendable {
  // Unchecked: `printed` is touched while `lock` is locked.
  private let lock = RecursiveLock(name: "console")
  private var printed = 0
  private let isQuiet: Bool
  private let isSilent: Bool
  let colours: Colours

  /// `isQuiet` leaves out the narration, `isSilent` everything: standard output belongs to something else then.
  init(isQuiet: Bool, isSilent: Bool = false) {
    self.isQuiet = isQuiet || isSilent
    self.isSilent = isSilent
    colours = Colours(isOn: Terminal.hasColours)
  }

  /// How many lines there were so far.
  var lineCount: Int { lock.withLock { printed } }

  /// Prints a line of the narration.
  func line(_ text: String) { put(text, isShown: !isQuiet) }

  /// Prints a line that is there with `--quiet` too.
  func block(_ text: String) { put(text, isShown: !isSilent) }

  private func put(_ text: String, isShown: Bool) {
    lock.withLock {
      printed += 1
      if isShown { Terminal.write((Terminal.hasUnicode ? text : text.inASCII) + "\n") }
    }
  }
}

/// Colours, where they are welcome.
package struct Colours {
  let isOn: Bool

  package init(isOn: Bool) { self.isOn = isOn }

  package func bold(_ text: String) -> String { wrap(text, "1") }
  package func dim(_ text: String) -> String { wrap(text, "2") }
  package func green(_ text: String) -> String { wrap(text, "32") }
  package func red(_ text: String) -> String { wrap(text, "31") }

  private func wrap(_ text: String, _ code: String) -> String {
    isOn ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

extension String {
  /// Filled up with spaces; a longer text stays as it is.
  func padded(to width: Int) -> String { self + String(repeating: " ", count: Swift.max(0, width - count)) }

  /// The same with plain signs, for a terminal that has no others.
  package var inASCII: String {
    let plain: [Character: String] = [
      "✓": "ok", "✗": "FAILED", "✔": "ok", "✘": "FAILED", "…": "...", "─": "-", "│": "|", "→": "->", "█": "#",
      "░": ".", "┄": "-", "□": "o", "○": "o", "▏": "|",
      "◀": "<", "µ": "u", "≠": "!", "▶": ">", "×": "x", "–": "-",
    ]
    return reduce(into: "") { $0 += plain[$1] ?? ($1.isASCII ? String($1) : "?") }
  }
}
