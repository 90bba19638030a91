import CourseKit
import Typesetting

extension Book {
  /// The course, divided into sessions of about the same length.
  func timetable() -> Page {
    let time = StudyTime(course)
    let steps = Catalogue.steps.map { step in
      switch step {
      case .lesson(let lesson): (step: step, minutes: time.minutes(of: lesson) ?? 0)
      case .exercise(let exercise): (step: step, minutes: time.minutes(of: exercise))
      }
    }
    let whole = steps.reduce(0) { $0 + $1.minutes }
    let told = words[.planned].replacing("{n}", with: "\(whole)").replacing(
      "{m}", with: "\(StudyTime.perPoint)")
    var body = "<p>\(told.escaped)</p>\n"
    for (word, count) in [(Word.twoDays, 2), (.sixAfternoons, 6)] {
      body += "<h2 id=\"\(word.rawValue)\">\(words[word].escaped)</h2>\n"
      var spent = 0
      var sessions = [[String]](repeating: [], count: count)
      var lengths = [Int](repeating: 0, count: count)
      for (step, minutes) in steps {
        // A step belongs to the session in which its middle lies.
        let session = min(count - 1, (2 * spent + minutes) * count / (2 * whole))
        sessions[session].append("<li>\(link(to: step)): \(minutes)</li>")
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

  private func link(to step: Step) -> String {
    let page =
      switch step {
      case .lesson(let lesson): Book.name(of: lesson)
      case .exercise(let exercise): Book.name(of: exercise)
      }
    return "<a href=\"\(page).html\">\(step.label.escaped), \(step.title.escaped)</a>"
  }
}
