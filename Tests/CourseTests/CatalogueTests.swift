import Foundation
import TestSupport
import Testing

@testable import CourseKit

/// The catalogue, the manifest and the folders are three lists of the same things.
@Suite struct `The catalogue` {
  @Test func `A folder of answers holds Swift files and nothing else`() throws {
    let course = Course(root: packageFolder)
    for exercise in Catalogue.exercises {
      for variant in ["Solution", "Alternative"] {
        let names = Files.names(in: course.folder(of: exercise).appending(path: variant))
        #expect(!names.isEmpty && names.allSatisfy { $0.hasSuffix(".swift") }, "\(exercise.folder): \(names)")
      }
    }
  }

  @Test func `The manifest lists the same lessons and exercises`() throws {
    let manifest = try packageFile("Package.swift")
    let listed = manifest.matches(of: /"([0-9]{2}-[A-Za-z]+)"/).map { String($0.1) }
    #expect(listed == Catalogue.lessons.map(\.folder) + Catalogue.exercises.map(\.folder))
  }

  @Test func `They are numbered without a gap`() {
    #expect(Catalogue.lessons.map(\.number).sorted() == Array(Catalogue.lessons.indices))
    #expect(Catalogue.exercises.map(\.number) == Array(1...16))
  }

  @Test(arguments: Catalogue.lessons)
  func `A lesson has one title: in the catalogue, its program, its source and its text`(lesson: LessonEntry)
    throws
  {
    let folder = packageFolder.appending(path: "Lessons/\(lesson.folder)")
    let text = try String(contentsOf: folder.appending(path: "README.md"), encoding: .utf8)
    let source = try String(contentsOf: folder.appending(path: "main.swift"), encoding: .utf8)
    let title = "Lesson \(lesson.folder.prefix(2)): \(lesson.title)\n"
    #expect(text.hasPrefix("# \(title)"))
    #expect(source.hasPrefix("// \(title)"))
    #expect(source.contains("\(lesson.number), \"\(lesson.title)\","))
  }

  @Test(arguments: Catalogue.exercises)
  func `An exercise has one title, and its points and lessons are those of the texts`(exercise: Exercise)
    throws
  {
    let folder = "Exercises/\(exercise.folder)"
    let text = try packageFile("\(folder)/README.md")
    let title = "Exercise \(exercise.folder.prefix(2)): \(exercise.title)\n"
    #expect(text.hasPrefix("# \(title)"))
    for file in exercise.files {
      #expect(try packageFile("\(folder)/\(file)").lowercased().hasPrefix("// \(title)".lowercased()))
    }
    let points = exercise.points
    #expect(text.contains("`swift run course check \(exercise.number)`, \(points.total) points."))
    let lessons = exercise.lessons.map { String(format: "%02d", $0) }.joined(separator: ", ")
    let rows = try packageFile("Exercises/README.md").split(separator: "\n")
    let row = try #require(rows.first { $0.hasPrefix("| [\(exercise.folder.prefix(2))]") })
    #expect(row.hasSuffix("| \(lessons) | \(points.core) + \(points.depth) |"))
  }

  @Test func `No lesson needs a later one, and a way through the course has what its lessons need`() throws {
    for lesson in Catalogue.lessons {
      let text = try packageFile("Lessons/\(lesson.folder)/README.md")
      let line = try #require(text.firstRange(of: "You should know"))
      let needs = text[line.lowerBound...].split(separator: "\n\n")[0].matches(of: /\]\(\.\.\/([0-9]{2})-/)
        .compactMap { Int($0.1) }
      #expect(needs.allSatisfy { $0 < lesson.number }, "\(lesson.folder)")
      for way in Catalogue.ways {
        let lessons = way.steps.compactMap { if case .lesson(let entry) = $0 { entry.number } else { nil } }
        guard lessons.contains(lesson.number) else { continue }
        #expect(Set(needs).isSubset(of: lessons), "\(lesson.folder) in \(way.time)")
      }
    }
  }
}
