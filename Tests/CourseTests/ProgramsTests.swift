import Foundation
import Testing

@testable import CourseKit

/// Programs are run to their end or ended, whatever they try.
@Suite(.serialized) struct `Running a program` {
  @Test func `A program of a submission has at most what is left of the submission's time`() {
    var limits = ExerciseRunner.Limits()
    #expect(limits.left(of: .seconds(60)) == .seconds(60))
    limits.end = .now + .seconds(3600)
    #expect(limits.left(of: .seconds(60)) == .seconds(60))
    limits.end = .now - .seconds(1)
    #expect(limits.left(of: .seconds(60)) == .zero)
  }

  @Test func `Its end and its output are known`() {
    let ending = shell("echo out; echo error >&2; exit 3")
    #expect(ending.way == .exited(3))
    #expect(ending.output == "out\nerror\n")
  }

  @Test func `A program that a signal ended is reported with that signal`() {
    #expect(shell("kill -9 $$").way == .signalled(9))
  }

  @Test func `A program that does not end is killed at the deadline`() {
    #expect(shell("sleep 1000", deadline: .milliseconds(300)).way == .timedOut)
  }

  @Test func `Processes that it leaves are ended, even outside its group`() {
    let leaving = Programs.exists("setsid") ? "setsid sleep 1000 & sleep 1000 &" : "sleep 1000 &"
    let ending = shell("\(leaving) echo $\(Programs.marker)")
    #expect(ending.way == .exited(0))
    let mark = ending.output.trimmingCharacters(in: .newlines)
    #expect(!mark.isEmpty && Programs.processes(marked: mark).isEmpty, "expected nothing to be left running")
  }

  @Test func `Endless output is truncated`() {
    let ending = shell("while :; do echo 0123456789; done", deadline: .seconds(1), cap: 1000)
    #expect(ending.way == .timedOut)
    #expect(ending.output.count < 1100)
    #expect(ending.output.hasSuffix("(the output continues; it was cut here)"))
  }

  @Test func `A file does not grow beyond its limit`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "course-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    let ending = shell(
      "exec dd if=/dev/zero of=\(file.path) bs=1048576 count=3", limits: Programs.Limits(file: 1))
    #expect(ending.way != .exited(0))
    let size = try #require(FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int)
    #expect(size <= 1 << 20)
  }

  @Test func `It sees no environment but its own`() {
    setenv("COURSE_TEST_SECRET", "1", 1)
    defer { unsetenv("COURSE_TEST_SECRET") }
    #expect(!shell("env").output.contains("COURSE_TEST_SECRET"))
  }

  @Test func `A missing program is a failure, not a trap`() {
    let ending = Programs.run(
      ["/no/such/program"], in: URL(filePath: "/"), environment: [:], deadline: .seconds(10), outputCap: 1000)
    #expect(ending.way == .exited(127))
  }

  private func shell(
    _ script: String, deadline: Duration = .seconds(60), cap: Int = 100_000,
    limits: Programs.Limits = Programs.Limits()
  ) -> ProgramResult {
    Programs.run(
      ["/bin/sh", "-c", script], in: URL(filePath: "/"), environment: ["PATH": "/usr/bin:/bin"],
      deadline: deadline, outputCap: cap, limits: limits)
  }
}
