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
  func `Everything of the record is in it, and nothing is loaded`(outcome: Record.Claim.Outcome) {
    let page = RecordPage(Self.record(outcome)).html
    for text in [
      "Lesson 1: A &lt;b&gt; &amp; &quot;c&quot;</h1>", "What it is about.", "One &lt;i&gt;",
      "<b>let</b> a = 1 &lt; 2", "A sentence.", "1.250", "worker 1", "begins", "It held", "lost", "r0un-1",
      "write x", "It is so", "main.swift, 3", "window.bookWords", "var(--paper)",
    ] {
      #expect(page.contains(text), "\(text)")
    }
    for word in ["http:", "https:", "src=", "@import", "url(", "<link", "<!--"] {
      #expect(!page.contains(word), "\(word)")
    }
  }

  @Test func `The chart is in it if something was watched, and each link leads to a part of the page`() {
    var record = Self.record(.held)
    #expect(!RecordPage(record).html.contains("id=\"timeline\""))
    record.timeline = Story.pipeline.model
    let page = RecordPage(record).html
    #expect(page.contains("<table>") && page.contains("id=\"timeline\""))
    for link in page.matches(of: /href="#([^"]+)"/) {
      #expect(page.contains("id=\"\(link.1)\""), "\(link.1)")
    }
  }
}
