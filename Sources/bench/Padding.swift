extension String {
  /// Fills up with blanks on the right.
  func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

  /// Fills up with blanks on the left.
  func rightAligned(to width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}
