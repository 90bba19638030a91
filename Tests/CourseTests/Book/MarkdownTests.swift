import BookKit
import CourseKit
import Foundation
import Testing

struct `The reader of texts` {
  @Test func `Each kind of block is recognised`() throws {
    let text = """
      # Lesson 07: who *listens*

      A paragraph with `code`, **strong words**
      and ``Shared/value``.

      <!-- snippet: Lesson07/x -->
      ```swift
      let a = [1] // < & *
      ```

      - one
        goes on
      - two [link](../x.md#part)

        An explanation
        of two.
      - last

      3. three
      4. four

      | a | b |
      | --- | ---: |
      | `x | y` | 1 \\| 2 |

      <details><summary>The answer</summary>

      It is <doc:Behaviour>.

      </details>

      """
    let expected: [Block] = [
      .heading(1, [.text("Lesson 07: who "), .emphasis([.text("listens")])]),
      .paragraph([
        .text("A paragraph with "), .code("code"), .text(", "), .strong([.text("strong words")]),
        .text(" and "),
        .symbol("Shared/value"), .text("."),
      ]),
      .mark("snippet: Lesson07/x"),
      .code(language: "swift", lines: ["let a = [1] // < & *"]),
      .list(
        start: nil,
        items: [
          [[.text("one goes on")]],
          [
            [.text("two "), .link([.text("link")], to: "../x.md#part")], [.text("An explanation of two.")],
          ],
          [[.text("last")]],
        ]),
      .list(start: 3, items: [[[.text("three")]], [[.text("four")]]]),
      .table(
        right: [false, true], head: [[.text("a")], [.text("b")]],
        rows: [[[.code("x | y")], [.text("1 | 2")]]]),
      .details(
        summary: [.text("The answer")],
        blocks: [.paragraph([.text("It is "), .article("Behaviour"), .text(".")])]),
    ]
    #expect(try Document(reading: text).blocks == expected)
  }

  @Test(
    arguments: [
      ("a <b>bold</b> word", 1), ("fine\n\n> quoted", 3), ("a `tick", 1), ("**open", 1), ("# x\n\n* star", 3),
      ("- a\n  - b", 2), ("1. a\n3. b", 2), ("| a |\n| --- |\n| b | c |", 3), ("[words] alone", 1),
      ("a _word_", 1), ("```swift\nlet x", 1), ("a\n\n    indented", 3), ("a &amp; b", 1), ("a\n---", 2),
      ("<details>\n</details>", 1), ("- one\ntwo", 2), ("##### deep", 1), ("a\tb", 1), ("5 * 3", 1),
      ("- a\n\n  - b", 3), ("- a\n\n  b\nc", 4),
    ])
  func `What no text uses is refused with its line`(text: String, line: Int) {
    #expect { try Document(reading: text) } throws: { ($0 as? Refusal)?.line == line }
  }

  @Test func `An anchor for code hosts leaves only its row's words`() throws {
    let text = "| id | rule |\n| --- | --- |\n| T1 | <a id=\"T1\"></a>Do *it* |\n"
    guard case .table(_, _, let rows) = try Document(reading: text).blocks.first else {
      Issue.record("no table")
      return
    }
    #expect(rows.map { $0.map(\.plain) } == [["T1", "Do it"]])
    #expect(throws: Refusal.self) { try Document(reading: "<a id='T1'></a>\n") }
  }

  @Test func `All texts of the course can be read`() throws {
    let root = Course.ofThisPackage.root
    var count = 0
    for folder in ["Lessons", "Exercises", "Sources", "README.md"] {
      let url = root.appending(path: folder).resolvingSymlinksInPath()
      let paths = FileManager.default.enumerator(atPath: url.path)?.compactMap { $0 as? String } ?? []
      let files =
        folder.hasSuffix(".md") ? [url] : paths.filter { $0.hasSuffix(".md") }.map { url.appending(path: $0) }
      for file in files {
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(throws: Never.self, "\(file.path)") { try Document(reading: text) }
        count += 1
      }
    }
    #expect(count > 100)
  }
}
