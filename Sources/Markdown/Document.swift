/// A text of the course, read: a row of blocks.
public struct Document: Equatable, Sendable {
  /// The blocks, in their order.
  public let blocks: [Block]

  /// A text of these blocks.
  public init(blocks: [Block]) { self.blocks = blocks }

  /// Reads a text; throws the first thing in it that no text of the course uses.
  public init(reading text: String) throws(Refusal) {
    var reader = BlockReader(text)
    blocks = try reader.blocks()
  }

  /// The words of the first heading, nil in a text without one.
  public var title: String? {
    for case .heading(1, let words) in blocks { return words.plain }
    return nil
  }
}

/// One part of a text that begins on a line of its own.
public indirect enum Block: Equatable, Sendable {
  case heading(Int, [Inline])
  case paragraph([Inline])
  /// Code between fences, with the word behind the first fence.
  case code(language: String, lines: [String])
  /// A list; `start` is nil without numbers.
  case list(start: Int?, items: [[Inline]])
  /// A table; a column that is `true` stands at the right.
  case table(right: [Bool], head: [[Inline]], rows: [[[Inline]]])
  /// Something that is folded until it is asked for.
  case details(summary: [Inline], blocks: [Block])
  /// A mark for tools, such as the name of a snippet.
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
  /// A name of the program's interface, as DocC writes it between two backticks each.
  case symbol(String)
  /// An article of the documentation, as DocC names it.
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

/// Something in a text that the course does not use, and its line.
public struct Refusal: Error, Equatable, CustomStringConvertible {
  /// The line, from 1.
  public let line: Int
  /// What is there.
  public let reason: String

  /// Line and reason.
  public var description: String { "line \(line): \(reason)" }
}
