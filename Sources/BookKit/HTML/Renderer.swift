import Terminal

/// Renders a text as HTML.
struct Renderer {
  /// The pages that a text can link to.
  let links: Links
  /// The folder of the text, from the course's root.
  let folder: String
  /// How many levels its headings are lowered.
  var lowered = 0

  private var anchors: Set<String> = []
  /// The headings below the title that were rendered so far, with their anchors.
  private(set) var headings: [(words: String, anchor: String)] = []

  init(_ links: Links, folder: String, lowered: Int = 0) {
    (self.links, self.folder, self.lowered) = (links, folder, lowered)
  }

  mutating func html(_ blocks: [Block]) -> String { blocks.map { html($0) }.joined(separator: "\n") }

  private mutating func html(_ block: Block) -> String {
    switch block {
    case .heading(let level, let words):
      let name = anchor(words.plain)
      if level == 2 { headings.append((words.plain, name)) }
      let tag = "h\(min(level + lowered, 6))"
      return "<\(tag) id=\"\(name)\">\(html(words))</\(tag)>"
    case .paragraph(let words): return "<p>\(html(words))</p>"
    case .code(let language, let lines):
      let text = lines.map { language == "swift" ? SwiftCode.html($0) : $0.escaped }.joined(separator: "\n")
      return "<pre class=\"code\" tabindex=\"0\"><code>\(text)\n</code></pre>"
    case .list(let start, let items):
      let rows = items.map { paragraphs in
        let more = paragraphs.dropFirst().map { "\n<p>\(html($0))</p>" }.joined()
        return "<li>\(html(paragraphs.first ?? []))\(more)</li>"
      }.joined(separator: "\n")
      guard let start else { return "<ul>\n\(rows)\n</ul>" }
      return start == 1 ? "<ol>\n\(rows)\n</ol>" : "<ol start=\"\(start)\">\n\(rows)\n</ol>"
    case .table(let right, let head, let rows): return table(right, head, rows)
    case .details(let summary, let blocks):
      return "<details><summary>\(html(summary))</summary>\n\(html(blocks))\n</details>"
    case .mark: return ""
    }
  }

  private mutating func anchor(_ words: String) -> String {
    let name = words.anchor.isEmpty ? "part" : words.anchor
    var unique = name
    var number = 2
    while !anchors.insert(unique).inserted {
      unique = "\(name)-\(number)"
      number += 1
    }
    return unique
  }

  private mutating func table(_ right: [Bool], _ head: [[Inline]], _ rows: [[[Inline]]]) -> String {
    func row(_ cells: [[Inline]], _ tag: String) -> String {
      zip(cells, right).map { cell, isRight in
        let attributes = (tag == "th" ? " scope=\"col\"" : "") + (isRight ? " class=\"right\"" : "")
        return "<\(tag)\(attributes)>\(html(cell))</\(tag)>"
      }.joined()
    }
    var body = ""
    for cells in rows {
      // A row that begins with an id, such as T16, can be linked to.
      let id = cells[0].plain.wholeMatch(of: /([A-Z][0-9]+[a-z]?):?/).map { String($0.1) }
      let isNew = id.map { anchors.insert($0).inserted } == true
      body += "<tr\(isNew ? " id=\"\(id!)\"" : "")>\(row(cells, "td"))</tr>\n"
    }
    return
      "<div class=\"wide\" tabindex=\"0\" role=\"group\"><table>\n<thead><tr>\(row(head, "th"))</tr>"
      + "</thead>\n"
      + "<tbody>\n\(body)</tbody></table></div>"
  }

  func html(_ parts: [Inline]) -> String { parts.map(html).joined() }

  private func html(_ part: Inline) -> String {
    switch part {
    case .text(let text): return text.escaped
    case .code(let text): return "<code>\(text.escaped)</code>"
    case .strong(let parts): return "<strong>\(html(parts))</strong>"
    case .emphasis(let parts): return "<em>\(html(parts))</em>"
    case .symbol(let name): return "<code>\(String(name.split(separator: "/").last ?? "").escaped)</code>"
    case .article(let name):
      guard let page = links.page(ofArticle: name) else { return name.escaped }
      return "<a href=\"\(page.escaped)\">\(links.title(of: page).escaped)</a>"
    case .link(let words, let target):
      guard let address = links.address(of: target, from: folder) else { return html(words) }
      return "<a href=\"\(address.escaped)\">\(html(words))</a>"
    case .image(let description, let path):
      // In the page itself, a picture follows the page's colours, and needs no second file.
      return links.picture(path, from: folder) ?? description.escaped
    }
  }
}
