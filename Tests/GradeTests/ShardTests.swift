import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CourseKit
@testable import GradeKit

/// Many machines grade one class without a server: in parts, whose registers are merged.
@Suite struct `A class in parts` {
  private static let count = 100
  private static let parts = 16

  @Test func `Sixteen parts, five of them killed and restarted, give the same grades as the whole class`()
    throws
  {
    try withFolder { folder in
      let (course, submissions) = try makeClass(in: folder)
      let undivided = try grade(course, submissions, folder, ClassChoice())
      #expect(undivided.count == Self.count && Set(undivided.map(\.score)).count > 3)

      let judged = Mutex<[String: Int]>([:])
      let problems = Mutex<[String]>([])
      inParallel(Self.parts, atOnce: Self.parts) { part in
        // Five of them end in the middle of their part, and are started again.
        for isKilled in part < 5 ? [true, false] : [false] {
          let calls = Mutex(0)
          let grades = try? grade(course, submissions, folder, choice(part + 1, folder)) { student in
            let call = calls.withLock { value in
              value += 1
              return value
            }
            if isKilled && call > 2 { throw CancellationError() }
            judged.withLock { $0[student, default: 0] += 1 }
          }
          if grades == nil && !isKilled { problems.withLock { $0.append("part \(part + 1)") } }
        }
      }
      #expect(problems.withLock { $0 } == [])
      // What was kept before the end is not graded again.
      let counts = judged.withLock { $0 }
      #expect(counts.count == Self.count && counts.values.allSatisfy { $0 == 1 })

      var merging = ClassChoice()
      merging.register = folder.appending(path: "merged")
      merging.merged = (1...Self.parts).map { folder.appending(path: "part-\($0)") }
      for _ in 1...2 {
        let merged = try grade(course, submissions, folder, merging) { _ in throw CancellationError() }
        #expect(Format.csv.write(merged) == Format.csv.write(undivided))
      }
    }
  }

  @Test func `Every student is in one part, which depends on the name alone`() throws {
    for number in 0..<200 {
      let parts = (1...7).compactMap { ClassChoice.Shard("\($0)/7") }.filter {
        $0.includes("student \(number)")
      }
      #expect(parts.count == 1)
    }
    #expect(
      ClassChoice.Shard("0/4") == nil && ClassChoice.Shard("5/4") == nil && ClassChoice.Shard("1") == nil)
  }

  @Test func `A register of another edition is not imported, and another folder is refused`() throws {
    try withFolder { folder in
      let grade = Grade(student: "ada", reports: [], remarks: [], protection: "", date: Date())
      try GradeStore(folder.appending(path: "a"), edition: "1").keep(grade, GradedFiles())
      let register = try GradeStore(folder.appending(path: "b"), edition: "2")
      try register.absorb(folder.appending(path: "a"))
      #expect(Files.names(in: folder.appending(path: "b/results")).isEmpty)
      #expect(throws: CourseError.self) { try register.absorb(folder.appending(path: "c")) }
    }
  }

  // MARK: - Helpers

  private func choice(_ part: Int, _ folder: URL) -> ClassChoice {
    var choice = ClassChoice()
    choice.shard = ClassChoice.Shard("\(part)/\(Self.parts)")
    choice.register = folder.appending(path: "part-\(part)")
    return choice
  }

  private func makeClass(in folder: URL) throws -> (Course, URL) {
    let course = Course(root: folder.appending(path: "course"))
    try Files.write("stub", to: course.root.appending(path: "Exercises/05-Pipeline/Pipeline.swift"))
    let submissions = folder.appending(path: "submissions")
    for number in 1...Self.count {
      try Files.write(
        "answer \(number)",
        to: submissions.appending(path: "student-\(number)/Exercises/05-Pipeline/Pipeline.swift"))
    }
    return (course, submissions)
  }

  /// Grades with a verdict that depends on the answer alone.
  private func grade(
    _ course: Course, _ submissions: URL, _ folder: URL, _ choice: ClassChoice,
    before: @escaping @Sendable (String) throws -> Void = { _ in }
  ) throws -> [Grade] {
    var grader = Grader(course)
    grader.sandbox = Sandbox(kind: .none)
    grader.judge = { student, taken in
      try before(student)
      let text = taken.files[5]?.first?.text ?? ""
      let number = text.split(separator: " ").last.flatMap { Int($0) } ?? 0
      let tests = (0..<4).map { test in
        TestResult(name: "\(test)", hasPassed: number % 5 > test, failures: [])
      }
      let report = Report(exercise: 5, state: .failed, tests: tests, message: text, seconds: 0)
      return Grade(
        student: student, reports: [report], remarks: taken.remarks, protection: "", date: Date())
    }
    return try grader.gradeClass(in: submissions, choice) { _ in }
  }
}
