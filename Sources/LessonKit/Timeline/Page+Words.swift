import Foundation
import Typesetting

extension Page {
  /// A description of an operation, for readers who point at it or use a screen reader.
  func words(_ life: Life, _ edges: [Int]) -> String {
    var parts = (life.phases + life.runs).sorted { $0.from < $1.from }.map { phase in
      let thread = phase.thread.isEmpty ? "" : " on \(phase.thread.shortened)"
      return "\(phase.kind.words)\(thread) \(span(phase))"
    }
    if !edges.isEmpty {
      let names =
        edges.prefix(20).map { lives.operations[$0].name.shortened } + (edges.count > 20 ? ["others"] : [])
      parts.insert("after \(names.joined(separator: ", "))", at: 0)
    }
    parts += life.resumed.map { "resumed at \(stamp($0))" }
    if let time = life.cancelled { parts.append("cancelled at \(stamp(time))") }
    // If it finishes when it stops running, the time is given once.
    let last = life.phases.last.map { stamp($0.to) }
    let end = life.finished.map(stamp)
    parts.append(end.map { $0 == last ? "finished" : "finished at \($0)" } ?? "not finished")
    return "\(life.name.shortened): \(parts.joined(separator: "; "))"
  }

  func tail(_ life: Life) -> String {
    var parts: [String] = []
    if life.finished == nil { parts.append("not finished") }
    if life.runsFinished { parts.append("finished while still executing") }
    if let run = life.runs.last {
      let threads = Set(life.runs.map(\.thread)).count
      parts.append(
        life.runs.reduce(0) { $0 + $1.to - $1.from }.asDuration
          + " on \(threads == 1 ? run.thread.shortened : counted(threads, "thread"))")
    } else if !life.hasExecuted && life.cancelled != nil {
      parts.append("never ran")
    }
    return parts.joined(separator: ", ")
  }

  func span(_ phase: Life.Phase) -> String {
    "\(stamp(phase.from)) to \(stamp(phase.to)) s (\((phase.to - phase.from).asDuration))"
  }

  func stamp(_ time: Int) -> String { String(format: "%.\(digits)f", Double(time) / 1e9) }
}

extension Life.Kind {
  /// The CSS class of its boxes; one letter, because a page may have tens of thousands of them.
  var letter: String {
    switch self {
    case .waiting: "w"
    case .ready: "a"
    case .running: "r"
    case .inProgress: "o"
    case .paused: "p"
    case .silent: "u"
    }
  }
}

extension Double {
  /// A fraction as a percentage for a style sheet, accurate to a tenth of a pixel.
  package var asPercent: String {
    let hundredths = Int((self * 10_000).rounded())
    let rest = hundredths % 100
    return rest == 0 ? "\(hundredths / 100)%" : "\(hundredths / 100).\(String(100 + rest).dropFirst())%"
  }
}

extension String {
  /// The text on one line, escaped for HTML.
  var asHTML: String { onOneLine.escaped }

  /// The beginning of a very long name; a shorter name unchanged.
  var shortened: String { count > 300 ? prefix(300) + "…" : self }
}
