import Foundation

extension Record {
  /// The record without what differs from run to run: times, the timeline, numbers of workers, measured
  /// figures.
  ///
  /// In a step that is marked as concurrent, the order of entries of different subjects is not fixed. They
  /// are sorted by subject here; each subject keeps its own order. What the lesson itself says stays in
  /// place.
  public var withoutTimes: Record {
    var record = self
    record.timeline = nil
    record.opening = opening.map(\.canonical)
    for index in steps.indices {
      let entries = steps[index].entries.map(\.canonical)
      record.steps[index].entries = steps[index].isConcurrent == true ? Record.bySubject(entries) : entries
    }
    return record
  }

  private static func bySubject(_ entries: [Entry]) -> [Entry] {
    var sorted: [Entry] = []
    for part in entries.split(omittingEmptySubsequences: false, whereSeparator: \.isFixed) {
      let lanes = Dictionary(grouping: part) { $0.subject ?? "" }
      for (_, lane) in lanes.sorted(by: { $0.key < $1.key }) {
        for entry in lane where entry.text != "…" || !sorted.contains(entry) {
          if let joined = sorted.last?.joined(with: entry) {
            sorted[sorted.count - 1] = joined
          } else {
            sorted.append(entry)
          }
        }
      }
      if part.endIndex < entries.endIndex { sorted.append(entries[part.endIndex]) }
    }
    return sorted
  }
}

extension Record.Entry {
  fileprivate var canonical: Record.Entry {
    var entry = self
    entry.time = nil
    if let figure { entry.text = text.replacingOccurrences(of: figure, with: "…") }
    entry.figure = nil
    guard let thread, let role = Record.Entry.role(of: thread) else { return entry }
    entry.thread = role
    if kind == .count, subject == thread {
      // How the work is divided among workers depends on the machine.
      entry.subject = role
      entry.text = "…"
    }
    return entry
  }

  /// A worker's name without its number; nil for any other thread.
  private static func role(of thread: String) -> String? {
    thread.wholeMatch(of: /worker [0-9]+/) == nil ? nil : "worker"
  }

  /// Whether the entry separates those before it from those after it, whatever the order of the others.
  fileprivate var isFixed: Bool {
    switch kind {
    case .say, .conclusion, .text, .claim, .schedule, .question: true
    case .event: key == "isSuspended"
    case .log, .count: false
    }
  }

  /// Two counting rows joined into one, if the second continues the first.
  fileprivate func joined(with next: Record.Entry) -> Record.Entry? {
    guard kind == .count, next.kind == .count, subject == next.subject else { return nil }
    let ends = [text, next.text].map { $0.split(separator: " … ").compactMap { Int($0) } }
    guard let first = ends[0].first, let middle = ends[0].last, ends[1].first == middle + 1,
      let last = ends[1].last
    else { return nil }
    var entry = self
    entry.text = "\(first) … \(last)"
    return entry
  }
}
