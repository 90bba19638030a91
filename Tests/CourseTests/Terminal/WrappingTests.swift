import Terminal
import Testing

/// Texts broken where a line ends.
struct WrappingTests {
  @Test func `A line breaks between words, and a word stays whole`() {
    #expect(
      "with at most two preemptions found".wrapped(to: 14) == ["with at most", "two", "preemptions", "found"])
  }

  @Test func `Later lines keep the margin and get the indent`() {
    #expect("  one two three".wrapped(to: 9, indent: "..") == ["  one two", "  ..three"])
  }

  @Test(arguments: [4, 8, 12, 40]) func `A margin that leaves no room is shortened`(_ margin: Int) {
    let text = String(repeating: " ", count: margin) + "`- error: cannot find it"
    let lines = text.wrapped(to: 12, indent: "    ")
    #expect(lines.allSatisfy { $0.columns <= 12 } && lines.count < 8, "\(lines)")
    #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
  }

  @Test(arguments: 2...30) func `No line is wider than allowed, whatever the script`(_ width: Int) {
    let text = "  The queue 一个操作队列 runs スレッド and 🧵🧵 preemptions"
    let lines = text.wrapped(to: width, indent: width > 8 ? "  " : "")
    #expect(width < 4 || lines.allSatisfy { $0.columns <= width }, "\(lines)")
    #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
  }
}
