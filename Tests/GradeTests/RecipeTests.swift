import Foundation
import TestSupport
import Testing

@testable import CourseKit
@testable import GradeKit

/// The recipes in Exercises/Grading, with stand-ins for the programs that they call.
@Suite struct `A recipe` {
  private let recipes = packageFolder.appending(path: "Exercises/Grading")

  @Test(arguments: [(0, true, 0), (4, true, 0), (3, false, 1)])
  func `Gradescope gets results unless the machine was to blame`(status: Int, hasResults: Bool, exit: Int32)
    throws
  {
    try withFolder { folder in
      let grade = try program("grade", standIn(status), in: folder)
      try Files.write("", to: folder.appending(path: "source/course/Package.swift"))
      // As root the recipe changes the user; the stand-in keeps its user.
      try FileManager.default.createDirectory(
        at: folder.appending(path: "bin"), withIntermediateDirectories: true)
      _ = try program("bin/runuser", "shift 3; exec \"$@\"", in: folder)
      let ending = run(
        [recipe("gradescope/run_autograder")], folder, ["AUTOGRADER": folder.path, "GRADE": grade])
      #expect(ending.way == .exited(exit), "\(ending.output)")
      #expect(Files.exists(folder.appending(path: "results/results.json")) == hasResults)
      #expect(
        Files.text(folder.appending(path: "words"))?.contains("--submission \(folder.path)/submission")
          == true)
    }
  }

  @Test(.enabled(if: Programs.exists("python3")), arguments: [(0, Int32(0)), (1, 0), (4, 0), (3, 3), (2, 2)])
  func `Classroom 50 starts it in the checkout, gets the points, and is told if the machine failed`(
    status: Int, exit: Int32
  ) throws {
    try withFolder { folder in
      let grade = try program("grade", standIn(status), in: folder)
      let checkout = folder.appending(path: "checkout")
      try FileManager.default.createDirectory(at: checkout, withIntermediateDirectories: true)
      let ending = run(
        ["python3", recipe("classroom50/autograder.py")], checkout,
        ["GRADE": grade, "COURSE_FOLDER": folder.path])
      #expect(ending.way == .exited(exit), "\(ending.output)")
      let words = Files.text(checkout.appending(path: "words"))
      #expect(words?.contains("/checkout --format classroom50 ") == true)
      if exit == 0 {
        #expect(ending.output == "7 of 10\n")
        #expect(Files.exists(checkout.appending(path: "result.json")))
      }
    }
  }

  @Test func `A task of an array job grades the part with its number`() throws {
    try withFolder { folder in
      let grade = try program("grade", standIn(0), in: folder)
      let ending = run(
        [recipe("slurm/grade.sbatch")], folder,
        [
          "COURSE": folder.path, "GRADE_COMMAND": grade, "SUBMISSIONS": "s", "REGISTERS": "r",
          "SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_COUNT": "16",
        ])
      #expect(ending.isSuccess, "\(ending.output)")
      #expect(
        Files.text(folder.appending(path: "words")) == "--submissions s --shard 3/16 --register r/3\n")
    }
  }

  // MARK: - Helpers

  private func recipe(_ name: String) -> String { recipes.appending(path: name).path }

  /// A stand-in for the grade command: notes its words, writes a result, ends with a status.
  private func standIn(_ status: Int) -> String {
    """
    echo "$@" > "$WORDS"
    while [ $# -gt 0 ]; do
      [ "$1" = --output ] && echo '{"score": 7, "max-score": 10}' > "$2"
      shift
    done
    exit \(status)
    """
  }

  private func program(_ name: String, _ script: String, in folder: URL) throws -> String {
    let file = folder.appending(path: name)
    // Another process writes it: one that is started meanwhile could hold this one's file open.
    let ending = run(
      [
        "/bin/sh", "-c", "printf '#!/bin/sh\\n%s\\n' \"$2\" > \"$1\" && chmod 755 \"$1\"", "sh", file.path,
        script,
      ],
      folder, [:])
    try #require(ending.isSuccess)
    return file.path
  }

  private func run(_ words: [String], _ folder: URL, _ more: [String: String]) -> ProgramResult {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let environment = [
      "PATH": "\(folder.path)/bin:\(path)", "WORDS": folder.appending(path: "words").path,
      "HOME": folder.path,
    ]
    return Programs.run(
      words, in: folder, environment: environment.merging(more) { $1 }, deadline: .seconds(60),
      outputCap: 10_000)
  }
}
