import CourseKit
import Terminal

extension Book {
  /// The pages of the reference texts.
  func referencePages(_ links: Links) throws -> [Page] {
    let pages = try Book.articles.compactMap {
      try page(of: $0.path, named: $0.page, .reference, links, title: $0.title)
    }
    let exercises = try page(
      of: "Exercises/README.md", named: "about-exercises", .reference, links, title: "About the exercises"
    ) { blocks in
      // What follows concerns those who teach.
      edition == .instructor ? blocks : Array(blocks.prefix { $0.part != "Which files are compiled" })
    }
    return pages + (exercises.map { [$0] } ?? [])
  }

  /// The search page; a script does the search.
  var search: Page {
    Page(
      name: "search", title: "Search", part: .tools,
      body: """
        <p class="quiet">Playing needs scripts. Everything else can be read without them.</p>
        <div id="search" hidden><label for="query">Search for</label>
        <input type="search" id="query" autocomplete="off"><p id="count" role="status"></p>\
        <ol id="results"></ol></div>
        """, scripts: ["search-index.js", "search.js"])
  }

  /// The page that exports the reader's progress to the terminal and imports it.
  var progressPage: Page {
    let steps = Catalogue.steps.map {
      "<li data-step=\"\($0.name.escaped)\">\($0.label.escaped): \($0.title.escaped)</li>"
    }
    return Page(
      name: "progress", title: "Your progress", part: .tools,
      body: """
        <p>Your progress is kept by this browser. Export writes it as the terminal's progress.txt, which \
        belongs in the folder .course; Import reads such a file.</p>
        <div id="progress" hidden><button type="button" id="export">Export</button>
        <label for="file">Import</label> <input type="file" id="file" accept=".txt">
        <p id="said" role="status"></p>
        <label for="lines">progress.txt</label><textarea id="lines" rows="12" readonly></textarea></div>
        <ul class="contents">
        \(steps.joined(separator: "\n"))
        </ul>
        """, scripts: ["progress.js"])
  }
}
