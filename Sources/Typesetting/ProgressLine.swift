import Synchronization

/// One line on standard error that says how far a long run is, and that the next text writes over.
///
/// It shows on a terminal only, and is never part of what programs read.
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

  /// Removes the line, if there is one.
  package func clear() {
    if isShown.exchange(false, ordering: .relaxed) { Terminal.showError("\r\u{1B}[K") }
  }
}
