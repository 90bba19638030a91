import Synchronization

/// One line on standard error that shows the progress of a long run; the next text overwrites it.
///
/// It appears only on a terminal, and is never part of the output that programs read.
package final class ProgressLine: Sendable {
  private let isOn: Bool
  private let isShown = Atomic(false)

  package init(isOn: Bool = true) { self.isOn = isOn && Terminal.showsErrors }

  /// Replaces the text of the line.
  package func show(_ text: String) {
    guard isOn else { return }
    isShown.store(true, ordering: .relaxed)
    Terminal.showError("\r\u{1B}[K\(text)")
  }

  /// Removes the line.
  package func clear() {
    if isShown.exchange(false, ordering: .relaxed) { Terminal.showError("\r\u{1B}[K") }
  }
}
