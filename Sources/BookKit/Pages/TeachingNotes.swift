import CourseKit
import Terminal

extension Book {
  /// Notes for teaching a lesson, written by hand, and the usual mistakes in the exercise that follows.
  func notes(for lesson: LessonEntry, _ links: Links) throws -> String {
    var html = "\n<section class=\"instructor\">\n<h2 id=\"instructor\">For the instructor</h2>\n"
    let folder = "Lessons/\(lesson.folder)"
    if let text = try library.text("\(folder)/Teaching.md") {
      var renderer = Renderer(links, folder: folder, lowered: 1)
      html += "\(renderer.html(text.blocks.filter { !$0.isTitle }))\n"
    }
    for exercise in Catalogue.exercises(after: lesson) {
      html += "<h3>\(exercise.folder.prefix(2)) \(exercise.title.escaped)</h3>\n<ul>\n"
      html += course.mistakes(of: exercise).map { "<li>\($0.wrong.escaped)</li>\n" }.joined() + "</ul>\n"
    }
    return html + "</section>\n"
  }
}
