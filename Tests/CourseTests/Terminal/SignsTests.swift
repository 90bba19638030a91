import Terminal
import Testing

/// How a text is changed for a terminal or a page that cannot show it as it is.
struct SignsTests {
  @Test func `The signs of the package have a form in ASCII`() {
    #expect("✓ a → b … ✗ ×3 ◀ µs".inASCII == "ok a -> b ... FAILED x3 < us")
    #expect("checking …".inPlainSigns == "checking ...")
  }

  @Test func `Other scripts stay in a message, and keep their width in ASCII alone`() {
    #expect("✓ 线程 Müller".inPlainSigns == "ok 线程 Müller")
    #expect("✓ 线程 Müller".inASCII == "ok ???? M?ller")
    #expect("e\u{301}".inASCII == "?")
  }

  @Test func `No part of a text acts as markup in a page`() {
    #expect("a < b & \"c\" > 'd'".escaped == "a &lt; b &amp; &quot;c&quot; &gt; &#39;d&#39;")
    // With a combining mark, the bracket is one character to Swift and two to a browser.
    #expect("<\u{338}b>".escaped == "&lt;\u{338}b&gt;")
    #expect("a < b & \"c\" > 'd'".escapedBetweenTags == "a &lt; b &amp; \"c\" &gt; 'd'")
    #expect("&quot;".escapedBetweenTags == "&amp;quot;")
  }
}
