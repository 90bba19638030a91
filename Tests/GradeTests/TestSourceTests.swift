import Foundation
import TestSupport
import Testing

@testable import CourseKit
@testable import GradeKit

/// Which expectations a run must have evaluated, as the sources of the tests say.
@Suite struct `The source of a test` {
  @Test func `An expectation is demanded where it stands under no condition of the answer`() {
    let source = """
      @Suite struct `A` {
        @Test func `b`() async {
          let end = await #expect(processExitsWith: .ended) {
            fulfil {
              expect(one, "1")
              for item in items {
                expect(
                  two, \"""
                  expect(no, "a string")
                  \""")
                if three { expect(no, "a condition") }
                guard four else { continue }
                expect(no, "after it")
              }
              answer.each { item in
                expect(no, "called by the answer")
              }
              let isFine = everyOrder("c") { scene in
                scene.expect(no, "of a scene")
              }
              // expect(no, "a comment")
            }
          }
        }
        @Test func `d continue`() {
          let end = await #expect(processExitsWith: .ended) {
            fulfil { expectRow(e) }
          }
        }
      }
      private func expectRow() {
        expect(no, "of no test")
      }
      """
    #expect(TestSource.expectations(inSource: source) == [5, 7, 18, 27])
  }

  @Test func `Each requirement of each exercise has an expectation that must be evaluated`() throws {
    let course = Course(root: packageFolder)
    var count = 0
    for exercise in Catalogue.exercises {
      let demanded = try #require(TestSource.expectations(of: exercise, in: course).values.first).split(
        separator: " ")
      count += demanded.count
      let folder = course.tests(of: exercise)
      for name in Files.names(in: folder) where name.hasSuffix(".swift") {
        let text = try #require(Files.text(folder.appending(path: name)))
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let uncounted = lines.filter { $0.contains("#expect(") && !$0.contains("#expect(processExitsWith:") }
        #expect(uncounted.isEmpty, "\(name): \(uncounted)")
        let places = demanded.filter { $0.contains("/\(name):") }.compactMap {
          Int($0.split(separator: ":")[1])
        }
        let starts = lines.indices.filter { lines[$0].hasPrefix("  @Test") }
        for (start, end) in zip(starts, starts.dropFirst() + [lines.count]) {
          #expect(places.contains { $0 > start && $0 <= end }, "\(lines[start])")
        }
      }
    }
    #expect(count > 250)
  }
}
