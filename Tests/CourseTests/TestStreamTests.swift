import Foundation
import TestSupport
import Testing

@testable import CourseKit

/// What is made of an event stream, line by line.
@Suite struct `The event stream` {
  @Test func `A test that started and ended without an issue has passed`() {
    let stream = read(test("a"), run, started("a"), ended("a"), end)
    #expect(stream.tests.map(\.name) == ["a is so"])
    #expect(stream.tests.allSatisfy { $0.hasPassed })
    #expect(stream.hasEnded)
    #expect(stream.oddities.isEmpty)
  }

  @Test func `A test that never ended has not passed`() {
    let stream = read(test("a"), run, started("a"))
    #expect(!stream.tests[0].hasPassed)
    #expect(!stream.hasEnded)
  }

  @Test func `An issue fails its test and is reported in the author's words`() {
    let stream = read(test("a"), run, started("a"), issue("a"), ended("a"), end)
    #expect(!stream.tests[0].hasPassed)
    #expect(stream.tests[0].failures == ["expected 1, got 2"])
  }

  @Test func `A warning fails nothing, and an issue that is said to be known fails its test`() {
    let warning = issue("a", #""isKnown":false,"severity":"warning""#)
    let known = issue("b", #""isKnown":true,"isFailure":false"#)
    let stream = read(
      test("a"), test("b"), run, started("a"), warning, ended("a"), started("b"), known, ended("b"), end)
    #expect(stream.tests.map(\.hasPassed) == [true, false])
  }

  @Test func `A skipped test has not passed`() {
    let skipped = #"{"kind":"event","payload":{"kind":"testSkipped","testID":"\#(id("a"))"},"version":0}"#
    #expect(!read(test("a"), run, skipped, end).tests[0].hasPassed)
  }

  @Test func `Unknown kinds are skipped`() {
    let strange = #"{"kind":"metadata","payload":{"kind":"weather"},"version":9}"#
    #expect(read(test("a"), strange, run, started("a"), ended("a"), end).oddities.isEmpty)
  }

  @Test func `A verdict that is reported twice is odd`() {
    let twice = read(test("a"), run, started("a"), ended("a"), issue("a"), started("a"), ended("a"), end)
    #expect(!twice.oddities.isEmpty)
    #expect(!read(test("a"), run, started("a"), ended("a"), end, ended("a")).oddities.isEmpty)
    #expect(!read("passed!", test("a"), run, started("a"), ended("a"), end).oddities.isEmpty)
  }

  @Test func `Tests of another module are ignored`() {
    #expect(TestStream(Data(test("a").utf8), module: "Exercise06Tests").tests.isEmpty)
  }

  @Test func `The requirements are read from the sources of the tests, with the level of their suite`() {
    let source = """
      @Suite(.serialized) struct `Subject` {
        @Test func `It does (mostly) what it says`() async {}
        @Test(arguments: [1, 2])
        func `It does so for`(number: Int) {}
        @Test func plain() {}
        func `helper`() {}
      }

      // Not the struct Depth, but before it.
      @Suite(.requirements) struct Depth {
        struct Inner {}
        @Test func `It does so in every order`() {}
      }

      extension Depth {
        @Test func `It releases everything`() {}
      }

      private struct DepthOfField {}
      extension Core {
        @Test func `It ends`() {}
      }
      """
    #expect(
      TestSource.requirements(inSource: source) == [
        Requirement("It does (mostly) what it says"), Requirement("It does so for"), Requirement("plain"),
        Requirement("It does so in every order", .depth), Requirement("It releases everything", .depth),
        Requirement("It ends"),
      ])
  }

  @Test func `The core is listed first, and each level begins with its own file`() throws {
    try withFolder { folder in
      let tests = folder.appending(path: "Tests/ExerciseTests/05-Pipeline")
      func write(_ name: String, _ suite: String, _ test: String) throws {
        try Files.write("\(suite) {\n  @Test func `\(test)`() {}\n}\n", to: tests.appending(path: name))
      }
      try write("AllTests.swift", "extension Depth", "d")
      try write("DepthMemoryTests.swift", "extension Depth", "e")
      try write("DepthTests.swift", "struct Depth", "c")
      try write("CoreTests.swift", "struct Core", "a")
      try write("ZTests.swift", "extension Core", "b")
      let exercise = try #require(Catalogue.exercise(5))
      let requirements = TestSource.requirements(of: exercise, in: Course(root: folder))
      #expect(requirements.map(\.name) == ["a", "b", "c", "d", "e"])
      #expect(requirements.map(\.level) == [.core, .core, .depth, .depth, .depth])
    }
  }

  // MARK: - Lines of a stream

  private let run = #"{"kind":"event","payload":{"kind":"runStarted","messages":[]},"version":0}"#
  private let end = #"{"kind":"event","payload":{"kind":"runEnded","messages":[]},"version":0}"#

  private func id(_ name: String) -> String { "Exercise05Tests.Pipeline/`\(name) is so`()/T.swift:8:4" }

  private func test(_ name: String) -> String {
    """
    {"kind":"test","payload":{"id":"\(id(name))","kind":"function","name":"`\(name) is so`()",\
    "sourceLocation":{"line":8}},"version":0}
    """
  }

  private func started(_ name: String) -> String { event("testStarted", name) }
  private func ended(_ name: String) -> String { event("testEnded", name) }

  private func event(_ kind: String, _ name: String) -> String {
    #"{"kind":"event","payload":{"kind":"\#(kind)","messages":[],"testID":"\#(id(name))"},"version":0}"#
  }

  private func issue(_ name: String, _ details: String = #""isKnown":false"#) -> String {
    """
    {"kind":"event","payload":{"kind":"issueRecorded","issue":{\(details)},"testID":"\(id(name))","messages":\
    [{"symbol":"fail","text":"Issue recorded"},{"symbol":"details","text":"expected 1, got 2"}]},"version":0}
    """
  }

  private func read(_ lines: String...) -> TestStream {
    TestStream(Data(lines.joined(separator: "\n").utf8), module: "Exercise05Tests")
  }
}
