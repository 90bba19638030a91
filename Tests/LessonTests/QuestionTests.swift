import CourseKit
import Foundation
import Testing

@testable import LessonKit

@Suite struct `The question of a lesson` {
  private let question = Question("?", [.wrong("a", "1"), .right("b", "2"), .wrong("c", "3")])

  @Test func `Its answers are shuffled, the same way in every run, and the right one stands everywhere`() {
    let places = (0..<24).map { lesson in
      question.shuffled(for: lesson).answers.firstIndex(where: \.isRight)
    }
    for place in 0..<3 { #expect(places.count { $0 == place } == 8) }
    #expect(Set((0..<24).map { question.shuffled(for: $0).answers.map(\.text) }).count == 6)
    for lesson in 0..<24 {
      #expect(Set(question.shuffled(for: lesson).answers.map(\.text)) == ["a", "b", "c"])
    }
  }

  @Test func `Each answer is told its own reason`() {
    #expect(question.verdict(on: 1) == ["You predicted it. 'b': 2"])
    #expect(question.verdict(on: 2) == ["You predicted 'c', but 3", "It is 'b': 2"])
  }

  @Test(arguments: Catalogue.lessons.map(\.number))
  func `Every lesson asks one, with a reason for each answer`(number: Int) throws {
    let output = try LessonRun(number, "--fast", "--json", "--no-times").output
    let record = try JSONDecoder().decode(Record.self, from: Data(output.utf8))
    let question = try #require(record.opening.compactMap(\.question).first)
    #expect(question.answers.count { $0.isRight } == 1)
    #expect(Set(question.answers.map(\.because)).count == 3)
    #expect(question.answers.allSatisfy { $0.because.hasSuffix(".") })
    #expect(question.answers.firstIndex { $0.isRight } == number % 3)
  }
}
