import Foundation
import TestSupport
import Testing

@testable import CourseKit

/// A verdict depends on how the process ended, what the stream reports, and what it should contain.
@Suite struct `A verdict` {
  private let exercise = Exercise(5, "Pipeline", "", core: 7, depth: 3)

  @Test func `All tests ended well and so did the process: mastered`() throws {
    let report = try verdict(.exited(0), ["a holds": true, "b holds": true, "c holds": true])
    #expect(report.state == .mastered)
    #expect(report.score(outOf: exercise.points) == Points(core: 10))
  }

  @Test func `A share of the tests earns a share of the points`() throws {
    let half = try verdict(.exited(1), ["a holds": true, "b holds": false, "c holds": true])
    #expect(half.state == .failed)
    #expect(half.score(outOf: exercise.points) == Points(core: 6))
    let none = try verdict(.exited(1), ["a holds": false, "b holds": false, "c holds": false])
    #expect(none.score(outOf: exercise.points) == .none)
  }

  @Test(arguments: [ProgramResult.Way.exited(0), .exited(69), .signalled(4)])
  func `A stream without its end: crashed`(way: ProgramResult.Way) throws {
    let report = try verdict(way, ["a holds": true, "b holds": true, "c holds": true], ends: false)
    #expect(report.state == .crashed)
    #expect(report.score(outOf: exercise.points) == .none)
  }

  @Test func `A test that did not run: tampered`() throws {
    let report = try verdict(.exited(0), ["a holds": true, "c holds": true])
    #expect(report.state == .tampered)
    #expect(report.message == "The test 'b holds' did not run.")
    #expect(report.score(outOf: exercise.points) == .none)
  }

  @Test func `A test that does not belong to the exercise: tampered`() throws {
    let tests = ["a holds": true, "b holds": true, "c holds": true, "d holds": true]
    #expect(try verdict(.exited(0), tests).state == .tampered)
  }

  @Test func `A process whose end contradicts its stream: tampered`() throws {
    #expect(try verdict(.exited(0), ["a holds": true, "b holds": false, "c holds": true]).state == .tampered)
    #expect(try verdict(.exited(1), ["a holds": true, "b holds": true, "c holds": true]).state == .tampered)
  }

  @Test func `With one test chosen, the verdict is about that test, and about no other`() throws {
    #expect(try verdict(.exited(1), ["b holds": false], .one("b holds")).state == .failed)
    #expect(try verdict(.exited(0), ["b holds": true], .one("b holds")).state == .mastered)
    #expect(try verdict(.exited(0), ["a holds": true], .one("b holds")).state == .tampered)
  }

  @Test(arguments: ["It holds", "a 'b' (c)? [d.e]", "plain"])
  func `The filter for one test matches its identifier and no other`(name: String) throws {
    let filter = try Regex(ExerciseRunner.filter(exercise, .one(name)))
    for suite in ["Pipeline", "`The pipeline`/Inner"] {
      #expect("Exercise05Tests.\(suite)/`\(name)`()/A.swift:1:1".contains(filter))
      #expect(!"Exercise05Tests.\(suite)/`\(name) too`()/A.swift:1:1".contains(filter))
      #expect(!"Exercise05Tests.\(suite)/`Not \(name)`()/A.swift:1:1".contains(filter))
    }
    #expect("Exercise05Tests.\(name)(of:)/A.swift:1:1".contains(filter))
    #expect(!"Exercise06Tests.Pipeline/`\(name)`()/A.swift:1:1".contains(filter))
  }

  @Test func `The core is tried first, and the depth when it holds`() throws {
    let core = try verdict(
      .exited(0), ["a holds": true, "b holds": true, "c holds": true], .level(.core), depth: ["d", "e"])
    #expect(core.state == .done && core.isDone)
    #expect(core.tests.map(\.wasTried) == [true, true, true, false, false])
    #expect(core.score(outOf: exercise.points) == Points(core: 7))

    let half = core.with(
      depth: try verdict(
        .exited(1), ["d holds": true, "e holds": false], .level(.depth), depth: ["d", "e"]))
    #expect(half.state == .done)
    #expect(half.tests.map(\.name) == ["a", "b", "c", "d", "e"].map { "\($0) holds" })
    #expect(half.failures.map(\.name) == ["e holds"])
    #expect(half.score(outOf: exercise.points) == Points(core: 7, depth: 1))

    let all = core.with(
      depth: try verdict(.exited(0), ["d holds": true, "e holds": true], .level(.depth), depth: ["d", "e"]))
    #expect(all.state == .mastered && all.score(outOf: exercise.points) == exercise.points)
  }

  @Test func `While the core does not hold, the depth earns nothing`() throws {
    let core = try verdict(
      .exited(1), ["a holds": true, "b holds": false, "c holds": true], .level(.core), depth: ["d"])
    #expect(core.state == .failed && core.failures.map(\.name) == ["b holds"])
    let all = try verdict(
      .exited(1), ["a holds": true, "b holds": false, "c holds": true, "d holds": true], depth: ["d"])
    #expect(all.state == .failed && all.score(outOf: exercise.points) == Points(core: 4))
  }

  @Test(arguments: [
    (ProgramResult.Way.signalled(4), Report.State.done, "The depth crashed."),
    (.timedOut, .done, "The depth timed out."),
    (.exited(0), .tampered, "The test 'd holds' did not run."),
    (.notStarted("no"), .notGraded, "The tests could not be started: no."),
  ])
  func `A depth without a verdict costs its own points, unless it was tampered with or the machine ended it`(
    way: ProgramResult.Way, state: Report.State, message: String
  ) throws {
    let core = try verdict(
      .exited(0), ["a holds": true, "b holds": true, "c holds": true], .level(.core), depth: ["d"])
    let depth = try verdict(way, [:], .level(.depth), ends: way == .exited(0), depth: ["d"])
    let report = core.with(depth: depth)
    #expect(report.state == state && report.message.hasPrefix(message))
    #expect(report.score(outOf: exercise.points) == (state == .done ? Points(core: 7) : .none))
  }

