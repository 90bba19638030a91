import Testing

@testable import Terminal

/// The line that shows the progress, in a terminal that has changed its width.
@Suite struct `A line of progress` {
  @Test(arguments: [
    (0, 80, "\r\u{1B}[K"), (79, 80, "\r\u{1B}[K"), (80, 80, "\r\u{1B}[K"), (79, 40, "\r\u{1B}[1A\u{1B}[J"),
    (79, 20, "\r\u{1B}[3A\u{1B}[J"),
  ])
  func `It is removed with all the rows that a narrower terminal has made of it`(
    columns: Int, width: Int, expected: String
  ) {
    #expect(ProgressLine.removal(of: columns, width: width) == expected)
  }
}
