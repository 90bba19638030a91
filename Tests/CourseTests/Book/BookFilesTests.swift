import CourseKit
import Foundation
import Terminal
import Testing

@testable import BookKit
@testable import LessonKit

struct `The book` {
  private let course = Course.ofThisPackage

  @Test func `Scripts and styles stay below their limits, and the site loads nothing from elsewhere`() throws
  {
    let assets = course.root.appending(path: "Sources/BookKit/Assets")
    var lines: [String: Int] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: assets.path) {
      let text = try String(contentsOf: assets.appending(path: name), encoding: .utf8)
      lines[String(name.split(separator: ".").last ?? ""), default: 0] += text.split(separator: "\n").count
      #expect(!text.contains("://"), "\(name) names an address")
      #expect(!text.contains("innerHTML") && !text.contains("eval("), "\(name) makes code or tags of text")
    }
    #expect(lines["js", default: .max] < 1_200)
    #expect(lines["css", default: .max] < 600)
  }

  @Test func `Only the instructor's edition has answers, those of every exercise`() throws {
    let student = Text(try WholeBook.student.get().map(\.body).joined())
    let instructor = Text(try WholeBook.instructor.get().map(\.body).joined())
    for exercise in Catalogue.exercises {
      let folder = course.root.appending(path: "Exercises/\(exercise.folder)")
      let mistakes = course.mistakes(of: exercise)
      #expect(mistakes.count >= 3)
      for mistake in mistakes {
        #expect(!student.contains(mistake.wrong.escaped), "\(mistake.name) is in the student's edition")
        #expect(instructor.contains(mistake.wrong.escaped), "\(mistake.name) is not in the instructor's")
      }
      for path in ["Explanation.md"] + exercise.files.map({ "Solution/\($0)" }) {
        let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
        // A solution keeps the story of its stub, which students read.
        let stub = try exercise.files.map {
          try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
        }.joined()
        let isProse = path.hasSuffix(".md")
        let line = try #require(
          text.split(separator: "\n").filter { line in
            !stub.contains(line) && !(isProse && line.contains { "`*[|#".contains($0) })
          }.max { $0.count < $1.count })
        let shown = isProse ? String(line.prefix(60)).escaped : SwiftCode.html(String(line))
        #expect(!student.contains(shown), "\(path) of \(exercise.folder) is in the student's edition")
        #expect(instructor.contains(shown), "\(path) of \(exercise.folder) is not in the instructor's")
      }
    }
  }

  @Test
  func `The difference of a wrong answer is on its exercise's page, not on paper and not in the search`()
    throws
  {
    let book = Book(course, edition: .instructor)
    let pages = try Array(WholeBook.instructor.get().filter { $0.name.hasPrefix("exercise-") }.prefix(3))
    let paper = book.wholeBook(pages).body
    let index = SearchIndex(pages: pages).script
    for (exercise, page) in zip(Catalogue.exercises.prefix(3), pages) {
      for mistake in course.mistakes(of: exercise) {
        #expect(page.body.contains("aria-label=\"\(mistake.name)\""), "\(mistake.name) has no difference")
        #expect(
          !paper.contains("aria-label=\"\(mistake.name)\""), "the difference of \(mistake.name) is printed")
        #expect(paper.contains(mistake.wrong.escaped) && paper.contains(mistake.caughtBy.escaped))
        #expect(index.contains(JSON.text(mistake.wrong).dropFirst().dropLast()))
      }
    }
    #expect(!index.contains("⋯"), "a gap between two places of a difference is searched")
  }

  @Test
  func `Each lesson has notes for teaching: minutes, what to ask and what goes wrong, for instructors only`()
    throws
  {
    let lessons = { (pages: [Page]) in pages.filter { $0.name.hasPrefix("lesson-") } }
    for page in try lessons(WholeBook.student.get()) {
      #expect(!page.body.contains("id=\"ask\""), "\(page.name)")
    }
    for page in try lessons(WholeBook.instructor.get()) {
      let notes = page.body.components(separatedBy: "<section class=\"instructor\">").dropFirst().joined()
      let parts = notes.components(separatedBy: "</section>")[0].components(separatedBy: "<h3")
      #expect(parts[0].contains("minutes"), "\(page.name)")
      for name in ["ask", "what-goes-wrong"] {
        let part = parts.first { $0.hasPrefix(" id=\"\(name)\">") }
        #expect(part?.contains("<li>") == true, "\(page.name): \(name)")
      }
    }
  }

  @Test func `The contents name each page once, below one purpose of a reader`() throws {
    let book = Book(course)
    let pages = try WholeBook.student.get()
    let groups = book.groups(of: pages)
    #expect(groups.flatMap(\.pages).map(\.name).sorted() == pages.map(\.name).sorted())
    #expect(
      groups.reduce(0) { $0 + $1.minutes }
        == Catalogue.ways.last?.steps.reduce(0) {
          $0 + StudyTime(course).minutes(of: $1)
        })
  }

  @Test func `Both texts that name the ways through the course name those of the catalogue`() throws {
    for path in ["README.md", "Lessons/README.md"] {
      let text = try String(contentsOf: course.root.appending(path: path), encoding: .utf8)
      for way in Catalogue.ways {
        #expect(text.contains("\n| \(way.time) | \(way.selection) |\n"), "\(path): \(way.time)")
      }
    }
  }

  @Test
  func `The days of the timetable add up to the whole course, and none is more than a third too long`()
    throws
  {
    let body = Book(course).timetable().body
    let whole = try #require(body.firstMatch(of: /<p>(\d+) minutes/).flatMap { Int($0.1) })
    let sessions = body.matches(of: /<h3>Day \d: (\d+) minutes/).compactMap { Int($0.1) }
    #expect(sessions.count == 3)
    #expect(sessions.reduce(0, +) == whole)
    #expect(sessions.allSatisfy { $0 * 3 <= whole / 3 * 4 })
  }

  @Test func `Every lesson and every exercise has its page, with three hints for each exercise`() throws {
    let pages = try WholeBook.student.get()
    #expect(pages.count { $0.name.hasPrefix("lesson-") } == Catalogue.lessons.count)
    let exercises = pages.filter { $0.name.hasPrefix("exercise-") }
    #expect(exercises.count == Catalogue.exercises.count)
    #expect(exercises.allSatisfy { $0.body.components(separatedBy: "<details class=\"hint\"").count == 4 })
  }
}

/// A long text that is searched often; Swift's own search would take seconds without optimisation.
private struct Text {
  private let bytes: ContiguousArray<CChar>
  init(_ text: String) { bytes = text.utf8CString }
  func contains(_ part: String) -> Bool {
    bytes.withUnsafeBufferPointer { strstr($0.baseAddress!, part) != nil }
  }
}

/// The pages of an edition but the levels', whose programs would have to be run first; made once for all
/// tests.
private enum WholeBook {
  static let student = pages(of: .student)
  static let instructor = pages(of: .instructor)

  private static func pages(of edition: Book.Edition) -> Result<[Page], any Error> {
    Result {
      let book = Book(.ofThisPackage, edition: edition)
      let links = try book.links()
      return try book.stagePages(links) + book.lessonPages(links) + book.exercisePages(links)
        + book.referencePages(links)
    }
  }
}
