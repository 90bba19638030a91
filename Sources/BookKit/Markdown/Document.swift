/// A parsed text of the course: a list of blocks.
public struct Document: Equatable, Sendable {
  /// The blocks in order.
  public let blocks: [Block]

  /// Parses a text; throws at the first construct that the texts of the course do not use.
  public init(reading text: String) throws(Refusal) {
    var reader = BlockReader(text)
    blocks = try reader.blocks()
  }

  /// The words of the first heading; nil if there is none.
  public var title: String? {
    for case .heading(1, let words) in blocks { return words.plain }
    return nil
  }
}

/// A part of a text that begins on a new line.
public indirect enum Block: Equatable, Sendable {
  case heading(Int, [Inline])
  case paragraph([Inline])
  /// Code between fences, with the word after the first fence.
  case code(language: String, lines: [String])
  /// A list of items, each with its paragraphs; `start` is nil without numbers.
  case list(start: Int?, items: [[[Inline]]])
  /// A table; `true` means a right-aligned column.
  case table(right: [Bool], head: [[Inline]], rows: [[[Inline]]])
  /// A part that is folded until the reader opens it.
  case details(summary: [Inline], blocks: [Block])
  /// A comment for tools, such as the name of a snippet.
  case mark(String)
}

/// A part of a line.
public indirect enum Inline: Equatable, Sendable {
  case text(String)
  case code(String)
  case strong([Inline])
  case emphasis([Inline])
  case link([Inline], to: String)
  case image(description: String, path: String)
  /// A symbol, which DocC writes between double backticks.
  case symbol(String)
  /// A link to an article, in DocC's form.
  case article(String)
}

extension [Inline] {
  /// The words alone.
  public var plain: String {
    map { part in
      switch part {
      case .text(let text), .code(let text), .symbol(let text), .article(let text): text
      case .strong(let parts), .emphasis(let parts), .link(let parts, _): parts.plain
      case .image(let description, _): description
      }
    }.joined()
  }
}

/// The error that a text contains an unsupported construct, with its line.
public struct Refusal: Error, Equatable, CustomStringConvertible {
  /// The line, from 1.
  public let line: Int
  /// The reason.
  public let reason: String

  /// Line and reason.
  public var description: String { "line \(line): \(reason)" }
}
