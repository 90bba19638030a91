import CourseKit
import Terminal

extension Book {
  /// The ways through the course, with the minutes of each step; the whole course is divided into days.
  func timetable() -> Page {
    let time = StudyTime(course)
    let whole = Catalogue.steps.reduce(0) { $0 + time.minutes(of: $1) }
    var body = """
      <p>\(whole) minutes: lessons and Build stops as their texts state them, exercises with \
      \(StudyTime.perPoint) minutes for each point.</p>

      """
    for way in Catalogue.ways {
      body += "<h2 id=\"\(way.time.anchor)\">\(way.heading.escaped)</h2>\n"
      let isWhole = way.steps.count == Catalogue.steps.count
      let sessions = isWhole ? days(3, of: way.steps) : [way.steps]
      for (index, steps) in sessions.enumerated() {
        let minutes = steps.reduce(0) { $0 + time.minutes(of: $1) }
        let rows = steps.map { "<li>\(link(to: $0)): \(time.minutes(of: $0))</li>" }
        body += isWhole ? "<h3>Day \(index + 1): " : "<p class=\"facts\">"
        body += "\(minutes) minutes\(isWhole ? "</h3>" : "</p>")\n"
        body += "<ul>\n\(rows.joined(separator: "\n"))\n</ul>\n"
      }
    }
    return Page(name: "timetable", title: "Timetable", part: .tools, body: body)
  }

  /// Steps in parts of about the same length.
  private func days(_ count: Int, of steps: [Step]) -> [[Step]] {
    let time = StudyTime(course)
    let whole = steps.reduce(0) { $0 + time.minutes(of: $1) }
    var (days, spent) = ([[Step]](repeating: [], count: count), 0)
    for step in steps {
      let minutes = time.minutes(of: step)
      // A step belongs to the day in which its middle lies.
      days[min(count - 1, (2 * spent + minutes) * count / (2 * whole))].append(step)
      spent += minutes
    }
    return days
  }

  private func link(to step: Step) -> String {
    let page =
      switch step {
      case .lesson(let lesson): Book.name(of: lesson)
      case .build(let build): Book.name(of: build)
      case .exercise(let exercise): Book.name(of: exercise)
      }
    return "<a href=\"\(page).html\">\(step.label.escaped), \(step.title.escaped)</a>"
  }
}
