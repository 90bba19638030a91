import CourseKit
import Foundation
import Terminal
import TestSupport
import Testing

@testable import LessonKit

/// What holds for every lesson, whatever it is about; each is run once for all of it.
@Suite struct `Every lesson` {
  private static let numbers = Catalogue.lessons.map(\.number)
  private static let compared = numbers.filter { (try? LessonRun.comparesWithFoundation($0)) == true }

  @Test(arguments: numbers) func `All its claims hold, it ends with 0, and its record is what --json prints`(
    number: Int
  ) async throws {
    let (run, record) = try await LessonRun.recorded(number)
    #expect(run.exitCode == 0)
    // On a busy machine a search takes long, and says how far it has come.
    #expect(run.errors.replacing(#/.+: \d+ schedules *\n/#, with: "") == "")
    #expect(record.lesson == number)
    #expect(record.outcome == .held)
    #expect(record.claims.count > 0, "lesson \(number) claims nothing")
    for claim in record.claims { #expect(claim.claim.outcome == .held, "\(claim.sentence)") }
    #expect(record.steps.map(\.number) == Array(1...record.steps.count))
    #expect(record.json == run.output)
    #expect(!run.output.contains("Not seen by the Explorer"))
  }

  @Test(arguments: numbers) func `It prints what its source promises, in that order`(number: Int) async throws
  {
    let record = try await LessonRun.recorded(number).record
    var rest = record.printed[...]
    for expected in try LessonRun.source(number).matches(of: /\/\/ prints: (.+)/).map(\.1) {
      let place = rest.firstIndex { $0.contains(expected) }
      #expect(place != nil, "lesson \(number) does not print '\(expected)' where its source says so")
      rest = rest[((place ?? rest.startIndex - 1) + 1)...]
    }
  }

  @Test(arguments: compared) func `Beside Foundation it says that both do the same, or how they differ`(
    number: Int
  ) async throws {
    let lines = try await LessonRun.recorded(number).record.printed
    let same = lines.filter { $0.hasSuffix("Both do the same.") }
    let differing = lines.filter { $0.contains("They differ: ") }
    let rows = lines.filter { $0.contains(" ≠ ") }
    #expect(!same.isEmpty || !differing.isEmpty, "\(rows)")
    #expect(rows.isEmpty == differing.isEmpty, "\(rows)")
  }

  @Test(arguments: numbers) func `No line that it prints is wider than 80 columns, and no name is cut`(
    number: Int
  ) async throws {
    let record = try await LessonRun.recorded(number).record
    let chart = record.timeline.map { TextChart($0, width: 80).lines } ?? []
    let titles =
      ["Lesson \(number): \(record.title)", record.about] + record.steps.map { "\($0.number). \($0.title)" }
    let lines = titles + record.printed + record.claimLines(Colours(isOn: false)) + chart
    #expect(lines.filter { $0.columns > 80 } == [])
    #expect(lines.filter { $0.contains(/^ *[0-9.]+  \S+…/) } == [], "a thread's name")
  }
}

extension Record {
  /// The lines that a run prints, without colours.
  fileprivate var printed: [String] {
    entries.flatMap { $0.lines(Colours(isOn: false)) }
  }
}
