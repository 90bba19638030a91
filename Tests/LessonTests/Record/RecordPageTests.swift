import Testing

@testable import LessonKit

@Suite struct `The page of a lesson` {
  private static let place = Record.Place(file: "Lessons/01-A/main.swift", from: 3, to: 4)

  private static func record(_ outcome: Record.Claim.Outcome) -> Record {
    var record = Record(lesson: 1, program: "lesson01", title: "A <b> & \"c\"", about: "What it is about.")
    record.opening = [
      Record.Entry(
        kind: .question, text: "Which?",
        question: Record.Question(
          text: "Which?", answers: [.init(text: "this", isRight: true, because: "it is so")]))
    ]
    record.steps = [
      Record.Step(
        number: 1, title: "One <i>", source: place, code: ["let a = 1 < 2", "  & 3"],
        entries: [
          Record.Entry(kind: .say, text: "A sentence."),
          Record.Entry(kind: .log, text: "begins", time: 1.25, thread: "worker 1", subject: "load"),
          Record.Entry(
            kind: .claim, text: "It held", claim: Record.Claim(outcome: outcome, remark: "why", source: place)
          ),
          Record.Entry(
            kind: .schedule, text: "",
            schedule: Record.Schedule(
              scenario: "race", summary: "2 schedules", schedules: 2, passed: false, finding: "lost",
              token: "r0un-1", threads: ["A", "B"],
              rows: [
                .init(number: "1", thread: "B", text: "write x", isMarked: true, isDetail: false, times: 1)
              ], turns: [])),
        ])
    ]
    return record
  }

  @Test(arguments: [Record.Claim.Outcome.held, .broken, .notShown])
  func `Every tag is closed in its place, and everything of the record is in it`(
    outcome: Record.Claim.Outcome
  ) throws {
    let page = RecordPage(Self.record(outcome), Timeline([], pieces: [])).html
    #expect(try Tags(page).mistakes == [])
    for text in [
      "What it is about.", "One &lt;i&gt;", "let a = 1 &lt; 2", "A sentence.", "1.250", "worker 1", "begins",
      "It held", "lost", "r0un-1", "write x", "it is so", "lines 3 to 4",
    ] {
      #expect(page.contains(text), "\(text)")
    }
    #expect(page.contains(outcome.sign + " It held"))
  }

  @Test func `The chart and its script are in it if something was watched`() throws {
    let page = RecordPage(Self.record(.held), Story.pipeline.timeline).html
    let tags = try Tags(page)
    #expect(tags.mistakes == [])
    #expect(tags.count("script") == 1)
    #expect(tags.elements.contains { $0.attributes["role"] == "listbox" })
    for link in tags.elements.compactMap({ $0.attributes["href"] }) {
      #expect(tags.elements.contains { "#" + ($0.attributes["id"] ?? "") == link }, "\(link)")
    }
  }
}
