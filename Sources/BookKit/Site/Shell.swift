import Terminal

/// The frame of each page: head, navigation, foot.
struct Shell {
  /// All pages, in their order.
  let pages: [Page]

  /// The content security policy: a page loads only files of the book, and a picture in it has its own style.
  static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self'; base-uri 'none'; "
    + "form-action 'none'"

  func html(_ page: Page) -> String {
    let place = pages.firstIndex { $0.name == page.name }
    let before = place.flatMap { $0 > 0 ? pages[$0 - 1] : nil }
    let after = place.flatMap { $0 + 1 < pages.count ? pages[$0 + 1] : nil }
    let title = page.part == .front ? "Operations from Scratch" : "\(page.title) · Operations from Scratch"
    let scripts = (["contents.js", "parts.js", "book.js"] + page.scripts).map {
      "<script src=\"assets/\($0)\" defer></script>"
    }
    let step = page.step.map { " data-step=\"\($0.escaped)\"" } ?? ""
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(Shell.policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(title.escaped)</title>
      <link rel="stylesheet" href="assets/book.css">
      \(scripts.joined(separator: "\n"))
      </head>
      <body\(step)>
      <a class="skip" href="#text">To the text</a>
      <header>
      <nav aria-label="Operations from Scratch">
      <a class="home" href="index.html">Operations from Scratch</a>
      <a href="contents.html">Contents</a>
      <a class="more" href="play.html">You are the scheduler</a>
      <a href="search.html">Search</a>
      <a class="more" href="progress.html">Your progress</a>
      <button type="button" id="theme" hidden aria-label="Light or dark">◐</button>
      </nav>
      </header>
      <nav id="side" aria-label="Contents"></nav>
      <main id="text">
      <h1>\(page.title.escaped)</h1>
      \(page.body)
      </main>
      <footer>
      <nav aria-label="Next">
      \(link(before, "prev"))
      \(marks(of: page))
      \(link(after, "next"))
      </nav>
      </footer>
      </body>
      </html>

      """
  }

  /// The boxes in which a reader notes that a step is done, and an exercise mastered.
  private func marks(of page: Page) -> String {
    guard let step = page.step else { return "" }
    let marks = [("done", "Done")] + (step.hasPrefix("exercise ") ? [("mastered", "Mastered")] : [])
    return marks.map { id, words in
      "<label class=\"done\" hidden><input type=\"checkbox\" id=\"\(id)\"> \(words)</label>"
    }.joined(separator: " ")
  }

  private func link(_ page: Page?, _ relation: String) -> String {
    guard let page else { return "<span></span>" }
    let arrows = relation == "prev" ? ("← ", "") : ("", " →")
    return "<a rel=\"\(relation)\" href=\"\(page.file)\">\(arrows.0)\(page.title.escaped)\(arrows.1)</a>"
  }
}
