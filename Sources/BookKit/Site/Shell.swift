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
    let title = page.part == .front ? words[.book] : "\(page.title) · \(words[.book])"
    let scripts = (["words.js", "parts.js", "book.js"] + page.scripts).map {
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
      <a class="skip" href="#text">\(words[.skip].escaped)</a>
      <header>
      <nav aria-label="\(words[.book].escaped)">
      <a class="home" href="index.html">\(words[.book].escaped)</a>
      <a href="contents.html">\(words[.contents].escaped)</a>
      <a class="more" href="play.html">\(words[.levels].escaped)</a>
      <a href="search.html">\(words[.search].escaped)</a>
      <a class="more" href="progress.html">\(words[.progress].escaped)</a>
      <button type="button" id="theme" hidden aria-label="\(words[.theme].escaped)">◐</button>
      </nav>
      </header>
      <nav id="side" aria-label="\(words[.contents].escaped)"></nav>
      <main id="text">
      <h1>\(page.title.escaped)</h1>
      \(page.body)
      </main>
      <footer>
      <nav aria-label="\(words[.next].escaped)">
      \(link(before, .previous, "prev"))
      \(marks(of: page))
      \(link(after, .next, "next"))
      </nav>
      </footer>
      </body>
      </html>

      """
  }

  /// The boxes in which a reader notes that a step is done, and an exercise mastered.
  private func marks(of page: Page) -> String {
    guard let step = page.step else { return "" }
    let marks: [Word] = step.hasPrefix("exercise ") ? [.done, .mastered] : [.done]
    return marks.map { mark in
      "<label class=\"done\" hidden><input type=\"checkbox\" id=\"\(mark)\"> "
        + "\(words[mark].escaped)</label>"
    }.joined(separator: " ")
  }

  private func link(_ page: Page?, _ word: Word, _ relation: String) -> String {
    guard let page else { return "<span></span>" }
    let arrows = word == .previous ? ("← ", "") : ("", " →")
    return "<a rel=\"\(relation)\" href=\"\(page.file)\">\(arrows.0)\(page.title.escaped)\(arrows.1)</a>"
  }
}
