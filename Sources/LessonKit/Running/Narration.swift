import MiniOperations
import Terminal

/// The only way to standard output: lines of several threads are printed whole, one at a time.
final class Narration: @unchecked Sendable {
  // Unchecked: `printed` is touched only while `lock` is held.
  private let lock = RecursiveLock(name: "console")
  private var printed = 0
  private let isQuiet: Bool
  private let isSilent: Bool
  let colours: Colours

  /// `isQuiet` leaves out the narration; `isSilent` leaves out everything, because standard output is for
  /// data.
  init(isQuiet: Bool, isSilent: Bool = false) {
    self.isQuiet = isQuiet || isSilent
    self.isSilent = isSilent
    colours = Colours()
  }

  /// How many lines have been printed so far.
  var lineCount: Int { lock.withLock { printed } }

  /// Prints a line of the narration.
  func line(_ text: String) { put(text, isShown: !isQuiet) }

  /// Prints a line that `--quiet` keeps.
  func block(_ text: String) { put(text, isShown: !isSilent) }

  /// Prints a paragraph, wrapped to the width of the terminal.
  func paragraph(_ text: String) {
    for part in text.wrapped(to: max(40, Terminal.width)) { block(part) }
  }

  private func put(_ text: String, isShown: Bool) {
    lock.withLock {
      printed += 1
      if isShown { Terminal.write((Terminal.hasUnicode ? text : text.inASCII) + "\n") }
    }
  }
}
