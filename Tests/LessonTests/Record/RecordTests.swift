import CourseKit
import Foundation
import TestSupport
import Testing

@testable import LessonKit

@Suite struct `The record of a run` {
  private static let numbers = Catalogue.lessons.map(\.number)
  /// Every ninth lesson; all with `THOROUGH=1`.
  private static let some = numbers.filter { isThorough || $0.isMultiple(of: 9) }

  @Test(arguments: numbers) func `Each step has the lines that it executes, as they are in the file`(
    number: Int
  ) async throws {
    let record = try await LessonRun.recorded(number).record.withoutTimes
    for step in record.steps {
      let file = packageFolder.appending(path: step.source.file)
      let lines = try String(contentsOf: file, encoding: .utf8)
        .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      #expect(step.code.count == step.source.to - step.source.from + 1, "step \(step.number)")
      for (line, code) in zip(lines[(step.source.from - 1)...], step.code) { #expect(line.hasSuffix(code)) }
    }
    #expect(record.timeline == nil)
    #expect(record.entries.allSatisfy { $0.time == nil })
  }

  @Test(arguments: some) func `Two runs of a lesson give the same record without times`(number: Int)
    async throws
  {
    let flags = try LessonRun.comparesWithFoundation(number) ? ["--foundation"] : []
    let one = try await LessonRun.recorded(number).record.withoutTimes.json
    let other = try await LessonRun(number, ["--fast", "--json", "--no-times"] + flags).output
    let lines = [one, other].map { $0.split(separator: "\n") }
    #expect(one == other, "\(lines[1].difference(from: lines[0]))")
  }

  @Test func `The terminal prints the entries in the order of the record`() async throws {
    let printed = try await LessonRun(7, "--fast").output.split(separator: "\n").map(String.init)
    let record = try await LessonRun.recorded(7).record
    var rest = printed[...]
    for entry in record.entries where entry.kind == .event {
      let place = try #require(rest.firstIndex { $0.hasSuffix(entry.text) }, "\(entry.text)")
      rest = rest[(place + 1)...]
    }
    let claims = printed.filter { $0.hasPrefix("✓ ") }.map { String($0.dropFirst(2)) }
    #expect(claims == record.claims.map(\.sentence))
  }

  @Test func `An announced change is a key with a value, and a note is a log line`() {
    let event = Event(time: .milliseconds(1500), thread: "main", subject: "a", change: .notExecuting)
    let entry = Record.Entry(event)
    #expect(entry.kind == .event && entry.key == "isExecuting" && entry.value == "false")
    #expect(entry.time == 1.5 && entry.thread == "main" && entry.subject == "a")
    let note = Record.Entry(Event(time: .zero, thread: "main", subject: "", change: .note("begins")))
    #expect(note.kind == .log && note.text == "begins" && note.key == nil)
  }

  @Test func `Counted numbers become one entry, which ends where the row is interrupted`() {
    let writer = RecordWriter(
      Record(lesson: 1, program: "lesson01", title: "", about: ""),
      console: Narration(isQuiet: true, isSilent: true), isVerbose: false)
    let row = Record.Entry(kind: .count, text: "", time: 0, thread: "main", subject: "T")
    for number in [0, 1, 2, 9, 10] { writer.count(number, row) }
    writer.add(Record.Entry(kind: .say, text: "end"))
    writer.count(11, row)
    #expect(writer.record.entries.map(\.text) == ["0 … 2", "9 … 10", "end", "11"])
  }
}
