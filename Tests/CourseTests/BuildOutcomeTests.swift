import Foundation
import TestSupport
import Testing

@testable import CourseKit

/// Only the compiler's own diagnostics count against an answer.
@Suite struct `The end of a build` {
  private let exercise = Catalogue.exercises[4]
  private static let error = "/c/Exercises/05-Pipeline/Pipeline.swift:4:1: error: cannot find 'y' in scope"

  @Test(arguments: [
    error, "ld.lld: error: undefined symbol: $s10Exercise05", "duplicate symbol 'x' in a.o",
  ]) func `A diagnostic, or the linker's, is the answer's`(output: String) {
    #expect(isRefused(.exited(1), output))
  }

  @Test func `A compiler that uses up its processor time refuses the answer`() {
    let end = "error: compile command failed due to signal \(SIGXCPU) (use -v to see invocation)"
    #expect(isRefused(.exited(1), end))
  }

  @Test(arguments: [
    "LLVM ERROR: IO failure on output stream: No space left on device",
    "\(error)\nerror: unable to write: Read-only file system",
    "error: compile command failed due to signal 9 (use -v to see invocation)",
    "error: compile command failed due to signal 11 (use -v to see invocation)\nStack dump:", "",
  ]) func `Any other cause is the machine's`(output: String) {
    #expect(isMachine(.exited(1), output))
  }

  @Test(arguments: [ProgramResult.Way.signalled(9), .signalled(2), .timedOut, .notStarted("no such file")])
  func `The machine is to blame for a build that was killed, whatever it printed`(way: ProgramResult.Way) {
    #expect(isMachine(way, Self.error))
  }

  @Test func `Source that the compiler quotes is not taken for a message of the machine`() {
    let quoted = "/c/Exercises/05-Pipeline/Pipeline.swift:4:8: error: No space left on device"
    #expect(isRefused(.exited(1), "\(quoted)\n4 | #error(\"No space left on device\")\n"))
  }

  @Test func `A failure of the machine gives no verdict, and the build is tried twice`() {
    let tries = Counter()
    let report = check { _, _ in
      tries.raise()
      return Self.ending(.signalled(9), "")
    }
    #expect(report.state == .notGraded && report.score(outOf: Points(core: 10)) == .none)
    #expect(report.message == "The build was ended by signal 9.")
    #expect(tries.value == 2)
  }

  @Test func `A course that cannot be built has no verdict either`() {
    for (end, isMachine) in [
      (Self.ending(.signalled(9), ""), true), (Self.ending(.exited(1), Self.error), false),
    ] {
      var runner = runner
      runner.builder = { _, _ in end }
      let error = #expect(throws: CourseError.self) { try runner.warmUp([exercise]) }
      #expect(error?.exitCode == (isMachine ? 3 : 2))
    }
  }

  @Test func `A build that the machine ended once costs nothing`() {
    let tries = Counter()
    let report = check { _, _ in
      tries.raise() == 1 ? Self.ending(.signalled(9), "") : Self.ending(.exited(1), Self.error)
    }
    #expect(report.state == .didNotCompile)
  }

  @Test
  func `A compiler that crashes twice on the same file is the answer's fault, once it is the machine's`() {
    let crash = "error: compile command failed due to signal 11 (use -v to see invocation)"
    #expect(check { _, _ in Self.ending(.exited(1), crash) }.state == .didNotCompile)
    let killed = "error: compile command failed due to signal 9 (use -v to see invocation)"
    #expect(check { _, _ in Self.ending(.exited(1), killed) }.state == .notGraded)
    let tries = Counter()
    let report = check { _, _ in Self.ending(.exited(1), tries.raise() == 1 ? crash : killed) }
    #expect(report.state == .notGraded)
  }

  // MARK: - Helpers

  private static func ending(_ way: ProgramResult.Way, _ output: String) -> ProgramResult {
    ProgramResult(way: way, output: output, duration: .zero)
  }

  private var runner: ExerciseRunner { ExerciseRunner(Course(root: URL(filePath: "/c"))) }

  private func check(_ build: @escaping @Sendable (String, Duration) -> ProgramResult) -> Report {
    var runner = runner
    runner.builder = build
    return runner.check(exercise)
  }

  private func isRefused(_ way: ProgramResult.Way, _ output: String) -> Bool {
    if case .refused = runner.outcome(of: Self.ending(way, output)) { true } else { false }
  }

  private func isMachine(_ way: ProgramResult.Way, _ output: String) -> Bool {
    runner.outcome(of: Self.ending(way, output)).isWorthAnotherTry
  }
}
