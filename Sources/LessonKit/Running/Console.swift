import MiniOperations
import Typesetting

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
    colours = Colours()
  }

  /// How many lines there were so far.
  var lineCount: Int { lock.withLock { printed } }

  /// Prints a line of the narration.
  func line(_ text: String) { put(text, isShown: !isQuiet) }

  /// Prints a line that is there with `--quiet` too.
  func block(_ text: String) { put(text, isShown: !isSilent) }

  /// Prints a paragraph, broken between words where the terminal ends.
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
