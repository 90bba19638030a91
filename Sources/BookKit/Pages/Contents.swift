import CourseKit
import Terminal

extension Book {
  /// Pages that a reader with one purpose wants.
  struct Group {
    let title: String
    let pages: [Page]

    var minutes: Int { pages.reduce(0) { $0 + ($1.minutes ?? 0) } }
  }

  /// All pages with text, by the purpose of their reader.
  func groups(of pages: [Page]) -> [Group] {
    var groups = Catalogue.chapters.map { chapter in
      let names = Catalogue.steps(of: chapter).map(\.name)
      return Group(title: chapter.title, pages: pages.filter { $0.step.map(names.contains) ?? false })
    }
    let articles = Set(["how-to-read", "first-scenario", "how-it-works"])
    func part(_ part: Page.Part) -> [Page] { pages.filter { $0.part == part } }
    groups += [
      Group(title: "You are the scheduler", pages: part(.levels)),
      Group(
        title: "Test your own classes in every order",
        pages: part(.reference).filter { articles.contains($0.name) }),
      Group(title: "The framework in six stages", pages: part(.stages).filter { $0.step == nil }),
      Group(title: "Look something up", pages: part(.reference).filter { !articles.contains($0.name) }),
    ]
    return groups.filter { !$0.pages.isEmpty }
  }

  /// The table of contents: the ways through the course, and all pages by purpose.
  func contents(_ pages: [Page]) -> Page {
    var body = ways
    for group in groups(of: pages) {
      let rows = group.pages.map { page in
        let step = page.step.map { " data-step=\"\($0.escaped)\"" } ?? ""
        let level = page.level.map { " data-level=\"\($0.escaped)\"" } ?? ""
        return
          "<li\(step)\(level)><a href=\"\(page.file)\">\(label(of: page).escaped)</a>"
          + "\(minutes(page.minutes))</li>"
      }
      body += """
        <h2 id="\(group.title.anchor)">\(group.title.escaped)\(minutes(group.minutes))</h2>
        <ul class="contents">
        \(rows.joined(separator: "\n"))
        </ul>

        """
    }
    body += """
      <h2 id="tools">Tools</h2>
      <ul class="contents">
      <li><a href="timetable.html">Timetable</a></li>
      <li><a href="progress.html">Your progress</a></li>
      <li><a href="search.html">Search</a></li>
      <li><a href="book.html">The whole book, to print</a></li>
      </ul>
      """
    return Page(name: "contents", title: "Contents", part: .front, body: body)
  }

  /// The ways through the course, each with its first page and its minutes.
  var ways: String {
    let time = StudyTime(course)
    let rows = Catalogue.ways.map { way in
      let minutes = way.steps.reduce(0) { $0 + time.minutes(of: $1) }
      return "<li><a href=\"timetable.html#\(way.time.anchor)\"><strong>\(way.heading.escaped)</strong></a> "
        + "\(way.selection.escaped)\(self.minutes(minutes))</li>"
    }
    return "<ul class=\"ways\">\n\(rows.joined(separator: "\n"))\n</ul>\n"
  }

  /// The title of a page in a list of pages.
  private func label(of page: Page) -> String {
    if page.step?.hasPrefix("exercise ") == true { return "Exercise \(page.title)" }
    return page.step?.hasPrefix("build ") == true ? "Build \(page.title)" : page.title
  }

  private func minutes(_ count: Int?) -> String {
    guard let count, count > 0 else { return "" }
    return " <span class=\"quiet\">\(count) minutes</span>"
  }

  /// The contents beside each page, as a script: in each page they would double the size of the site.
  func contentsScript(_ pages: [Page]) -> String {
    let groups = groups(of: pages).map { group in
      let rows = group.pages.map { page in
        JSON.list(
          [page.file, label(of: page), page.step ?? "", page.level ?? ""].map(JSON.text) + [
            "\(page.minutes ?? 0)"
          ])
      }
      return JSON.list([JSON.text(group.title), JSON.list(rows)])
    }
    return "window.bookContents = [\n\(groups.joined(separator: ",\n"))\n];\n"
  }
}
