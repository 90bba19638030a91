#if !os(macOS)
  import Foundation
  import TestSupport
  import Testing

  @testable import CourseKit
  @testable import GradeKit

  /// An answer is compiled alone, and linked with tests that were compiled before.
  @Suite struct `An answer built alone` {
    @Test func `Tests are compiled again for another declaration, and not for another body`() throws {
      try withKit { kit, folder in
        #expect(
          said(kit, "public struct Sum {\n  var a = 1\n  var b = 20\n  public init() {}\n}") == "1 20")
        #expect(
          said(
            kit,
            "public struct Sum {\n  var a = 1\n  var b = 20\n  public init() { a = 7; let unused = 1 }\n}")
            == "7 20", "an answer is not refused for a warning")
        #expect(compiled(folder) == 1)
        // With the objects of the first tests, this one would say '20 1'.
        #expect(
          said(kit, "public struct Sum {\n  var b = 20\n  var a = 1\n  public init() {}\n}") == "1 20")
        #expect(compiled(folder) == 2)
        // The products of an answer are removed with it.
        #expect(Files.names(in: folder.appending(path: "kit")).count { $0.hasPrefix("Exercise01-") } == 0)
      }
    }

    @Test func `What the compiler refuses, in the answer or because of it in the tests, is the answer's`()
      throws
    {
      try withKit { kit, _ in
        for text in [
          "public struct Sum { init( }", "public struct Sum {\n  var a = 1\n  public init() {}\n}",
        ] {
          guard case .failed(.refused(let message)) = kit.build(exercise, [("WorkAndErrors.swift", text)])
          else {
            Issue.record("this is built: \(text)")
            continue
          }
          #expect(message.contains("WorkAndErrors") && !message.contains("/kit/"))
        }
      }
    }

    @Test func `A build without a verdict is the answer's fault if the untouched exercise builds`() throws {
      let untouched = "public struct Sum {\n  var a = 1\n  var b = 20\n  public init() {}\n}\n"
      let strange = untouched + "// a compiler with a fault\n"
      for (stub, isAnswers) in [(untouched, true), (strange, false)] {
        try withKit(breaksOn: "a compiler with a fault") { kit, folder in
          try Files.write(
            stub, to: folder.appending(path: "Exercises/\(exercise.folder)/WorkAndErrors.swift"))
          guard case .failed(let outcome) = kit.build(exercise, [("WorkAndErrors.swift", strange)]) else {
            Issue.record("this is built")
            return
          }
          #expect(outcome.isWorthAnotherTry != isAnswers, "\(outcome)")
        }
      }
    }

    @Test func `The file that a link keeps beside its first object is in the answer's own folder`() throws {
      try withKit { kit, _ in
        let text = "public struct Sum {\n  var a = 1\n  var b = 20\n  public init() {}\n}"
        // The compiler has at most the time that is left of the submission's.
        guard case .failed = kit.until(.now - .seconds(1)).build(exercise, [("WorkAndErrors.swift", text)])
        else {
          Issue.record("it is compiled after the end of its submission")
          return
        }
        let outcome = kit.build(exercise, [("WorkAndErrors.swift", text)])
        guard case .program(let program) = outcome else {
          Issue.record("the answer is not built: \(outcome)")
          return
        }
        // In a folder of the build, two links at the same time would take each other's.
        #expect(Files.names(in: program.url.deletingLastPathComponent()).contains("PackageTests.autolink"))
      }
    }

    @Test func `Without the plan of a build no kit is made`() throws {
      try withFolder { folder in
        #expect(TestKit(ExerciseRunner(Course(root: folder, scratch: folder))) == nil)
      }
    }

    private let exercise = Catalogue.exercises[0]

    /// The output of the test program with this answer.
    private func said(_ kit: TestKit, _ text: String) -> String {
      guard case .program(let program) = kit.build(exercise, [("WorkAndErrors.swift", text)]) else {
        return "it is not built"
      }
      let ending = Programs.run(
        [program.url.path], in: URL(filePath: "/"), environment: [:], deadline: .seconds(60), outputCap: 1000)
      return ending.output.trimmingCharacters(in: .newlines)
    }

    private func compiled(_ folder: URL) -> Int {
      Files.names(in: folder.appending(path: "kit")).count { $0.hasPrefix("Exercise01Tests-") }
    }

    /// The kit of a course with one exercise, whose tests say what an answer's fields are.
    private func withKit(
      breaksOn text: String? = nil, _ body: (TestKit, URL) throws -> Void
    ) throws {
      try withFolder { folder in
        let compiler = folder.appending(path: "compiler.sh").path
        let fault = text.map { "for file; do grep -qs -e '\($0)' \"$file\" && exit 3; done;" } ?? ""
        // Written by another process: a program that another test starts meanwhile would inherit the open file,
        // and what is open for writing cannot be run.
        let writing = Programs.run(
          [
            "sh", "-c", "printf '%s' \"$1\" > \"$0\" && chmod 755 \"$0\"", compiler,
            "#!/bin/sh\n\(fault) exec swiftc \"$@\"",
          ], in: folder, environment: ProcessInfo.processInfo.environment, deadline: .seconds(60),
          outputCap: 1000)
        #expect(writing.isSuccess, "\(writing.output)")
        try Files.write(
          """
          @testable import Exercise01
          @main struct Tests {
            static func main() {
              let sum = Sum()
              print(sum.a, sum.b)
            }
          }
          """, to: folder.appending(path: "Tests/ExerciseTests/\(exercise.folder)/WorkAndErrorsTests.swift"))
        let list = folder.appending(path: "a.LinkFileList")
        let shared = folder.appending(path: "Chance.build/Chance.swift.o")
        let source = folder.appending(path: "Chance.swift")
        try Files.write("", to: source)
        try Files.write("", to: shared)
        let compiling = Programs.run(
          ["swiftc", "-parse-as-library", "-c", source.path, "-o", shared.path], in: folder,
          environment: ProcessInfo.processInfo.environment,
          deadline: .seconds(60), outputCap: 1000)
        #expect(compiling.isSuccess, "\(compiling.output)")
        try Files.write(
          "\(shared.path)\n\(folder.path)/Exercise01.build/WorkAndErrors.swift.o\n", to: list)
        let common = [
          "-parse-as-library", "-enable-testing", "-Onone", "-incremental", "-j2", "-warnings-as-errors",
        ]
        let commands = [
          [compiler, "-module-name", "Exercise01", "-c", "@sources", "-output-file-map", "no.json"]
            + common,
          ["swiftc", "-module-name", "Exercise01Tests", "-c", "@sources", "-emit-dependencies"] + common,
          ["swiftc", "-module-name", "PackageTests", "-emit-executable", "-o", "none", "@\(list.path)"],
        ]
        let plan = try commands.map {
          "    args: " + String(decoding: try JSONEncoder().encode($0), as: UTF8.self)
        }
        try Files.write(plan.joined(separator: "\n"), to: folder.appending(path: "debug.yaml"))
        let kit = try #require(TestKit(ExerciseRunner(Course(root: folder, scratch: folder))))
        try body(kit, folder)
      }
    }
  }
#endif
