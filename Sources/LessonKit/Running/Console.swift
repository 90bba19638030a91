import Foundation
import MiniOperations

/// The one way to standard output: lines of several threads come whole and one after the other.
///
/// Lines of counting are held back and printed as one, `Thread 1: 0 … 9999`, when something else is said.
final class Console: @unchecked Sendable {
  // Unchecked: the variables are touched while `lock` is locked.
  private let lock = RecursiveLock(name: "console")
  private var folds: [Fold] = []
  private var printed = 0
  private let isQuiet: Bool
  private let isVerbose: Bool
  let colours: Colours

  private struct Fold {
    let label: String
    let stamp: String
    let first: Int
    var last: Int
  }

  init(isQuiet: Bool, isVerbose: Bool) {
    self.isQuiet = isQuiet
    self.isVerbose = isVerbose
    colours = Colours(isOn: Terminal.hasColours)
  }

  /// How many lines were printed or counted so far.
  var lineCount: Int { lock.withLock { printed } }

  /// Prints a line of the narration.
  func line(_ text: String) {
    guard !isQuiet else { return }
    lock.withLock {
      unfold()
      put(text)
    }
  }

  /// Prints a line that is there with `--quiet` too.
  func block(_ text: String) {
    lock.withLock {
      unfold()
      put(text)
    }
  }

  /// Counts; only the first and the last number of a row are printed, and `stamp` is that of the first.
  func count(_ label: String, _ number: Int, stamp: () -> String) {
    guard !isQuiet else { return }
    lock.withLock {
      printed += 1
      if isVerbose { return put("\(stamp())\(label): \(number)") }
      if let index = folds.firstIndex(where: { $0.label == label }) {
        if folds[index].last == number - 1 {
          folds[index].last = number
          return
        }
        put(folds.remove(at: index))
      }
      folds.append(Fold(label: label, stamp: stamp(), first: number, last: number))
    }
  }

  private func unfold() {
    for fold in folds { put(fold) }
    folds = []
  }

  private func put(_ fold: Fold) {
    let numbers = fold.first == fold.last ? "\(fold.first)" : "\(fold.first) … \(fold.last)"
    put("\(fold.stamp)\(fold.label): \(numbers)")
  }

  private func put(_ text: String) {
    printed += 1
    Terminal.write((Terminal.hasUnicode ? text : text.inASCII) + "\n")
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
