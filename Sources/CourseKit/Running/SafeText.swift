/// A text without line breaks and control characters, for one line of a table.
package func oneLine(_ text: String) -> String {
  var result = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    result.append(isBreak(scalar) || isControl(scalar) ? " " : scalar)
  }
  return String(result)
}

/// A text from a run of a student's code, made safe to show anywhere.
///
/// Control characters would act on a terminal, bidirectional marks would reverse a line, and CI runners
/// execute lines that begin with `::` or contain `##[`.
package func sanitized(_ text: String) -> String {
  var scalars = String.UnicodeScalarView()
  for scalar in text.unicodeScalars where scalar == "\n" || scalar == "\t" || !isControl(scalar) {
    scalars.append(isBreak(scalar) ? "\n" : scalar)
  }
  let lines = String(scalars).split(separator: "\n", omittingEmptySubsequences: false).map { line in
    let rest = line.drop { $0.isWhitespace }
    let command =
      rest.unicodeScalars.starts(with: "::".unicodeScalars) ? ": :" + rest.dropFirst(2) : String(rest)
    return String(line.prefix(line.count - rest.count)) + command.replacing(/##(?=\w*\[)/, with: "# #")
  }
  return lines.joined(separator: "\n")
}

private func isBreak(_ scalar: UnicodeScalar) -> Bool {
  [10, 11, 12, 13, 0x85, 0x2028, 0x2029].contains(scalar.value)
}

private func isControl(_ scalar: UnicodeScalar) -> Bool {
  switch scalar.value {
  case 10, 11, 12, 13, 0x85: false
  case 0..<32, 0x7F..<0xA0, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF, 0xE0000...0xE007F: true
  default: false
  }
}
