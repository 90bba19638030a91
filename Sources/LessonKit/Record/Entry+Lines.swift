import Foundation
import Terminal

extension Record.Entry {
  /// The entry as lines of the narration; claims and questions are shown elsewhere.
  func lines(_ colours: Colours) -> [String] {
    switch kind {
    case .say where Terminal.isShown:
      text.split(separator: "\n", omittingEmptySubsequences: false).flatMap {
        "   \($0)".wrapped(to: max(40, Terminal.width))
      }
    case .conclusion: [""] + text.wrapped(to: max(40, Terminal.width))
    case .say, .text, .schedule:
      text.split(separator: "\n", omittingEmptySubsequences: false).map { "   \($0)" }
    case .log, .event: logLines(colours)
    case .count: [stamp(colours, named: false) + "\(subject ?? ""): \(text)"]
    case .claim, .question: []
    }
  }

  /// A line of the log; on a terminal its words are wrapped into their own column.
  private func logLines(_ colours: Colours) -> [String] {
    let head = stamp(colours)
    guard Terminal.isShown else { return [head + text] }
    let margin = stamp(Colours(isOn: false)).columns
    let lines = text.wrapped(to: max(20, Terminal.width - margin))
    return zip(lines.indices, lines).map { ($0 == 0 ? head : String(repeating: " ", count: margin)) + $1 }
  }

  /// Time, thread and subject, as NSLog puts them before a line.
  private func stamp(_ colours: Colours, named: Bool = true) -> String {
    let clock = String(format: "%7.3f", time ?? 0)
    let name = named ? subject.map { $0.isEmpty ? "" : "\($0.padded(to: 14)) " } ?? "" : ""
    let thread = thread ?? ""
    let lane = thread.count > 10 ? thread.prefix(9) + "…" : thread
    return colours.dim("\(clock)  \(lane.padded(to: 10)) ") + name
  }

  /// An event as an entry; a note of the lesson is a log line.
  init(_ event: Event) {
    self.init(
      kind: .event, text: event.change.description, time: event.time.inSeconds, thread: event.thread,
      subject: event.subject)
    switch event.change {
    case .note: kind = .log
    case .dependencies(let names): (key, value) = ("dependencies", names.joined(separator: ", "))
    case .suspended: (key, value) = ("isSuspended", "true")
    case .resumed: (key, value) = ("isSuspended", "false")
    case .ready, .notReady, .executing, .notExecuting, .paused, .notPaused, .cancelled, .finished:
      let words = event.change.description.split(separator: " ")
      (key, value) = (words.first.map(String.init), words.last.map(String.init))
    }
  }
}

extension Duration {
  /// Seconds, to the microsecond.
  var inSeconds: Double { Double(nanoseconds / 1000) / 1e6 }
}
