import CourseKit
import SchedulerGame
import Terminal

extension Book {
  /// The front page: what this is, a small program to break, and the ways through the course.
  func frontPage() throws -> Page {
    let first = Level.all[0]
    let lead = words[.lead].replacing("{n}", with: "\(Catalogue.lessons.count)")
      .replacing("{m}", with: "\(Catalogue.exercises.count)")
    let body = """
      <p class="lead">\(lead.escaped)</p>
      <p><strong>\(words[.loseMoney].escaped)</strong></p>
      \(try game(first, try data(of: first), index: 0))
      <h2 id="ways">\(words[.threeWays].escaped)</h2>
      \(ways)
      """
    return Page(name: "index", title: words[.book], part: .front, body: body, scripts: ["game.js"])
  }
}
