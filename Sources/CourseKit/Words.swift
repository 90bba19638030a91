// Words and columns that several commands print.

/// A number with its noun.
public func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

/// A table: the columns in `left` to the left, the others to the right.
public func columns(_ lines: [[String]], left: Set<Int> = [0]) -> String {
  let widths = (lines.first ?? []).indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
  return lines.map { line in
    line.enumerated().map { index, cell in
      let space = String(repeating: " ", count: widths[index] - cell.count)
      return left.contains(index) ? cell + space : space + cell
    }.joined(separator: "  ").replacing(/\s+$/, with: "")
  }.joined(separator: "\n")
}
