import CourseKit
import Typesetting

extension Book {
  /// The front page: a small schedule to break, and links into the book.
  func frontPage() throws -> Page {
    let first = Level.all[0]
    let levels = words[.doorLevels].replacing("{n}", with: "\(Level.all.count)")
    let body = """
      <p class="lead">\(words[.lead].escaped)</p>
      \(try game(first, try data(of: first), index: 0))
      <ul class="doors">
      <li><a href="stages.html">\(words[.stages].escaped)</a>: \(words[.doorStages].escaped)</li>
      <li><a href="lesson-00.html">\(words[.lessons].escaped)</a>: \(words[.doorLessons].escaped)</li>
      <li><a href="exercise-01.html">\(words[.exercises].escaped)</a>: \(words[.doorExercises].escaped)</li>
      <li><a href="play.html">\(words[.levels].escaped)</a>: \(levels.escaped)</li>
      <li><a href="how-to-read.html">How to read a schedule</a></li>
      </ul>
      """
    return Page(name: "index", title: words[.book], part: .front, body: body, scripts: ["game.js"])
  }

  /// The table of contents: all pages, part by part.
  func contents(_ pages: [Page]) -> Page {
    let parts: [(Page.Part, Word)] = [
      (.stages, .stages), (.lessons, .lessons), (.exercises, .exercises), (.levels, .levels),
      (.reference, .reference),
    ]
    var body = ""
    for (part, word) in parts {
      let rows = pages.filter { $0.part == part }.map { page in
        let step = page.step.map { " data-step=\"\($0.escaped)\"" } ?? ""
        return "<li\(step)><a href=\"\(page.file)\">\(page.title.escaped)</a></li>"
      }
      body +=
        "<h2 id=\"\(word.rawValue)\">\(words[word].escaped)</h2>\n<ul class=\"contents\">\n\(rows.joined(separator: "\n"))\n</ul>\n"
    }
    body += """
      <h2 id="tools">\(words[.tools].escaped)</h2>
      <ul class="contents">
      <li><a href="timetable.html">\(words[.timetable].escaped)</a></li>
      <li><a href="book.html">\(words[.printAll].escaped)</a></li>
      <li><a href="search.html">\(words[.search].escaped)</a></li>
      <li><a href="progress.html">\(words[.progress].escaped)</a></li>
      </ul>
      """
    return Page(name: "contents", title: words[.contents], part: .front, body: body, scripts: ["progress.js"])
  }
}
