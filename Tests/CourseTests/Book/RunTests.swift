import Foundation
import Testing

@testable import BookKit
@testable import LessonKit

struct `A recorded run as a part of a page` {
  private func parts(_ change: (inout Record) -> Void = { _ in }) throws -> RunParts {
    RunParts(try Recorded.run(change))
  }

  @Test func `The question has a reason after each of its answers`() throws {
    #expect(
      try parts().question == """
        <div class="question">
        <p><strong>Which is &lt;first&gt;?</strong></p>
        <details class="answer" data-answer="1"><summary>draw</summary>
        <p><strong>No.</strong> It waits.</p></details>
        <details class="answer" data-answer="2"><summary>load</summary>
        <p><strong>Right.</strong> It is ready.</p></details>
        </div>

        """)
  }

  @Test func `A step's question comes before its code, and each answer says to which step it belongs`() throws
  {
    let html = try parts { record in
      let question = record.opening[0]
      record.steps[0].entries.insert(question, at: 0)
    }.html
    let title = try #require(html.range(of: "<h3>1. Two &amp; one</h3>"))
    let code = try #require(html.range(of: "<a>31</a>"))
    let before = html[title.upperBound..<code.lowerBound]
    #expect(before.contains("<p><strong>Which is &lt;first&gt;?</strong></p>"))
    for number in 1...2 {
      #expect(before.contains("data-answer=\"\(number)\" data-question=\"step 1\">"))
    }
    #expect(html.components(separatedBy: "Which is &lt;first&gt;?").count == 2, "it is asked once")
    #expect(!(try parts().question).contains("data-question"), "the question before the lesson has no step")
  }

  @Test func `A step has its code, its log by thread, its claims and its schedule, in this order`() throws {
    let html = try parts().html
    let wanted = [
      "<h3>1. Two &amp; one</h3>", "<a>31</a>", "<p>They begin.</p>",
      "<tr><td><b>draw</b> isReady → true</td><td></td></tr>", "<tr><td></td><td><b>draw</b> works</td></tr>",
      ">a &lt; b</pre>", "<p class=\"claim held\">✓ load was first</p>", "✘ lost update: 2 schedules",
      "replay: <code>abc-1</code>",
      "<tr class=\"detail\"><th scope=\"row\">1</th><td>read x</td><td></td><td></td><td></td></tr>",
      "<tr class=\"detail\"><td></td><td>…</td>",
      "<tr data-marked><th scope=\"row\">2</th><td></td><td>write x</td><td>x 2</td>"
        + "<td class=\"mark\">◀</td></tr>",
      "A was paused.", "<h3 id=\"timeline\">", "aria-label=\"2 operations in 4 ms\">", "draw         ┄┄┄",
    ]
    var rest = html[...]
    for part in wanted {
      let found = try #require(rest.range(of: part), "\(part) is missing, or is too early")
      rest = rest[found.upperBound...]
    }
  }

  @Test func `A schedule with places shows their lines, and marks the next line of each thread`() throws {
    let record = try Recorded.run { record in
      func place(_ row: Int, _ file: String, _ line: Int) {
        record.steps[0].entries[5].schedule?.rows[row].place = Record.Place(file: file, from: line, to: line)
      }
      place(0, "Lessons/a.swift", 12)
      place(2, "Lessons/a.swift", 30)
    }
    let html = RunParts(record) { file in
      file == "Lessons/a.swift" ? (1...40).map { "    line \($0)" } : nil
    }.html
    // Two listings, because the lines are far from each other; without what all of their lines begin with.
    #expect(html.contains("<a>11</a>line 11\n<a>12</a>line 12"))
    #expect(html.contains("<a>31</a>line 31"))
    // The same lines may appear below two schedules, so they are not landmarks.
    #expect(html.contains("role=\"group\" aria-label=\"a.swift, 11\""))
    #expect(!html.contains("line 15"))
    #expect(
      html.contains(
        """
        <script type="application/json">[{"rows":0,"lines":{"A":[0,12],"B":[1,30]}},\
        {"rows":1,"lines":{"B":[1,30]}},{"rows":2,"lines":{"B":[1,30]}},{"rows":3,"lines":{}}]</script>
        """))
    #expect(try !parts().html.contains("application/json"))
  }

  @Test func `A claim that did not hold and one that was not shown are marked as such`() throws {
    let html = try parts { record in
      var claim = record.steps[0].entries[4]
      claim.claim?.outcome = .broken
      claim.claim?.remark = "draw was"
      record.steps[0].entries = [claim]
      claim.claim?.outcome = .notShown
      record.steps[0].entries.append(claim)
    }.html
    #expect(html.contains("<p class=\"claim broken\">✗ load was first<br>draw was</p>"))
    #expect(html.contains("<p class=\"claim notShown\">○ Not shown: load was first"))
  }
}
