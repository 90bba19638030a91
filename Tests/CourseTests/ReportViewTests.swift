import Foundation
import Terminal
import TestSupport
import Testing

@testable import CourseKit
@testable import course

/// The text of a check, as it is shown where there is no terminal: 80 columns, no colours.
@Suite struct `The report on a check` {
  private let exercise = Exercise(5, "Pipeline", "", core: 7, depth: 3)

  @Test
  func `Until the core holds, the depth is one line, and the first paragraph of the first failure is shown`()
  {
    let report = report(
      .failed,
      [
        test("a holds"), test("b holds", failures: ["expected 1, got 2", "expected 3, got 4"]),
        test("c holds", failures: ["expected 5, got 6"]), test("d holds", .depth, wasTried: false),
        test("e holds", .depth, wasTried: false),
      ])
    #expect(
      view(report) == """
        Exercise 05: Pipeline  ✘ 1 of 3 requirements of the core hold

        ✓ a holds
        ✘ b holds
        ✘ c holds
        ○ depth: 2 requirements, after the core

        ✘ b holds
            expected 1, got 2

            and 1 other failure of it, which --all shows

            and 1 other requirement not met, which --all explains

          edit      Exercises/05-Pipeline/Pipeline.swift
          stuck?    swift run course hint 5

        """)
  }

  @Test func `When the core holds it is one line, and the depth is shown`() {
    let tests = [test("a holds"), test("b holds"), test("d holds", .depth, failures: ["expected 1, got 2"])]
    #expect(
      view(report(.done, tests)) == """
        Exercise 05: Pipeline  ✓ done: the core holds, 7 of 10 points

        ✓ core: 2 of 2 hold

        depth: 0 of 1 hold
        ✘ d holds

        ✘ d holds
            expected 1, got 2

          compare   swift run course solution 5
          next      swift run course next
          edit      Exercises/05-Pipeline/Pipeline.swift
          stuck?    swift run course hint 5

        """)
  }

  @Test func `On request, every requirement and every failure is shown`() {
    let tests = [
      test("a holds", failures: ["expected 1, got 2", "expected 3, got 4"]),
      test("d holds", .depth, failures: ["expected 5, got 6"]),
    ]
    let text = view(report(.failed, tests), showsAll: true)
    for number in [2, 4, 6] { #expect(text.contains("got \(number)")) }
    #expect(text.contains("\ndepth: 0 of 1 hold\n✘ d holds\n"))
  }

  private func view(_ report: Report, showsAll: Bool = false) -> String {
    var view = ReportView(report, of: exercise, in: Course(root: packageFolder), showsAll: showsAll)
    view.rows = nil
    return view.text + "\n"
  }

  private func report(_ state: Report.State, _ tests: [TestResult]) -> Report {
    Report(exercise: 5, state: state, tests: tests, message: "", seconds: 1)
  }

  private func test(
    _ name: String, _ level: Requirement.Level = .core, wasTried: Bool = true, failures: [String] = []
  ) -> TestResult {
    TestResult(
      name: name, level: level, wasTried: wasTried, hasPassed: wasTried && failures.isEmpty,
      failures: failures)
  }
}
