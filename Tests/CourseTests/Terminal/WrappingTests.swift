import Terminal
import Testing

/// Texts broken where a line ends.
struct WrappingTests {
  @Test func `A line breaks between words, and a word stays whole`() {
    #expect(
      "with at most two preemptions found".wrapped(to: 14) == ["with at most", "two", "preemptions", "found"])
  }

  @Test(arguments: 2...30) func `No line is wider than allowed, whatever the script`(_ width: Int) {
    let text = "  The queue 一个操作队列 runs スレッド and 🧵🧵 preemptions"
    let lines = text.wrapped(to: width, indent: width > 8 ? "  " : "")
    #expect(width < 4 || lines.allSatisfy { $0.columns <= width }, "\(lines)")
    #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
  }
}
