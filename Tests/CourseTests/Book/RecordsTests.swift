import CourseKit
import Foundation
import Testing

@testable import BookKit
@testable import struct LessonKit.Record

struct `The records of a book` {
  private let course = Course.ofThisPackage
  private let lesson = Catalogue.lesson(5)!

  @Test func `A record is that of its lesson, and its claims have held`() throws {
    func read(_ number: Int, _ outcome: Record.Claim.Outcome) throws -> Record {
      let record = try Recorded.run { ($0.lesson, $0.outcome) = (number, outcome) }
      return try Records.read(Data(record.json.utf8), of: lesson)
    }
    #expect(try read(5, .held).lesson == 5)
    #expect(throws: CourseError.self) { try read(5, .broken) }
    #expect(throws: CourseError.self) { try read(6, .held) }
    #expect(throws: CourseError.self) { try Records.read(Data("{}".utf8), of: lesson) }
  }

  @Test func `The question comes before the text, and the run after the command that makes it`() throws {
    let body = try page(of: Records([Recorded.run()]))
    let places = [
      "class=\"facts\"", "id=\"guess\"", "class=\"question\"", "id=\"run-it\"", "id=\"run\"", "id=\"step-1\"",
      "id=\"the-code\"", "id=\"why\"", "id=\"try\"", "id=\"source\"",
    ].map { body.range(of: $0)?.lowerBound }
    #expect(!places.contains(nil))
    #expect(places.compactMap { $0 } == places.compactMap { $0 }.sorted())
    #expect(body.contains("<a href=\"lesson-06.html\">") && body.contains("<a href=\"exercise-03.html\">"))
  }

  private func page(of records: Records) throws -> String {
    let book = Book(course, records: records)
    return try #require(try book.lessonPages(book.links()).first { $0.name == "lesson-05" }).body
  }
}
