import CourseKit
import Foundation
import TestSupport
import Testing

/// Where the text of a lesson leads, and that it leaves no task without an answer.
@Suite struct `The text of each lesson` {
  private static let numbers = Catalogue.lessons.map(\.number)
  private func folder(_ number: Int) throws -> URL {
    packageFolder.appending(path: "Lessons/\(try #require(Catalogue.lesson(number)).folder)")
  }

  private func text(_ number: Int) throws -> String {
    try String(contentsOf: folder(number).appending(path: "README.md"), encoding: .utf8)
  }

  @Test(arguments: numbers) func `Each of its links leads to a file`(number: Int) throws {
    let targets = try text(number).matches(of: /\]\(([^)#]+)[^)]*\)/).map { String($0.1) }
    #expect(!targets.isEmpty)
    for target in targets where !target.contains("://") {
      let file = try folder(number).appending(path: target).standardizedFileURL
      #expect(FileManager.default.fileExists(atPath: file.path), "\(target)")
    }
  }

  @Test(arguments: numbers)
  func `It leads to its source, to the framework, to the next lesson and to its exercises`(number: Int) throws
  {
    let text = try text(number)
    var targets = ["main.swift"]
    let later = Catalogue.lessons.drop { $0.number != number }.dropFirst()
    if let next = later.first { targets.append("../\(next.folder)/README.md") }
    targets += Catalogue.exercises.filter { $0.lessons.max() == number }.map {
      "../../Exercises/\($0.folder)/README.md"
    }
    for target in targets { #expect(text.contains("](\(target))"), "\(target)") }
    #expect(text.contains(/\]\(\.\.\/\.\.\/Sources\/(MiniOperations|Explorer)\/[\w\/+]+\.swift\)/))
  }

  @Test(arguments: numbers) func `Each id in it is linked to the row that explains it`(number: Int) throws {
    let text = try text(number)
    let ids = Set(text.matches(of: /\b[OQCKT]\d+[a-z]?\b/).map { String($0.output) })
    for id in ids {
      let link = try #require(
        text.matches(of: /\[(\w+)\]\(([^)#]+)#(\w+)\)/).first { $0.1 == id && $0.3 == id }, "\(id)")
      let page = try folder(number).appending(path: String(link.2)).standardizedFileURL
      #expect(
        try String(contentsOf: page, encoding: .utf8).contains("\n| \(id) | <a id=\"\(id)\"></a>"), "\(id)")
    }
  }

  @Test(arguments: numbers) func `Each task to try has an answer, folded below the tasks`(number: Int) throws
  {
    let text = try text(number)
    let begin = try #require(text.range(of: "\n## Try\n"))
    let end = try #require(text.range(of: "\n## Then\n"))
    let parts = text[begin.upperBound..<end.lowerBound].components(separatedBy: "<details>")
    try #require(parts.count == 2)
    let counts = parts.map { $0.matches(of: /\n\d\. \S/).count }
    #expect(counts[0] >= 2)
    #expect(counts[0] == counts[1], "tasks and answers")
  }
}
