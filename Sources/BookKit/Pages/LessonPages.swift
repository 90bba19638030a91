import CourseKit
import Foundation
import Terminal

extension Book {
  /// A page for each lesson: its question, its text, its recorded run, and its source.
  func lessonPages(_ links: Links) throws -> [Page] {
    try Catalogue.lessons.compactMap { lesson in
      let folder = "Lessons/\(lesson.folder)"
      guard let document = try library.text("\(folder)/README.md") else { return nil }
      var renderer = Renderer(links, folder: folder)
      let run = records.of(lesson).map { RunParts($0) { library.source($0)?.lines } }
      var body = facts(of: lesson)
      body += renderer.html(document.blocks.opening) + "\n"
      let parts = document.blocks.compactMap(\.part)
      let asked = "Guess"
      body += renderer.html([.heading(2, [.text(asked)])]) + "\n"
      // The run has the question too, with its answers.
      body += run?.question ?? renderer.html(document.blocks.under(asked)) + "\n"
      for part in parts where part != asked {
        body += renderer.html([.heading(2, [.text(part)])] + document.blocks.under(part)) + "\n"
        if part == "Run it", let run { body += "<h2 id=\"run\">What the run shows</h2>\n\(run.html)" }
      }
      if edition == .instructor { body += try notes(for: lesson, links) }
      body += sources(of: lesson)
      return Page(
        name: Book.name(of: lesson), title: "\(lesson.folder.prefix(2)) \(lesson.title)", part: .lessons,
        body: body, scripts: ["player.js"], step: Step.lesson(lesson).name,
        minutes: StudyTime(course).minutes(of: lesson))
    }
  }

  /// The lesson's duration, and the exercises and the Build stop after it.
  private func facts(of lesson: LessonEntry) -> String {
    var facts: [String] = []
    if let minutes = StudyTime(course).minutes(of: lesson) {
      facts.append("\(minutes) minutes")
    }
    let then = Catalogue.exercises(after: lesson).map { exercise in
      "<a href=\"\(Book.name(of: exercise)).html\">\(exercise.folder.prefix(2)) \(exercise.title.escaped)</a>"
    }
    if !then.isEmpty { facts.append("Exercises: \(then.joined(separator: ", "))") }
    for build in Catalogue.builds where build.lesson == lesson.number {
      facts.append(
        "Build: <a href=\"\(Book.name(of: build)).html\">\(build.title.escaped)</a>")
    }
    return facts.isEmpty ? "" : "<p class=\"facts\">\(facts.joined(separator: " · "))</p>\n"
  }

  func link(to lesson: LessonEntry) -> String {
    "<a href=\"\(Book.name(of: lesson)).html\">\(lesson.folder.prefix(2)) \(lesson.title.escaped)</a>"
  }

  private func sources(of lesson: LessonEntry) -> String {
    let paths = library.paths(in: "Lessons/\(lesson.folder)", suffix: ".swift")
    let files = paths.filter { $0.split(separator: "/").count == 3 }.map { path in
      let name = String(path.split(separator: "/")[2])
      return "<details><summary><code>\(name.escaped)</code></summary>\n"
        + SwiftCode.listing((library.source(path) ?? "").lines, label: name) + "</details>\n"
    }
    return "\n<h2 id=\"source\">The whole source</h2>\n\(files.joined())"
  }
}
