import CourseKit
import Foundation
import SchedulerGame

/// The course as a site: static files that open from a folder.
///
/// It reads the texts and sources of the course in place, without copies. The same course gives the same
/// files, byte for byte.
public struct Book {
  /// The readers of the book.
  public enum Edition: String, CaseIterable, Sendable {
    /// Without solutions, explanations and wrong answers.
    case student
    /// With them, and with notes for teaching.
    case instructor
  }

  /// The files of the folder `Assets`.
  private static let assets = [
    "book.css", "parts.js", "book.js", "game.js", "player.js", "search.js", "progress.js",
  ]

  let course: Course
  let edition: Edition
  let library: Library
  let records: Records
  private let levels: LevelCache

  /// Creates the book of a course from its texts and the records of its lessons.
  package init(_ course: Course, edition: Edition = .student, records: Records = Records()) {
    self.course = course
    self.edition = edition
    self.records = records
    library = Library(root: course.root)
    levels = LevelCache(library: library)
  }

  /// Writes all files to a folder that is missing or empty, or that contains a book, which is replaced.
  public func write(to folder: URL) throws {
    let manager = FileManager.default
    let names = (try? manager.contentsOfDirectory(atPath: folder.path)) ?? []
    guard names.isEmpty || names.contains("index.html") && names.contains("assets") else {
      throw CourseError(
        "'\(folder.path)' contains something other than a book. Name a folder that is empty or does not "
          + "exist."
      )
    }
    let files = try files()
    for name in names where name.hasSuffix(".html") || name == "assets" {
      try manager.removeItem(at: folder.appending(path: name))
    }
    try manager.createDirectory(at: folder.appending(path: "assets"), withIntermediateDirectories: true)
    for (path, text) in files.sorted(by: { $0.key < $1.key }) {
      try Data(text.utf8).write(to: folder.appending(path: path))
    }
  }

  /// All files by their paths.
  func files() throws -> [String: String] {
    let pages = try pages()
    let shell = Shell(pages: pages)
    var files: [String: String] = [:]
    for page in pages { files[page.file] = shell.html(page) }
    let whole = wholeBook(pages)
    files[whole.file] = shell.html(whole)
    files["assets/contents.js"] = contentsScript(pages)
    files["assets/search-index.js"] = SearchIndex(pages: pages).script
    for name in Book.assets {
      files["assets/\(name)"] = library.source("Sources/BookKit/Assets/\(name)")
    }
    return files
  }

  /// All pages in their order.
  func pages() throws -> [Page] {
    let links = try links()
    let stages = try stagePages(links)
    let lessons = try lessonPages(links)
    let exercises = try exercisePages(links)
    let levels = try levelPages(links)
    let reference = try referencePages(links)
    let inner =
      wayThrough(lessons + stages + exercises) + stages.filter { $0.step == nil } + levels + reference
    return [try frontPage(), contents(inner)] + inner + [timetable(), search, progressPage]
  }

  /// Lessons, stages and exercises in the order of the course.
  private func wayThrough(_ pages: [Page]) -> [Page] {
    Catalogue.steps.flatMap { step in pages.filter { $0.step == step.name } }
  }

  func data(of level: Level) throws -> LevelData { try levels.data(of: level) }
}
