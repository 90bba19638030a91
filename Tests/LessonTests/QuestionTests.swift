import CourseKit
import Foundation
import TestSupport
import Testing

@testable import LessonKit

@Suite struct `The question of a lesson` {
  private let question = Question("?", [.wrong("a", "1"), .right("b", "2"), .wrong("c", "3")])

  @Test func `Its answers are shuffled, the same way in every run, and the right one occurs in every place`()
  {
    let places = (0..<24).map { lesson in
      question.shuffled(for: lesson).answers.firstIndex(where: \.isRight)
    }
    for place in 0..<3 { #expect(places.count { $0 == place } == 8) }
    #expect(Set((0..<24).map { question.shuffled(for: $0).answers.map(\.text) }).count == 6)
    for lesson in 0..<24 {
      #expect(Set(question.shuffled(for: lesson).answers.map(\.text)) == ["a", "b", "c"])
    }
  }

  @Test func `Each answer gets its own reason`() {
    #expect(question.verdict(on: 1) == ["You predicted it. 'b': 2"])
    #expect(question.verdict(on: 2) == ["You predicted 'c', but 3", "It is 'b': 2"])
    #expect(question.verdict(on: nil) == ["The answer is 'b': 2"])
  }

  @Test func `The questions of the steps are shuffled by the step as well`() {
    let questions = Questions(question, before: [2: question, 4: question]).shuffled(for: 7)
    #expect(questions.steps == [0, 2, 4])
    for step in questions.steps {
      #expect(questions[step]?.answers.firstIndex(where: \.isRight) == (7 + step) % 3)
    }
    #expect(questions[1] == nil)
  }

  @Test(arguments: Catalogue.lessons.map(\.number))
  func `Every lesson asks one question, with a reason for each answer`(number: Int) async throws {
    let record = try await LessonRun.recorded(number).record
    let question = try #require(record.opening.compactMap(\.question).first)
    #expect(question.answers.count { $0.isRight } == 1)
    #expect(Set(question.answers.map(\.because)).count == 3)
    #expect(question.answers.allSatisfy { $0.because.hasSuffix(".") })
    #expect(question.answers.firstIndex { $0.isRight } == number % 3)
    for step in record.steps {
      for question in step.entries.compactMap(\.question) {
        #expect(question.answers.count { $0.isRight } == 1)
        #expect(Set(question.answers.map(\.because)).count == 3)
        #expect(question.answers.allSatisfy { $0.because.hasSuffix(".") }, "\(question.text)")
        #expect(step.entries.first?.kind == .question, "\(step.title): it is asked before anything is shown")
      }
    }
  }

  @Test(arguments: Catalogue.lessons.map(\.number))
  func `Each of its questions belongs to a step of the lesson`(number: Int) async throws {
    let lesson = try #require(Catalogue.lesson(number))
    let folder = packageFolder.appending(path: "Lessons/\(lesson.folder)")
    let source = try String(contentsOf: folder.appending(path: "Question.swift"), encoding: .utf8)
    let asked = source.matches(of: /\n    (\d): Question\(/).compactMap { Int($0.1) }
    let record = try await LessonRun.recorded(number).record
    let shown = record.steps.filter { $0.entries.contains { $0.kind == .question } }.map(\.number)
    #expect(shown == asked)
  }
}
