import Foundation
import Synchronization
import Terminal
import TestSupport
import Testing

@testable import CourseKit
@testable import GradeKit

/// Grading can be stopped at any moment, by anything: nothing is lost then, and no student is graded twice.
@Suite struct `The register of a class` {
  @Test func `A changed submission is graded again, and all of them when the course has changed`() throws {
    try withFolder { folder in
      try GradeStore(folder, edition: "1").keep(grade("ada"), taken("answer"))
      #expect(try GradeStore(folder, edition: "1").grade("ada", taken("better answer")) == nil)
      #expect(try GradeStore(folder, edition: "1").grade("bob", taken("answer")) == nil)
      #expect(try GradeStore(folder, edition: "2").grade("ada", taken("answer")) == nil)
    }
  }

  @Test func `A verdict counts only under the sandbox and the toolchain of its run`() throws {
    try withFolder { folder in
      try GradeStore(folder, edition: "1", conditions: "bwrap, 6.3").keep(grade("ada"), taken("answer"))
      let others = try GradeStore(folder, edition: "1", conditions: "none, 6.3").grade("ada", taken("answer"))
      let same = try GradeStore(folder, edition: "1", conditions: "bwrap, 6.3").grade("ada", taken("answer"))
      #expect(others == nil && same != nil)
    }
  }

  /// A program that is being started has a copy of every open file, until it closes what is not for it.
  @Test func `A register that is no longer used can be opened although a copy of its lock is open`() throws {
    try withFolder { folder in
      var register: GradeStore? = try GradeStore(folder, edition: "1")
      let copy = try #require(copyOfLock(in: folder))
      defer { close(copy) }
      #expect(throws: (any Error).self) { try GradeStore(folder, edition: "1") }
      withExtendedLifetime(register) {}
      register = nil
      #expect(throws: Never.self) { try GradeStore(folder, edition: "1") }
    }
  }

  @Test func `An incomplete result does not count`() throws {
    try withFolder { folder in
      try GradeStore(folder, edition: "1").keep(grade("ada"), taken("answer"))
      let results = folder.appending(path: "results")
      let file = results.appending(path: try #require(Files.names(in: results).first))
      try Files.write(String(try #require(Files.text(file)).dropLast(20)), to: file)
      #expect(try GradeStore(folder, edition: "1").grade("ada", taken("answer")) == nil)
    }
  }

  @Test func `Only one process at a time can open it`() throws {
    try withFolder { folder in
      var first: GradeStore? = try GradeStore(folder, edition: "1")
      let refusal = #expect(throws: CourseError.self) { try GradeStore(folder, edition: "1") }
      let process = ProcessInfo.processInfo.processIdentifier
      #expect(refusal?.message.hasPrefix("process \(process) is grading") == true)
      #expect(first != nil)
      first = nil
      #expect(throws: Never.self) { try GradeStore(folder, edition: "1") }
    }
  }

  @Test func `A build is made once for all runs, waits for its maker, and goes with its edition`() throws {
    try withFolder { folder in
      let made = Mutex<[String]>([])
      @Sendable func use(_ name: String) throws -> SharedFolder {
        try SharedFolder(name, in: folder) { place in
          made.withLock { $0.append(name) }
          try Files.write("", to: place.appending(path: "product"))
        }
      }
      try inParallel(8, atOnce: 8) { _ in
        let shared = try use("1")
        #expect(Files.exists(shared.url.appending(path: "product")))
      }
      #expect(made.withLock { $0 } == ["1"])
      // Together: the second does not wait for the end of the first.
      let used = (try use("1"), try use("1"))
      _ = try use("2")
      #expect(Files.folders(in: folder) == ["1", "2"])
      withExtendedLifetime(used) {}
    }
    try withFolder { folder in
      for name in ["1", "2"] {
        _ = try SharedFolder(name, in: folder) { try Files.write("", to: $0.appending(path: "x")) }
      }
      #expect(Files.folders(in: folder) == ["2"])
      // One that was interrupted is made again.
      #expect(throws: CancellationError.self) {
        try SharedFolder("3", in: folder) { _ in throw CancellationError() }
      }
      #expect(throws: Never.self) { try SharedFolder("3", in: folder) { _ in } }
    }
  }

  @Test func `The next run ends processes that a killed run left`() throws {
    try withFolder { folder in
      let mark = "0-\(UInt64.random(in: 0 ... .max))"
      try Files.write(mark, to: folder.appending(path: "in-use"))
      let orphan = Process()
      orphan.executableURL = URL(filePath: "/bin/sleep")
      orphan.arguments = ["1000"]
      orphan.environment = [Programs.marker: "\(mark)-1"]
      try orphan.run()
      defer { orphan.terminate() }
      _ = try GradeStore(folder, edition: "1")
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
      let heard = Mutex<[String]>([])
      let grades = try grader.gradeClass(in: submissions) { news in
        heard.withLock { $0.append("\(news)") }
      }
      #expect(grades.map(\.student) == ["ada", "bob"] && grades.allSatisfy { $0.remarks == ["kept"] })
      #expect(heard.withLock { $0 } == ["begun(kept: 2, of: 2, besides: [])"])
    }
  }

  // MARK: - Helpers

  /// A second descriptor of the open file that locks a register, nil if none is open.
  private func copyOfLock(in folder: URL) -> Int32? {
    var wanted = stat()
    guard stat(folder.appending(path: "in-use").path, &wanted) == 0 else { return nil }
    for descriptor in 3..<Int32(1024) {
      var found = stat()
      guard fstat(descriptor, &found) == 0, found.st_ino == wanted.st_ino, found.st_dev == wanted.st_dev
      else { continue }
      return fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    }
    return nil
  }

  private func keepAll(_ submissions: URL, _ grader: Grader) throws {
    let register = try grader.register(for: submissions)
    for submission in Submission.all(in: submissions) {
      try register.keep(grade(submission.student), grader.take(submission))
    }
  }

  private func grade(_ student: String) -> Grade {
    Grade(student: student, reports: [], remarks: ["kept"], protection: "", date: Date())
  }

  private func taken(_ text: String) -> GradedFiles {
    var taken = GradedFiles()
    taken.fingerprint = Fingerprint([text]).text
    return taken
  }
}
