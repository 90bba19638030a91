extension Block {
  /// Whether it is the text's title, which the page shows separately.
  var isTitle: Bool { if case .heading(1, _) = self { true } else { false } }

  /// The words of a second-level heading; nil for any other block.
  var part: String? { if case .heading(2, let words) = self { words.plain } else { nil } }
}

extension [Block] {
  /// The blocks below a second-level heading, without the heading.
  func under(_ title: String) -> [Block] {
    guard let place = firstIndex(where: { $0.part == title }) else { return [] }
    return Array(self[(place + 1)...].prefix { $0.part == nil })
  }

  /// The blocks before the first second-level heading.
  var opening: [Block] { Array(prefix { $0.part == nil }).filter { !$0.isTitle } }
}
