import Foundation
import TestSupport
import Testing

@testable import CourseKit
@testable import GradeKit

/// `grade --container`, with a stand-in for the engine.
@Suite struct `Grading in a container` {
  @Test func `A container has no network, no privileges, limits, and only the named files`() throws {
    try withFolder { folder in
      let words = ["--submissions", "/class", "--roster", "/lists/a.csv", "--format", "csv"]
      let command = try Container(engine: "podman", image: "image").command(
        words, register: folder.appending(path: "register"))
      let head = command.prefix { $0 != "image" }
      #expect(head.prefix(2) == ["podman", "run"])
      for pair in [
        ["--network", "none"], ["--cap-drop", "ALL"], ["--security-opt", "no-new-privileges"],
        ["--memory", "8g"], ["--pids-limit", "2048"],
        ["--user", "\(geteuid()):\(getegid())"],
      ] { #expect(value(of: pair[0], in: head) == pair[1]) }
      #expect(head.contains("--read-only"))
      #expect(value(of: "--userns", in: head) == (Programs.isRoot ? nil : "keep-id"))
      let volumes = zip(head, head.dropFirst()).filter { $0.0 == "--volume" }.map(\.1)
      #expect(
        volumes == [
          "/class:/files/1/class:ro", "/lists/a.csv:/files/2/a.csv:ro",
          "\(folder.path)/register:/files/3/register",
        ])
      #expect(
        command.drop { $0 != "image" } == [
          "image", "--submissions", "/files/1/class", "--roster", "/files/2/a.csv", "--format",
          "csv",
          "--without-sandbox", "--register", "/files/3/register",
        ])
      // Otherwise the engine would make it, and root would own it.
      #expect(Files.exists(folder.appending(path: "register")))
    }
  }

  @Test func `A register named on the command line is the only one`() throws {
    try withFolder { folder in
      let own = folder.appending(path: "own").path
      let command = try Container(engine: "docker", image: "image").command(
        ["--submission", "/class/ada.zip", "--register", own], register: folder.appending(path: "other"))
      #expect(
        command.suffix(5) == [
          "--submission", "/files/1/ada.zip", "--register", "/files/2/own", "--without-sandbox",
        ])
      #expect(!command.contains("--userns") && !Files.exists(folder.appending(path: "other")))
      #expect(throws: CourseError.self) {
        try Container(engine: "docker", image: "image").command(["--submissions", "/a:b"], register: folder)
      }
    }
  }

  @Test(arguments: [(0, true), (3, true), (125, false)])
  func `The file of results is complete or does not exist`(status: Int, isThere: Bool) throws {
    try withFolder { folder in
      let engine = folder.appending(path: "podman")
      // Written by another process: a program that another test starts inherits what is open here, and what
      // is open for writing cannot be run.
      let script = "#!/bin/sh\\necho student,points\\nexit \(status)\\n"
      let writing = Programs.run(
        ["/bin/sh", "-c", "printf '\(script)' > podman && chmod +x podman"], in: folder, environment: [:],
        deadline: .seconds(60), outputCap: 1000)
      #expect(writing.isSuccess)
      let output = folder.appending(path: "grades.csv")
      let code = try Container(engine: engine.path, image: "image").grade(
        ["--submissions", folder.path], in: Course(root: folder), output: output.path)
      #expect(code == Int32(status))
      #expect(Files.text(output) == (isThere ? "student,points\n" : nil))
      #expect(!Files.exists(URL(filePath: output.path + ".part")))
    }
  }

  private func value(of option: String, in words: ArraySlice<String>) -> String? {
    words.firstIndex(of: option).map { words[$0 + 1] }
  }
}
