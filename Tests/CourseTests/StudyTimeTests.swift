import Foundation
import TestSupport
import Testing

@testable import CourseKit

/// The minutes in the README are those of the lessons' texts and of the catalogue.
@Suite struct `The study time` {
  @Test func `Every lesson's text states its minutes`() {
    let time = StudyTime(Course(root: packageFolder))
    #expect(Catalogue.lessons.filter { time.minutes(of: $0) == nil }.map(\.folder) == [])
  }

  @Test func `The README states the sums`() throws {
    let time = StudyTime(Course(root: packageFolder))
    let lessons = Catalogue.lessons.compactMap { time.minutes(of: $0) }.reduce(0, +)
    let exercises = Catalogue.exercises.map { time.minutes(of: $0) }.reduce(0, +)
    let readme = try packageFile("README.md")
    let words = readme.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      words.contains("\(Catalogue.lessons.count) lessons with their texts take about \(lessons) minutes"))
    #expect(words.contains("the \(Catalogue.exercises.count) exercises about \(exercises)."))
  }

  @Test func `Minutes are found only at the beginning of a line`() {
    #expect(StudyTime.minutes(in: "# A title\n\nFifteen minutes, of which two are waits.") == 15)
    #expect(StudyTime.minutes(in: "It takes Ten minutes.") == nil)
    #expect(StudyTime.minutes(in: "Some minutes.") == nil)
  }
}
