import CourseKit
import Markdown

extension Book {
  /// A page for each lesson: its text, its source and, in the instructor's edition, notes for teaching.
  func lessonPages(_ links: Links) throws -> [Page] {
    try Catalogue.lessons.compactMap { lesson in
      let folder = "Lessons/\(lesson.folder)"
      let page = try page(
        of: "\(folder)/README.md", named: Book.name(of: lesson), .lessons, links,
        title: "\(lesson.folder.prefix(2)) \(lesson.title)")
      guard var page else { return nil }
      page.step = Step.lesson(lesson).name
      let next = Catalogue.exercises.filter { $0.lessons.max() == lesson.number }.map {
        "<a href=\"\(Book.name(of: $0)).html\">\($0.folder.prefix(2)) \($0.title.escaped)</a>"
      }
      var facts = ["\(Minutes.of(lesson, in: library)) \(words[.minutes])".escaped]
      if !next.isEmpty { facts.append("\(words[.exercises].escaped): \(next.joined(separator: ", "))") }
      page.body = "<p class=\"facts\">\(facts.joined(separator: " · "))</p>\n" + page.body
      if edition == .instructor { page.body += try notes(for: lesson) }
      page.body += "\n<h2 id=\"source\">\(words[.whole].escaped)</h2>\n"
      for path in library.paths(in: folder, suffix: ".swift") where path.split(separator: "/").count == 3 {
        let name = String(path.split(separator: "/").last ?? "")
        page.body += "<details><summary><code>\(name.escaped)</code></summary>\n"
        page.body += SwiftCode.listing((library.source(path) ?? "").lines, label: name) + "</details>\n"
      }
      return page
    }
  }

  /// What to ask, how long it takes, and what goes wrong in the exercise that follows.
  private func notes(for lesson: Lesson) throws -> String {
    var html = "\n<section class=\"instructor\">\n<h2 id=\"instructor\">\(words[.instructor].escaped)</h2>\n"
    html += "<p>\(Minutes.of(lesson, in: library)) \(words[.minutes].escaped)</p>\n"
    guard let (document, language) = try library.text("Lessons/\(lesson.folder)/README.md") else {
      return html
    }
    var renderer = Renderer(Links(), folder: "")
    let questions = document.blocks.under("Predict before you run") + document.blocks.under("Try")
    html += "<h3>\(words[.ask].escaped)</h3>\n<div lang=\"\(language)\">\(renderer.html(questions))</div>\n"
    for exercise in Catalogue.exercises where exercise.lessons.max() == lesson.number {
      html += "<h3>\(exercise.folder.prefix(2)) \(exercise.title.escaped)</h3>\n<ul>\n"
      html += course.mistakes(of: exercise).map { "<li>\($0.wrong.escaped)</li>\n" }.joined() + "</ul>\n"
    }
    return html + "</section>\n"
  }
}
