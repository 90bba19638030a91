import CourseKit
import Terminal

extension Book {
  /// A page for each exercise: the task, three hints, and in the instructor's edition the answers.
  func exercisePages(_ links: Links) throws -> [Page] {
    try Catalogue.exercises.compactMap { exercise in
      let folder = "Exercises/\(exercise.folder)"
      let page = try page(
        of: "\(folder)/README.md", named: Book.name(of: exercise), .exercises, links,
        title: "\(exercise.folder.prefix(2)) \(exercise.title)")
      guard var page else { return nil }
      page.step = Step.exercise(exercise).name
      page.minutes = StudyTime(course).minutes(of: exercise)
      let lessons = exercise.lessons.compactMap(Catalogue.lesson).map {
        "<a href=\"\(Book.name(of: $0)).html\">\($0.folder.prefix(2)) \($0.title.escaped)</a>"
      }
      let points = Requirement.Level.allCases.filter { exercise.points[$0] > 0 }.map { level in
        "\(level) \(exercise.points[level])"
      }
      page.body =
        "<p class=\"facts\">\(page.minutes ?? 0) minutes · "
        + "Before: \(lessons.joined(separator: ", ")) · "
        + "Points: \(points.joined(separator: ", "))</p>\n" + page.body
      for number in 1...3 {
        guard let hint = try library.text("\(folder)/Hints/\(number).md") else { continue }
        var renderer = Renderer(links, folder: "\(folder)/Hints", lowered: 1)
        page.body +=
          "\n<details class=\"hint\" data-hint=\"\(number)\"><summary>Hint \(number)</summary>\n"
          + "\(renderer.html(hint.blocks))</details>"
      }
      for file in exercise.files {
        guard let stub = library.source(".course/stubs/\(exercise.folder)/\(file)") else { continue }
        page.body +=
          "\n<h2 id=\"stub\"><code>\(file.escaped)</code></h2>\n" + SwiftCode.listing(stub.lines, label: file)
      }
      if edition == .instructor { page.body += try answers(to: exercise, links) }
      return page
    }
  }

  /// The explanation, the solution and the usual wrong answers.
  private func answers(to exercise: Exercise, _ links: Links) throws -> String {
    let folder = "Exercises/\(exercise.folder)"
    var html = "\n<section class=\"instructor\">\n<h2 id=\"instructor\">For the instructor</h2>\n"
    if let text = try library.text("\(folder)/Explanation.md") {
      var renderer = Renderer(links, folder: folder, lowered: 2)
      html += "<details><summary>The explanation</summary>\n"
      html += "\(renderer.html(text.blocks.filter { !$0.isTitle }))</details>\n"
    }
    for path in library.paths(in: "\(folder)/Solution", suffix: ".swift") {
      html += "<details><summary>The solution</summary>\n"
      html += SwiftCode.listing((library.source(path) ?? "").lines, label: "The solution") + "</details>\n"
    }
    html += "<h3 id=\"mistakes\">Common wrong answers</h3>\n"
    for mistake in course.mistakes(of: exercise) {
      html +=
        "<details class=\"mistake\"><summary>\(mistake.wrong.escaped)</summary>\n<p>"
      html += "Caught by: <q>\(mistake.caughtBy.escaped)</q></p>\n"
      html += mistake.difference.files.map { $0.html(label: mistake.name) }.joined() + "</details>\n"
    }
    return html + "</section>\n"
  }
}
