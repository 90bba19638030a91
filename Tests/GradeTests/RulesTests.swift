#if os(Linux)
  import Foundation
  import Terminal
  import TestSupport
  import Testing

  @testable import CourseKit
  @testable import GradeKit

  /// What a learner is told before handing in, and what the grader does.
  @Suite struct `The rules for answers` {
    /// Answers, each as lines after the stub, and what is said of it.
    private static let answers: [(text: String, says: String)] = few([
      ("import Foundation\nfunc leave() { exit(1) }", "uses 'exit', a function of the system"),
      (
        "final class Node { weak var next: Node? }\nfunc isLast(_ node: Node) -> Bool { node.next == nil }",
        "look at this: WorkAndErrors.swift:11 uses a weak reference"
      ),
      ("extension Sum { func note() -> Int { a } }", ""),
      ("@_cdecl(\"alarm\") func ring() {}", "has '@cdecl', an attribute that no exercise needs"),
      ("func first(_ all: [Int]) -> Int { all.withUnsafeBufferPointer { $0[0] } }", "UnsafeBufferPointer"),
      ("func abs(_ number: Int) -> Int { 0 }", "and the tests use that name for something else"),
      (
        """
        extension Optional: @retroactive CustomStringConvertible { public var description: String { \"\" } }
        """,
        "makes 'Optional"
      ),
    ])

    @Test(arguments: answers) func `A learner's check says what the grader says`(text: String, says: String)
      throws
    {
      try withFolder { folder in
        let text = "\(stub)\n\(text)\n"
        let exercise = Catalogue.exercises[0]
        let graded = try course(in: folder.appending(path: "grader"))
        let kit = try #require(TestKit(ExerciseRunner(graded)))
        let verdict: (refusal: String?, remarks: [String])
        switch kit.build(exercise, [("WorkAndErrors.swift", text)]) {
        case .refused(let reason): verdict = (reason, [])
        case .program(let program): verdict = (nil, program.remarks)
        case .failed(let outcome):
          Issue.record("\(outcome)")
          return
        }
        let learner = ExerciseRunner(try course(in: folder.appending(path: "learner"), answer: text))
        let said = try learner.rules(on: exercise)
        #expect(said.refusal == verdict.refusal && said.remarks == verdict.remarks, "\(said), \(verdict)")
        let all = (said.refusal ?? "") + said.remarks.joined()
        #expect(says.isEmpty ? all == "" : all.contains(says), "\(all)")
        #expect((said.refusal != nil) == !(says.isEmpty || all.hasPrefix("look at this")))
      }
    }

    @Test func `A refused answer is red, with the reason, whatever its tests say`() {
      let test = TestResult(name: "holds", hasPassed: true, failures: [])
      let passed = Report(exercise: 1, state: .done, tests: [test], message: "", seconds: 1)
      let refused = passed.with("a.swift:1 uses 'exit'.", [])
      #expect(refused.state == .refused && !refused.isDone && refused.tests.count == 1)
      #expect(refused.score(outOf: Points(core: 4)) == .none && refused.message == "a.swift:1 uses 'exit'.")
      #expect(passed.with(nil, ["look"]).state == .done && passed.with(nil, ["look"]).message == "look")
    }

    @Test func `Who is pardoned is graded, and the report says why; others are refused`() throws {
      try withFolder { folder in
        var grader = try grader(in: folder)
        let answer = "\(stub)\nimport Foundation\nfunc leave() { exit(1) }\n"
        for student in ["ada", "bob"] {
          try Files.write(answer, to: folder.appending(path: "class/\(student)/WorkAndErrors.swift"))
        }
        grader.pardoned = ["ada"]
        let grades = try grader.gradeClass(in: folder.appending(path: "class")) { _ in }
        let (ada, bob) = (grades[0], grades[1])
        #expect(ada.student == "ada" && ada.reports[0].state != .refused)
        #expect(
          ada.remarks.contains { $0.contains("pardoned: WorkAndErrors.swift:") && $0.contains("'exit'") })
        #expect(bob.reports[0].state == .refused && bob.reports[0].message.contains("'exit'"))
        // Pardoned later, an answer that was refused is graded again.
        grader.pardoned = [Grader.everyone]
        let again = try grader.gradeClass(in: folder.appending(path: "class")) { _ in }
        #expect(again.allSatisfy { $0.reports[0].state == ada.reports[0].state })
      }
    }

    @Test func `A submission that has used up its time is ended, and its other exercises are not tried`()
      throws
    {
      try withFolder { folder in
        var grader = try grader(in: folder)
        grader.limits.lostTime = .milliseconds(400)
        grader.limits.tests = .seconds(60)
        let forever = stub.replacing("public init() {}", with: "public init() { while true {} }")
        let student = folder.appending(path: "class/ada")
        try Files.write(forever, to: student.appending(path: "WorkAndErrors.swift"))
        try Files.write(stub + "// begun\n", to: student.appending(path: "CancelAndCleanUp.swift"))
        let begin = ContinuousClock.now
        let reports = try grader.gradeClass(in: folder.appending(path: "class")) { _ in }[0].reports
        #expect(.now - begin < grader.limits.tests)
        #expect(reports.map(\.state) == [.timedOut, .timedOut])
        #expect(reports[0].message.contains("used up its time") && reports[1].message.contains("not tried"))
      }
    }

    // MARK: - A made-up course

    private let stub = """
      public enum Kind: Int, Sendable {
        case one, two
      }
      public struct Sum {
        var a = 1
        var b = 20
        var kind = Kind.one
        public init() {}
      }
      """
    private let tests = """
      @testable import Exercise01
      func show(_ number: Int) { print(number) }
      func describe<Value>(_ value: Value) { print("\\(value)") }
      @main struct Tests {
        static func main() {
          let sum = Sum()
          show(abs(sum.a))
          describe(sum.kind)
          print(sum.kind == .one)
        }
      }
      """

    /// The compiler by its path, beside which are the programs that read object files.
    private let compiler =
      (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/swiftc" }
      .first { FileManager.default.isExecutableFile(atPath: $0) } ?? "swiftc"

    /// A grader of a course with two exercises, whose build is there already.
    private func grader(in folder: URL) throws -> Grader {
      let root = folder.appending(path: "course")
      try write(into: root)
      try Files.write(
        stub, to: root.appending(path: "Exercises/\(Catalogue.exercises[1].folder)/CancelAndCleanUp.swift"))
      let grader = Grader(Course(root: root))
      let edition = try grader.register(for: folder).edition
      let build = root.appending(
        path: ".build/grading/builds/\(Fingerprint([edition, grader.toolchain]).text)")
      _ = try course(in: build)
      try Files.write("", to: build.appending(path: "complete"))
      return grader
    }

    private func write(_ answer: String? = nil, into root: URL) throws {
      let exercise = Catalogue.exercises[0]
      for (text, path) in [
        (answer ?? stub, "Exercises/\(exercise.folder)/WorkAndErrors.swift"),
        (stub, ".course/stubs/\(exercise.folder)/WorkAndErrors.swift"),
        (tests, "Tests/ExerciseTests/\(exercise.folder)/CoreTests.swift"),
      ] { try Files.write(text, to: root.appending(path: path)) }
    }

    /// A course with one exercise and what a build of it leaves.
    private func course(in folder: URL, answer: String? = nil) throws -> Course {
      let course = Course(root: folder.appending(path: "course"), scratch: folder.appending(path: "build"))
      try write(answer, into: course.root)
      let exercise = Catalogue.exercises[0]
      let scratch = course.scratch
      let common = ["-parse-as-library", "-enable-testing", "-Onone"]
      var plan: [[String]] = []
      var objects: [String] = []
      let modules = scratch.appending(path: "debug/Modules")
      try FileManager.default.createDirectory(at: modules, withIntermediateDirectories: true)
      for (module, file) in [
        ("Exercise01", course.folder(of: exercise).appending(path: "WorkAndErrors.swift")),
        ("Exercise01Tests", course.tests(of: exercise).appending(path: "CoreTests.swift")),
      ] {
        let object = scratch.appending(path: "\(module).build/a.swift.o")
        try FileManager.default.createDirectory(
          at: object.deletingLastPathComponent(), withIntermediateDirectories: true)
        let command = [compiler, "-module-name", module, "-c"] + common + ["-I", modules.path]
        plan.append(command)
        objects.append(object.path)
        let module = modules.appending(path: "\(module).swiftmodule").path
        let ending = Programs.run(
          command + ["-wmo", "-emit-module", "-emit-module-path", module, "-o", object.path, file.path],
          in: folder, environment: ProcessInfo.processInfo.environment, deadline: .seconds(120),
          outputCap: 5000)
        #expect(ending.isSuccess, "\(ending.output)")
      }
      let list = scratch.appending(path: "a.LinkFileList")
      try Files.write(objects.joined(separator: "\n"), to: list)
      plan.append([
        compiler, "-module-name", "PackageTests", "-emit-executable", "-o", "none", "@\(list.path)",
      ])
      let lines = try plan.map {
        "    args: " + String(decoding: try JSONEncoder().encode($0), as: UTF8.self)
      }
      try Files.write(lines.joined(separator: "\n"), to: scratch.appending(path: "debug.yaml"))
      return course
    }
  }

  /// The first three of these cases; all with `THOROUGH=1`.
  private func few<Case>(_ all: [Case]) -> [Case] { isThorough ? all : Array(all.prefix(3)) }
#endif
