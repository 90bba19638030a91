import CourseKit
import Foundation
import GradeKit

/// Whether the claims of lessons can fail: each mutation of a claim must break that claim, and no other.
///
/// A copy of the lessons is changed, built and run; the course itself is left alone.
package struct ClaimTrial {
  private let course: Course
  private let copy: Course
  private let times: Int
  private let say: @Sendable (String) -> Void
  /// What does not hold, one sentence per problem.
  package private(set) var problems: [String] = []
  /// How many claims the lessons make, and how many of them a mutation has broken in every run.
  package private(set) var count = (claims: 0, proven: 0)

  /// Makes a trial that runs each lesson `times` times with each mutation.
  package init(_ course: Course, times: Int = 10, say: @escaping @Sendable (String) -> Void) {
    let folder = course.root.appending(path: ".build/claims")
    self.course = course
    self.times = times
    self.say = say
    copy = Course(root: folder.appending(path: "course"), scratch: folder.appending(path: "build"))
  }

  /// Tries the mutations of these lessons.
  package mutating func run(_ lessons: [LessonEntry]) throws {
    let lessons = lessons.filter(course.has)
    try CourseCopy(course).copy(["Package.swift", "Sources", "Lessons", "Exercises", "Tests"], to: copy.root)
    for lesson in lessons { try run(lesson) }
  }

  private mutating func run(_ lesson: LessonEntry) throws {
    let mutations = try course.claimMutations(of: lesson)
    guard let held = outcomes(of: lesson, named: "unchanged")?.first else { return }
    if !held.broken.isEmpty {
      problems.append("\(lesson.program): not all claims hold without a change: \(held.broken)")
    }
    var proven: Set<String> = []
    for mutation in mutations where try isProven(mutation, lesson) { proven.insert(mutation.breaks) }
    let open = held.sentences.filter { !proven.contains($0) }
    count.claims += held.sentences.count
    count.proven += held.sentences.count - open.count
    say("\(lesson.program): \(held.sentences.count - open.count) of \(held.sentences.count) claims proven")
    for sentence in open { say("  not proven: \(sentence)") }
  }

  private mutating func isProven(_ mutation: ClaimMutation, _ lesson: LessonEntry) throws -> Bool {
    let name = "\(lesson.program), \(mutation.name)"
    let changed: [(path: String, text: String)]
    do {
      changed = try mutation.files { Files.text(course.root.appending(path: $0)) }
    } catch let error as CourseError {
      problems.append("\(name): \(error)")
      return false
    }
    defer {
      for (path, _) in changed {
        let text = Files.text(course.root.appending(path: path)) ?? ""
        try? Files.write(text, to: copy.root.appending(path: path))
      }
    }
    for (path, text) in changed { try Files.write(text, to: copy.root.appending(path: path)) }
    guard let outcomes = outcomes(of: lesson, named: mutation.name) else { return false }
    let objections = outcomes.compactMap { $0.objection(to: mutation) }
    if let first = objections.first {
      problems.append("\(name): in \(objections.count) of \(times) runs, \(first)")
    }
    return objections.isEmpty
  }

  /// The outcomes of the lesson as it is in the copy; nil if it cannot be built or run.
  private mutating func outcomes(of lesson: LessonEntry, named name: String) -> [ClaimOutcomes]? {
    let environment = ExerciseRunner(copy).environment()
    let build = Programs.run(
      ["swift", "build", "--product", lesson.program, "--scratch-path", copy.scratch.path], in: copy.root,
      environment: environment, deadline: .seconds(1200), outputCap: 1 << 20)
    guard build.isSuccess else {
      problems.append("\(lesson.program), \(name): it does not compile.\n\(build.output.suffix(2000))")
      return nil
    }
    var all: [ClaimOutcomes] = []
    for _ in 0..<times {
      let program = copy.scratch.appending(path: "debug/\(lesson.program)").path
      let ending = Programs.run(
        [program, "--fast", "--json", "--no-times"], in: copy.root, environment: environment,
        deadline: .seconds(300), outputCap: 1 << 24)
      guard let outcomes = ClaimOutcomes(ending.output) else {
        problems.append("\(lesson.program), \(name): it printed no record, and ended with \(ending.way).")
        return nil
      }
      all.append(outcomes)
    }
    return all
  }
}