  @Test func `Each level has a filter of its own, and a suite with another name is the core`() throws {
    let core = try Regex(ExerciseRunner.filter(exercise, .level(.core)))
    let depth = try Regex(ExerciseRunner.filter(exercise, .level(.depth)))
    for suite in ["Core", "Pipeline", "`Depth first`", "DepthOfField"] {
      #expect("Exercise05Tests.\(suite)/`a`()/A.swift:1:1".contains(core))
      #expect(!"Exercise05Tests.\(suite)/`a`()/A.swift:1:1".contains(depth))
    }
    // The suite itself, too: whatever selects it selects its tests.
    for id in ["Exercise05Tests.Depth", "Exercise05Tests.Depth/`a`()/A.swift:1:1"] {
      #expect(!id.contains(core) && id.contains(depth))
    }
  }

  @Test func `The deadline: timed out, and the test that was running is named`() throws {
    let report = try verdict(.timedOut, ["a holds": true], ends: false, unfinished: "b holds")
    #expect(report.state == .timedOut)
    #expect(report.message.contains("during 'b holds'"))
  }

  @Test func `Every error in the compiler's output is shown once`() {
    let output = """
      [4/6] Compiling Exercise05 Pipeline.swift
      /course/Exercises/05-Pipeline/Pipeline.swift:40:14: error: cannot find 'y' in scope
      40 | let x: Int = y
         |              `- error: cannot find 'y' in scope
      error: emit-module command failed with exit code 1 (use -v to see invocation)
      /course/Exercises/05-Pipeline/Pipeline.swift:40:14: error: cannot find 'y' in scope
      40 | let x: Int = y
         |              `- error: cannot find 'y' in scope
      """
    #expect(
      ExerciseRunner.diagnostics(in: output, root: "/course") == """
        Exercises/05-Pipeline/Pipeline.swift:40:14: error: cannot find 'y' in scope
        40 | let x: Int = y
           |              `- error: cannot find 'y' in scope
        """)
  }

  @Test func `If the compiler names no place, the rest of its output is shown`() {
    let output = "[1/2] Compiling A\nerror: no space left\n[2/2] Linking B\nld: cannot find -lB"
    #expect(
      ExerciseRunner.diagnostics(in: output, root: "/course") == "error: no space left\nld: cannot find -lB")
  }

  @Test func `An error concerns the exercise in whose files it is, or its tests`() throws {
    let output = """
      /course/Exercises/05-Pipeline/Pipeline.swift:40:14: warning: never used
      /course/Tests/ExerciseTests/06-LastInFirstOut/T.swift:3:1: error: cannot find 'y' in scope
      /course/Exercises/07-SerialSuspend/SerialSuspend.swift:1:1: error: no
      """
    let concerned = Catalogue.exercises.filter { ExerciseRunner.errors(in: output, concern: $0) }
    #expect(concerned.map(\.number) == [6, 7])
  }

  /// The verdict on a run of an exercise with the tests a, b and c and those of the depth, of which those
  /// named have run.
  private func verdict(
    _ way: ProgramResult.Way, _ tests: [String: Bool], _ selection: ExerciseRunner.Selection = .all,
    ends: Bool = true,
    unfinished: String? = nil, depth: [String] = []
  ) throws -> Report {
    let root = FileManager.default.temporaryDirectory.appending(path: "course-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: root) }
    let source = ["a", "b", "c"].map { "@Test func `\($0) holds`() {}" }.joined(separator: "\n")
    try Files.write(source, to: root.appending(path: "Tests/ExerciseTests/05-Pipeline/T.swift"))
    let deep = depth.map { "  @Test func `\($0) holds`() {}" }.joined(separator: "\n")
    try Files.write(
      "struct Depth {\n\(deep)\n}",
      to: root.appending(path: "Tests/ExerciseTests/05-Pipeline/DepthTests.swift"))
    var lines: [String] = []
    func event(_ kind: String, _ id: String) {
      let issue = kind == "issueRecorded" ? #""issue":{"isKnown":false},"# : ""
      lines.append(
        #"{"kind":"event","payload":{"kind":"\#(kind)",\#(issue)"testID":"\#(id)","messages":[]}}"#)
    }
    for name in tests.keys.sorted() + (unfinished.map { [$0] } ?? []) {
      let id = "Exercise05Tests.P/`\(name)`()/T.swift:1:1"
      lines.append(#"{"kind":"test","payload":{"kind":"function","id":"\#(id)","name":"`\#(name)`()"}}"#)
      event("testStarted", id)
      if tests[name] == false { event("issueRecorded", id) }
      if name != unfinished { event("testEnded", id) }
    }
    if ends { event("runEnded", "") }
    let stream = TestStream(Data(lines.joined(separator: "\n").utf8), module: "Exercise05Tests")
    return ExerciseRunner(Course(root: root)).verdict(
      exercise, ProgramResult(way: way, output: "", duration: .zero), stream, selection)
  }
}

/// What the package manager is told by the environment of a build.
@Suite struct `The environment of a build` {
  @Test func `Only for grading a class are the framework and the Explorer compiled for speed`() throws {
    var runner = ExerciseRunner(Course(root: packageFolder))
    #expect(runner.environment()["OPTIMISED"] == nil)
    runner.isOptimised = true
    let choice = try #require(runner.environment()["OPTIMISED"])
    let manifest = try packageFile("Package.swift")
    #expect(manifest.contains("Context.environment[\"OPTIMISED\"] == \"\(choice)\""))
  }
}
