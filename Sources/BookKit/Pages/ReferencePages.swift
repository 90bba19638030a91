import CourseKit
import Markdown

extension Book {
  /// The texts to look things up in.
  func referencePages(_ links: Links) throws -> [Page] {
    var pages = try Book.articles.compactMap {
      try page(of: $0.path, named: $0.page, .reference, links, title: $0.title)
    }
    let traps = try page(
      of: "Lessons/README.md", named: "traps", .reference, links,
      title: "The traps, and where each document went"
    ) { blocks in
      [.heading(2, [.text("The traps")])] + blocks.under("The traps")
        + [.heading(2, [.text("Where each document went")])] + blocks.under("Where each document went")
        + [.heading(2, [.text("Running the lessons")])] + blocks.opening
    }
    if let traps { pages.insert(traps, at: 1) }
    let exercises = try page(
      of: "Exercises/README.md", named: "about-exercises", .reference, links, title: "About the exercises"
    ) { blocks in
      // What follows concerns those who teach.
      edition == .instructor ? blocks : Array(blocks.prefix { $0.part != "Which files are compiled" })
    }
    return pages + (exercises.map { [$0] } ?? [])
  }

  /// The search, which a script does.
  var search: Page {
    Page(
      name: "search", title: words[.search], part: .tools,
      body: """
        <p class="quiet">\(words[.needsScript].escaped)</p>
        <div id="search" hidden><label for="query">\(words[.searchFor].escaped)</label>
        <input type="search" id="query" autocomplete="off"><p id="count" role="status"></p><ol id="results"></ol></div>
        """, scripts: ["search-index.js", "search.js"])
  }

  /// What was done, to be taken to the terminal and back.
  var progressPage: Page {
    let steps = Catalogue.steps.map {
      "<li data-step=\"\($0.name.escaped)\">\($0.label.escaped): \($0.title.escaped)</li>"
    }
    return Page(
      name: "progress", title: words[.progress], part: .tools,
      body: """
        <p>\(words[.exportNote].escaped)</p>
        <div id="progress" hidden><button type="button" id="export">\(words[.export].escaped)</button>
        <label for="file">\(words[.importing].escaped)</label> <input type="file" id="file" accept=".txt">
        <p id="said" role="status"></p>
        <label for="lines">progress.txt</label><textarea id="lines" rows="12" readonly></textarea></div>
        <ul class="contents">
        \(steps.joined(separator: "\n"))
        </ul>
        """, scripts: ["progress.js"])
  }

  /// The way through the course, cut into sessions of about the same length.
  func timetable() -> Page {
    let steps = Catalogue.steps.map { (step: $0, minutes: Minutes.of($0, in: library)) }
    let whole = steps.reduce(0) { $0 + $1.minutes }
    var body =
      "<p>\(whole) \(words[.minutes].escaped): lessons as their texts say, exercises at \(Minutes.perPoint) minutes for each point.</p>\n"
    for (title, count) in [("Two days", 2), ("Six afternoons", 6)] {
      body += "<h2 id=\"\(title.anchor)\">\(title)</h2>\n"
      var spent = 0
      var sessions = [[String]](repeating: [], count: count)
      var lengths = [Int](repeating: 0, count: count)
      for (step, minutes) in steps {
        // A step belongs to the session in which its middle lies.
        let session = min(count - 1, (2 * spent + minutes) * count / (2 * whole))
        sessions[session].append("<li>\(step.label.escaped), \(step.title.escaped): \(minutes)</li>")
        lengths[session] += minutes
        spent += minutes
      }
      for (index, rows) in sessions.enumerated() {
        body +=
          "<h3>\(words[.session].escaped) \(index + 1): \(lengths[index]) \(words[.minutes].escaped)</h3>\n"
        body += "<ul>\n\(rows.joined(separator: "\n"))\n</ul>\n"
      }
    }
    return Page(name: "timetable", title: words[.timetable], part: .tools, body: body)
  }
}
