import Foundation
import Testing

@testable import LessonKit

/// The requirements of the trace-event format, for every story.
@Suite struct `The timeline as a trace` {
  @Test(arguments: Story.some) func `It is valid JSON in the form of an object`(story: Story) throws {
    let data = Data(story.trace.utf8)
    let object = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(object["displayTimeUnit"] as? String == "ms")
    #expect(object["traceEvents"] is [Any])
  }

  @Test(arguments: Story.some) func `Every event has the fields of its kind`(story: Story) throws {
    for event in try events(story) {
      #expect(["M", "X", "b", "e", "s", "f", "C", "i"].contains(event.kind), "\(event)")
      #expect(event.fields["name"] is String && event.fields["pid"] is Int && event.fields["tid"] is Int)
      #expect(event.kind == "M" || event.time >= 0, "\(event)")
      switch event.kind {
      case "M", "C": #expect(event.fields["args"] is [String: Any], "\(event)")
      case "X": #expect(event.duration > 0, "\(event)")
      case "i": #expect(["t", "p", "g"].contains(event.fields["s"] as? String), "\(event)")
      case "f": #expect(event.fields["bp"] as? String == "e", "\(event)")
      default: break
      }
    }
  }

  @Test(arguments: Story.all) func `What executes in a lane never overlaps, and every lane has a name`(
    story: Story
  ) throws {
    let events = try events(story)
    let named = Set(events.filter { $0.fields["name"] as? String == "thread_name" }.map(\.thread))
    let runs = events.filter { $0.kind == "X" }
    #expect(Set(runs.map(\.thread)) == named)
    for (_, lane) in Dictionary(grouping: runs, by: \.thread) {
      let sorted = lane.sorted { $0.time < $1.time }
      let overlapping = zip(sorted, sorted.dropFirst()).first { one, next in
        one.time + one.duration > next.time
      }
      #expect(overlapping == nil, "\(overlapping.map { "\($0.fields) and \($1.fields)" } ?? "")")
    }
  }

  @Test(arguments: Story.some) func `Beginnings and ends come in pairs`(story: Story) throws {
    let events = try events(story)
    for (first, second) in [("b", "e"), ("s", "f")] {
      let begins = events.filter { $0.kind == first }
      let ends = events.filter { $0.kind == second }
      #expect(begins.map(\.id) == ends.map(\.id))
      #expect(Set(begins.map(\.id)).count == begins.count)
      for (begin, end) in zip(begins, ends) {
        #expect(begin.time <= end.time, "\(begin.fields)")
        #expect(begin.fields["cat"] as? String == end.fields["cat"] as? String)
      }
    }
  }

  @Test(arguments: Story.some) func `Every arrow begins and ends in something that executes`(story: Story)
    throws
  {
    let events = try events(story)
    let runs = Dictionary(grouping: events.filter { $0.kind == "X" }, by: \.thread)
    for end in events where end.kind == "s" || end.kind == "f" {
      let bound = runs[end.thread]?.contains { $0.time <= end.time && end.time < $0.time + $0.duration }
      #expect(bound == true, "\(end.fields)")
    }
  }

  @Test(arguments: Story.some) func `Every piece of work of every operation is in it once`(story: Story)
    throws
  {
    let runs = try events(story).filter { $0.kind == "X" }.map { $0.fields["name"] as? String ?? "" }
    let expected = story.model.operations.flatMap { timeline in timeline.runs.map { _ in timeline.name } }
    #expect(runs.sorted() == expected.sorted())
  }

  @Test func `Arrows, waits, counts and marks match what happened`() throws {
    let pipeline = try events(Story.pipeline)
    #expect(pipeline.filter { $0.kind == "s" }.map(\.time) == [49_999.999, 89_999.999])
    #expect(pipeline.filter { $0.kind == "f" }.map(\.time) == [90_200, 90_200])
    #expect(
      pipeline.filter { $0.kind == "b" }.map { $0.fields["cat"] as? String } == [
        "ready→start", "in progress", "ready→start", "in progress", "ready→start", "in progress", "waiting",
        "ready→start", "in progress",
      ])
    let counts = pipeline.filter { $0.kind == "C" && $0.fields["name"] as? String == "running" }.map {
      ($0.fields["args"] as? [String: Int])?["operations"]
    }
    #expect(counts == [1, 2, 1, 2, 1, 2, 1, 0])
    let marks = try events(Story.marks).filter { $0.kind == "i" }.map { $0.fields["name"] as? String }
    #expect(
      marks == [
        "first: isFinished", "first: resumed", "second: cancelled", "second: isFinished",
        "third: cancelled", "images: suspended", "images: resumed", "images: suspended",
      ])
  }

  // MARK: - Support

  private struct TraceEvent {
    let fields: [String: Any]

    // Stored, because a sort reads them often.
    let kind: String
    let thread: Int
    let id: Int
    let time: Double
    let duration: Double

    init(fields: [String: Any]) {
      self.fields = fields
      kind = fields["ph"] as? String ?? ""
      thread = fields["tid"] as? Int ?? -1
      id = fields["id"] as? Int ?? -1
      time = fields["ts"] as? Double ?? -1
      duration = fields["dur"] as? Double ?? -1
    }
  }

  private func events(_ story: Story) throws -> [TraceEvent] {
    let object = try JSONSerialization.jsonObject(with: Data(story.trace.utf8))
    let events = (object as? [String: Any])?["traceEvents"] as? [[String: Any]]
    return try #require(events).map(TraceEvent.init)
  }
}
