import Foundation
import Testing

@testable import CourseKit

/// Grading can be stopped at any moment, by anything: nothing is lost then, and no student is graded twice.
@Suite struct `The register of a class` {
  @Test func `What was kept is found again, in another run too`() throws {
    try withFolder { folder in
      try Register(folder, edition: "1").keep(grade("ada"), taken("answer"))
      let found = try Register(folder, edition: "1").grade("ada", taken("answer"))
      #expect(found?.remarks == ["kept"])
    }
  }

  @Test func `A changed submission is graded again, and all of them when the course has changed`() throws {
    try withFolder { folder in
      try Register(folder, edition: "1").keep(grade("ada"), taken("answer"))
      #expect(try Register(folder, edition: "1").grade("ada", taken("better answer")) == nil)
      #expect(try Register(folder, edition: "1").grade("bob", taken("answer")) == nil)
      #expect(try Register(folder, edition: "2").grade("ada", taken("answer")) == nil)
    }
  }

  @Test func `A verdict counts only under the sandbox and the toolchain that it was found with`() throws {
    try withFolder { folder in
      try Register(folder, edition: "1", conditions: "bwrap, 6.3").keep(grade("ada"), taken("answer"))
      let others = try Register(folder, edition: "1", conditions: "none, 6.3").grade("ada", taken("answer"))
      let same = try Register(folder, edition: "1", conditions: "bwrap, 6.3").grade("ada", taken("answer"))
      #expect(others == nil && same != nil)
    }
  }

  @Test func `A result that is not whole does not count`() throws {
    try withFolder { folder in
      try Register(folder, edition: "1").keep(grade("ada"), taken("answer"))
      let results = folder.appending(path: "results")
      let file = results.appending(path: try #require(Files.names(in: results).first))
      try Files.write(String(try #require(Files.text(file)).dropLast(20)), to: file)
      #expect(try Register(folder, edition: "1").grade("ada", taken("answer")) == nil)
    }
  }

  @Test func `One process at a time has it`() throws {
    try withFolder { folder in
      var first: Register? = try Register(folder, edition: "1")
      let refusal = #expect(throws: Register.InUse.self) { try Register(folder, edition: "1") }
      #expect(refusal?.process ?? "" == "\(ProcessInfo.processInfo.processIdentifier)")
      #expect(first != nil)
      first = nil
      #expect(throws: Never.self) { try Register(folder, edition: "1") }
    }
  }

  @Test func `What a run that was killed left running is ended by the next`() throws {
    try withFolder { folder in
      let mark = "0-\(UInt64.random(in: 0 ... .max))"
      try Files.write(mark, to: folder.appending(path: "in-use"))
      let orphan = Process()
      orphan.executableURL = URL(filePath: "/bin/sleep")
      orphan.arguments = ["1000"]
      orphan.environment = [Programs.marker: "\(mark)-1"]
      try orphan.run()
      defer { orphan.terminate() }
      _ = try Register(folder, edition: "1")
      orphan.waitUntilExit()
      #expect(orphan.terminationReason == .uncaughtSignal && orphan.terminationStatus == SIGKILL)
    }
  }

  @Test func `A class that has been graded is not graded again`() throws {
    try withFolder { folder in
      let course = Course(root: folder.appending(path: "course"))
      try Files.write("stub", to: course.root.appending(path: "Exercises/05-Pipeline/Pipeline.swift"))
      let grader = Grader(course)
      let submissions = folder.appending(path: "submissions")
      for student in ["ada", "bob"] {
        try Files.write(
          student, to: submissions.appending(path: "\(student)/Exercises/05-Pipeline/Pipeline.swift"))
      }
      try keepAll(submissions, grader)
      let heard = Locked<[String]>([])
      let grades = try grader.gradeClass(in: submissions) { news in
        heard.withValue { $0.append("\(news)") }
      }
      #expect(grades.map(\.student) == ["ada", "bob"] && grades.allSatisfy { $0.remarks == ["kept"] })
      #expect(heard.value == ["begun(kept: 2, of: 2, besides: [])"])
    }
  }

  // MARK: - Helpers

  private func keepAll(_ submissions: URL, _ grader: Grader) throws {
    let register = try grader.register(for: submissions)
    for submission in Submission.all(in: submissions) {
      try register.keep(grade(submission.student), grader.take(submission))
    }
  }

  private func grade(_ student: String) -> Grade {
    Grade(student: student, reports: [], remarks: ["kept"], protection: "", date: Date())
  }

  private func taken(_ text: String) -> Grader.Taken {
    var taken = Grader.Taken()
    taken.fingerprint = fingerprint([text])
    return taken
  }
}
