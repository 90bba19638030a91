import Terminal

extension Book {
  /// All pages in one, with a table of contents, for printing.
  func wholeBook(_ pages: [Page]) -> Page {
    let shown = pages.filter { $0.part != .tools && $0.part != .front }
    let names = Set(shown.map(\.name))
    let rows = shown.map { "<li><a href=\"#\($0.name)\">\($0.title.escaped)</a></li>" }
    var body =
      "<p class=\"quiet\">The whole book, to print</p>\n<ul class=\"contents\">\n"
      + "\(rows.joined(separator: "\n"))\n</ul>\n"
    for page in shown {
      body +=
        "<section class=\"page\" id=\"\(page.name)\">\n<h2>"
        + "\(page.title.escaped)</h2>\n"
      body += Book.within(page.body, page: page.name, names) + "\n</section>\n"
    }
    return Page(name: "book", title: "Operations from Scratch", part: .tools, body: body)
  }

  /// A page's body as a part of the whole book: anchors begin with the page's name, links stay inside, data
  /// is left out.
  private static func within(_ html: String, page: String, _ names: Set<String>) -> String {
    html
      .replacing(/<script type="application\/json">[^<]*<\/script>/, with: "")
      // The difference from the solution stays on the exercise's own page: all of them would be a fifth of
      // the paper.
      .replacing(/(<details class="mistake">(?s:.*?)<\/p>\n)(?s:.*?)<\/details>/) { "\($0.1)</details>" }
      // What a pointer or a reader of screens is told of a bar is not printed.
      .replacing(/<title>[^<]*<\/title>/, with: "")
      .replacing(/<svg role="img" aria-label="[^"]*"/, with: "<svg aria-hidden=\"true\"")
      .replacing(/\ id="([^"]+)"/) { " id=\"\(page).\($0.1)\"" }
      .replacing(/\ aria-labelledby="([^"]+)"/) { match in
        " aria-labelledby=\"\(match.1.split(separator: " ").map { "\(page).\($0)" }.joined(separator: " "))\""
      }
      .replacing(/url\(#([^)]+)\)/) { "url(#\(page).\($0.1))" }
      .replacing(/\ data-(?:answer|hint|level|next|step)="[^"]*"/, with: "")
      .replacing(/<div class="(?:game|player)"/, with: "<div")
      .replacing(/\ href="#([^"]+)"/) { " href=\"#\(page).\($0.1)\"" }
      .replacing(/\ href="([a-z0-9-]+)\.html(#[^"]+)?"/) { match in
        guard names.contains(String(match.1)) else { return String(match.0) }
        return " href=\"#\(match.1)\(match.2.map { ".\($0.dropFirst())" } ?? "")\""
      }
  }
}
