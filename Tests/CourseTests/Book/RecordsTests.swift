import CourseKit
import Foundation
import Testing

@testable import BookKit
@testable import struct LessonKit.Record

struct `The records of a book` {
  private let course = Course.ofThisPackage
  private let lesson = Catalogue.lesson(7)!

  @Test func `A folder needs a record of every lesson, and the claims of each must have held`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "records-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    func write(_ number: Int, _ outcome: Record.Claim.Outcome = .held) throws {
      let record = try Recorded.run { ($0.lesson, $0.outcome) = (number, outcome) }
      let name = "lesson\(number < 10 ? "0" : "")\(number).json"
      try Data(record.json.utf8).write(to: folder.appending(path: name))
    }
    for lesson in Catalogue.lessons.dropLast() { try write(lesson.number) }
    #expect(throws: CourseError.self) { try Records(in: folder) }
    try write(Catalogue.lessons.last!.number)
    #expect(try Records(in: folder).of(lesson)?.lesson == 7)
    try write(7, .broken)
    #expect(throws: CourseError.self) { try Records(in: folder) }
  }

  @Test func `The question comes before the text, and the run after the command that makes it`() throws {
    let body = try page(of: Records([Recorded.run()]))
    let places = [
      "class=\"facts\"", "class=\"question\"", "id=\"what-the-document", "id=\"run-it\"", "id=\"run\"",
      "id=\"step-1\"",
      "id=\"what-to-look-for\"", "id=\"try\"", "id=\"source\"",
    ].map { body.range(of: $0)?.lowerBound }
    #expect(!places.contains(nil))
    #expect(places.compactMap { $0 } == places.compactMap { $0 }.sorted())
    #expect(body.contains("<a href=\"lesson-07.html\">") && body.contains("<a href=\"exercise-03.html\">"))
  }

  @Test func `The same records give the same pages, byte for byte`() throws {
    let records = Records([try Recorded.run()])
    #expect(try wholePages(records) == wholePages(records))
  }

  /// Needs the lesson's program, which the whole package builds beside the tests.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: Self.program.path)))
  func `Two runs of a lesson give the same page except for times`() throws {
    let pages = try (1...2).map { _ in
      let process = Process()
      let output = Pipe()
      (process.executableURL, process.arguments) = (Self.program, ["--fast", "--json"])
      process.standardOutput = output
      try process.run()
      let record = try JSONDecoder().decode(
        Record.self, from: output.fileHandleForReading.readDataToEndOfFile())
      process.waitUntilExit()
      return try page(of: Records([record]).withoutTimes)
    }
    #expect(pages[0] == pages[1])
  }

  private static let program: URL = {
    #if os(macOS)
      let products = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }!.bundleURL
    #else
      let products = URL(filePath: CommandLine.arguments[0]).standardizedFileURL
    #endif
    return products.deletingLastPathComponent().appending(path: "lesson05")
  }()

  private func page(of records: Records) throws -> String {
    let book = Book(course, records: records)
    return try #require(try book.lessonPages(book.links()).first { $0.name == "lesson-05" }).body
  }

  /// All pages but the levels', whose programs would have to be run first.
  private func wholePages(_ records: Records) throws -> [String] {
    let book = Book(course, edition: .instructor, records: records)
    let links = try book.links()
    let pages =
      try book.stagePages(links) + book.lessonPages(links) + book.exercisePages(links)
      + book.referencePages(links) + [book.timetable(), book.search, book.progressPage]
    let shell = Shell(words: book.words, pages: pages)
    return pages.map(shell.html) + [shell.html(book.wholeBook(pages)), SearchIndex(pages: pages).script]
  }
}
