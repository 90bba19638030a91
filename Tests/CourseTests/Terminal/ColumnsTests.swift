import Terminal
import Testing

/// How many columns texts take, and how they are fitted.
struct ColumnsTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("线程", 4), ("スレッド", 8), ("한", 2), ("✓ ok", 4), ("🧵", 2),
    ("⚠\u{FE0F}", 2), ("█░│", 3),
  ])
  func `A wide character takes two columns, a mark on a letter none`(_ text: String, _ columns: Int) {
    #expect(text.columns == columns)
  }

  @Test func `Padding counts columns, not characters`() {
    #expect("线程".padded(to: 6) == "线程  ")
    #expect("线程".rightAligned(to: 6) == "  线程")
    #expect("longer".padded(to: 3) == "longer")
  }

  @Test func `A truncated text ends in one sign and fits the width`() {
    #expect("download".cut(to: 8) == "download")
    #expect("download".cut(to: 5) == "down…")
    #expect("download".cut(to: 5, isASCII: true) == "down~")
    // The second character does not fit beside the sign.
    #expect("线程池".cut(to: 4) == "线…")
    #expect("线程池".fitted(to: 4) == "线… ")
    #expect("线程".cut(to: 3, isASCII: true) == "??~")
    #expect("abc".cut(to: 0) == "")
  }

  @Test func `Columns of a table are aligned in every script`() {
    let table = aligned([["who", "points"], ["线程队列", "7"], ["Ada", "100"]])
    #expect(
      table == """
        who       points
        线程队列       7
        Ada          100
        """)
    #expect(aligned([["7", "a"], ["100", ""]], left: [1]) == "  7  a\n100")
  }

  @Test func `Nothing in a name can move the cursor or turn the text around`() {
    #expect("a\nb\r\nc\td".onOneLine == "a b c d")
    #expect("a\u{1B}[31mb\u{202E}c".onOneLine == "a\u{FFFD}[31mb\u{FFFD}c")
    #expect("线程 e\u{301}".onOneLine == "线程 e\u{301}")
  }
}
