import BookKit
import Testing

@testable import BookKit
@testable import LessonKit

struct `What becomes HTML` {
  @Test func `Data in a page cannot end the script that contains it`() {
    #expect(JSON.text("</script>\u{2028}\n") == "\"\\u003c/script\\u003e\\u2028\\u000a\"")
  }

  @Test func `A text becomes a page's body`() throws {
    var links = Links()
    links.add("Lessons/07-Notifications/README.md", "lesson-07.html", title: "Notifications")
    links.add("Sources/X/X.docc/Behaviour.md", "behaviours.html", title: "Behaviour")
    var renderer = Renderer(links, folder: "Exercises/01-A")
    let document = try Document(
      reading: """
        ## Two words
        See [07](../../Lessons/07-Notifications/README.md#top), [gone](../x.md), <doc:Behaviour>, ``A/b`` \
        `a<b`.

        | id | n |
        | --- | ---: |
        | T1 | 2 |
        """)
    #expect(
      renderer.html(document.blocks) == """
        <h2 id="two-words">Two words</h2>
        <p>See <a href="lesson-07.html#top">07</a>, gone, <a href="behaviours.html">Behaviour</a>, \
        <code>b</code> <code>a&lt;b</code>.</p>
        <div class="wide" tabindex="0" role="group"><table>
        <thead><tr><th scope="col">id</th><th scope="col" class="right">n</th></tr></thead>
        <tbody>
        <tr id="T1"><td>T1</td><td class="right">2</td></tr>
        </tbody></table></div>
        """)
  }

  @Test func `Swift has its comments, strings and words marked`() {
    #expect(
      SwiftCode.html("let a = \"x \\(b(\"y\")) // z\" // < end")
        == "<b>let</b> a = <u>\"x \\(b(\"y\")) // z\"</u> <i>// &lt; end</i>")
  }

  @Test func `A page is found by every word on it, and none of its lines is kept twice for that`() {
    let listing = SwiftCode.listing(["let a = \"<b>\"", "f(a)"], first: 7, label: "x")
    let body =
      "<p>Call <code>f</code>, then\n<em>g</em>.</p>\n\(listing)\n\(listing)<p>f(a)</p>"
      + "<script type=\"application/json\">[1]</script><svg><title>bar</title></svg>"
    #expect(
      Page(name: "x", title: "", part: .lessons, body: body).words == "Call f, then g. let a = \"<b>\" f(a)")
  }
}
