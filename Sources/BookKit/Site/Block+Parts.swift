import Markdown

extension Block {
  /// Whether it is the text's own title, which the page shows in its own way.
  var isTitle: Bool { if case .heading(1, _) = self { true } else { false } }

  /// The words of a heading of the second level, nil for anything else.
  var part: String? { if case .heading(2, let words) = self { words.plain } else { nil } }
}

extension [Block] {
  /// The blocks under a heading of the second level, without it.
  func under(_ title: String) -> [Block] {
    guard let place = firstIndex(where: { $0.part == title }) else { return [] }
    return Array(self[(place + 1)...].prefix { $0.part == nil })
  }

  /// What stands in front of the first heading of the second level.
  var opening: [Block] { Array(prefix { $0.part == nil }).filter { !$0.isTitle } }
}
