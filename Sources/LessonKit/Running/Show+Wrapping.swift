import Foundation

extension Show {
  /// Prints sentences from elsewhere, a message or a report, broken where the line ends.
  public func quote(_ text: String) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      for part in Show.wrapped(line, to: max(40, Terminal.width - 3)) { say(part) }
    }
  }

  /// The line in pieces of at most so many columns; the second and later ones keep its indentation.
  package static func wrapped(_ line: Substring, to width: Int) -> [String] {
    guard String(line).columns > width else { return [String(line)] }
    let margin = String(line.prefix { $0 == " " })
    var pieces: [String] = []
    var piece = margin
    for word in line.split(separator: " ") {
      if piece.columns > margin.columns, piece.columns + 1 + String(word).columns > width {
        pieces.append(piece)
        piece = margin + "  "
      }
      piece += (piece.last == " " || piece.isEmpty ? "" : " ") + word
    }
    return pieces + [piece]
  }
}

extension Console {
  /// Prints a paragraph, broken between words where the terminal ends.
  func paragraph(_ text: String) {
    for part in Show.wrapped(text[...], to: max(40, Terminal.width)) { block(part) }
  }
}
