import Terminal
import Testing

@Suite struct `The lines of a text` {
  @Test(arguments: [
    ("", []), ("a", ["a"]), ("a\n", ["a"]), ("\n", [""]), ("a\n\n b\n\n", ["a", "", " b", ""]),
  ])
  func `Empty ones are kept, except the one after the last line end`(text: String, lines: [String]) {
    #expect(text.lines == lines)
  }
}
