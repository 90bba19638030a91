import Synchronization

/// One line on standard error that shows the progress of a long run; the next text overwrites it.
///
/// Without a terminal it does not appear, or, with a period, now and then as a line of its own. It is never
/// part of the output that programs read.
package final class ProgressLine: Sendable {
  private let isOn: Bool
  private let period: Duration?
  private let last = Mutex(ContinuousClock.now)
  /// How many columns the line takes that is shown now.
  private let shown = Mutex(0)

  /// - Parameter period: How often a line of its own is printed where there is no terminal, nil for never.
  package init(isOn: Bool = true, withoutTerminalEvery period: Duration? = nil) {
    self.isOn = isOn && Terminal.showsErrors
    self.period = isOn && !Terminal.showsErrors ? period : nil
  }

  /// Replaces the text of the line, which is cut at the terminal's width.
  package func show(_ text: String) {
    guard isOn else { return showWithoutTerminal(text) }
    let width = Terminal.width
    let text = text.cut(to: max(1, width - 1), isASCII: !Terminal.hasUnicode)
    shown.withLock { shown in
      Terminal.showError(ProgressLine.removal(of: shown, width: width) + text)
      shown = text.columns
    }
  }

  private func showWithoutTerminal(_ text: String) {
    guard let period else { return }
    let isTime = last.withLock { last in
      let now = ContinuousClock.now
      guard last + period <= now else { return false }
      last = now
      return true
    }
    if isTime { Terminal.showError("\(text)\n") }
  }

  /// Removes the line.
  package func clear() {
    shown.withLock { shown in
      if shown > 0 { Terminal.showError(ProgressLine.removal(of: shown, width: Terminal.width)) }
      shown = 0
    }
  }

  /// Removes a line of so many columns, of which a terminal that has become narrower has made several.
  static func removal(of columns: Int, width: Int) -> String {
    let rows = max(0, columns - 1) / max(1, width)
    return rows == 0 ? "\r\u{1B}[K" : "\r\u{1B}[\(rows)A\u{1B}[J"
  }
}
