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
    let end = try #require(text.range(of: "\n## In your app\n") ?? text.range(of: "\n## Then\n"))
    let parts = text[begin.upperBound..<end.lowerBound].components(separatedBy: "<details>")
    try #require(parts.count == 2)
    let counts = parts.map { $0.matches(of: /\n\d\. \S/).count }
    #expect(counts[0] >= 2)
    #expect(counts[0] == counts[1], "tasks and answers")
  }

  // MARK: The form of a lesson

  /// The text of a lesson outside its folds, without code, pictures and comments.
  private func open(_ number: Int) throws -> String {
    var text = try text(number)
    for part in [#/(?s)<details>.*?<\/details>/#, #/(?s)```.*?```/#, #/(?s)!\[.*?\]\(.*?\)/#, #/<!--.*?-->/#]
    {
      text = text.replacing(part, with: "")
    }
    return text
  }

  @Test(arguments: numbers) func `Its parts stand in their order`(number: Int) throws {
    let titles = try text(number).matches(of: /\n## (.+)/).map { String($0.1) }
    #expect(titles == ["Guess", "Run it", "The code", "Why", "Try", "In your app"])
    let folds = try text(number).matches(of: /<summary>(.+)<\/summary>/).map { String($0.1) }
    #expect(folds == ["Answers", "In the documents", "On Foundation"])
    #expect(try text(number).prefix { $0 != "\n" }.hasSuffix("?"), "The title is a question.")
  }

  @Test(arguments: numbers) func `Outside its folds it is short, and names no document and no id`(number: Int)
    throws
  {
    let text = try open(number)
    let words = text.split { $0.isWhitespace }.count
    #expect(words <= 700, "\(words) words outside the folds")
    #expect(text.matches(of: /\b[OQCKT]\d+[a-z]?\b/).isEmpty)
    #expect(!text.contains(/自定义|"NSOperation"|AFNetworking、|简单实现|pull request/))
    let why = text.components(separatedBy: "\n## Why\n").last?.components(separatedBy: "\n## ").first ?? ""
    #expect(why.matches(of: /\n\*\*/).count <= 3, "at most three bold paragraphs")
  }

  @Test(arguments: numbers) func `Its run sheet is short, and its subject is plain code`(number: Int) throws {
    for file in try FileManager.default.contentsOfDirectory(
      at: folder(number), includingPropertiesForKeys: nil)
    where file.pathExtension == "swift" {
      let source = try String(contentsOf: file, encoding: .utf8)
      let name = file.lastPathComponent
      if name == "main.swift" {
        #expect(source.split(separator: "\n", omittingEmptySubsequences: false).count <= 101, "\(name)")
      } else if !["Question.swift", "OnFoundation.swift"].contains(name) {
        #expect(!source.contains("import LessonKit"), "\(name)")
      }
    }
  }
}
