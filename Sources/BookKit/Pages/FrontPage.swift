import CourseKit
import SchedulerGame
import Terminal

extension Book {
  /// The front page: what this is, a small program to break, and the ways through the course.
  func frontPage() throws -> Page {
    let first = Level.all[0]
    let body = """
      <p class="lead">Operation and OperationQueue, built from nothing: \(Catalogue.lessons.count) programs \
      to run, \(Catalogue.exercises.count) files to complete, and a tool that tries every order of your \
      threads.</p>
      <p><strong>Begin by losing money: you are the scheduler, and press the thread that runs next.\
      </strong></p>
      \(try game(first, try data(of: first), index: 0))
      <h2 id="ways">Three ways through</h2>
      \(ways)
      """
    return Page(
      name: "index", title: "Operations from Scratch", part: .front, body: body, scripts: ["game.js"])
  }
}
