import Foundation

/// One line on standard error that shows what is being measured, for a person who waits.
///
/// It shows on a terminal only, and never gets into what is read by programs.
struct ProgressLine {
  let isShown: Bool

  /// Replaces the text of the line.
  func show(_ text: String) { write("\r\u{1B}[K\(text) …") }

  /// Takes the line away.
  func clear() { write("\r\u{1B}[K") }

  private func write(_ text: String) {
    guard isShown else { return }
    FileHandle.standardError.write(Data(text.utf8))
  }
}
