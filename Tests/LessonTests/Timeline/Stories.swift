import Foundation
import Testing

@testable import LessonKit

/// Recorded events as a table, for tests that draw them.
struct Story: CustomTestStringConvertible {
  let testDescription: String
  let events: [Event]
  /// A thread works for an operation while it announces that it executes, unless a story says otherwise.
  let pieces: [Piece]

  var model: Record.Drawing { Record.Drawing(events, pieces: pieces) }

  /// A line is `milliseconds subject change`, followed by `on thread` if it is not the main one.
  ///
  /// `works` and `rests` are the beginning and the end of a piece of work; where a table has none of them,
  /// `executing` and `notExecuting` stand for them.
  init(_ name: String, _ table: String) {
    testDescription = name
    var pieces: [Piece] = []
    events = table.split(separator: "\n").compactMap { line in
      let halves = String(line).components(separatedBy: " on ")
      let words = halves[0].split(separator: " ").map(String.init)
      let time = Duration.microseconds(Int64(Double(words[0])! * 1000))
      let thread = halves.count > 1 ? halves[1] : "main"
      switch words[2] {
      case "works", "serves":
        pieces.append(Story.piece(words[1], thread, from: time, isMessage: words[2] == "serves"))
        return nil
      case "rests":
        let open = pieces.lastIndex { $0.thread == thread && $0.subject == words[1] && $0.to == nil }
        pieces[open!].to = time
        return nil
      default:
        return Event(
          time: time, thread: thread, subject: words[1], change: Story.change(words[2], words.dropFirst(3)))
      }
    }
    self.pieces = pieces.isEmpty ? Story.pieces(of: events) : pieces
  }

  init(_ name: String, _ events: [Event]) {
    testDescription = name
    self.events = events
    pieces = Story.pieces(of: events)
  }

  private static func piece(
    _ subject: String, _ thread: String, watched: Int = 0, from: Duration, isMessage: Bool = false
  ) -> Piece {
    Piece(
      thread: thread, threadNumber: ThreadNumber(value: 1), subject: subject, watched: watched,
      isMessage: isMessage, from: from, to: nil)
  }

  private static func pieces(of events: [Event]) -> [Piece] {
    var pieces: [Piece] = []
    for event in events {
      let isOpen = pieces.contains {
        $0.subject == event.subject && $0.watched == event.watched && $0.to == nil
      }
      if event.change == .executing, !isOpen {
        pieces.append(
          piece(event.subject, event.thread, watched: event.watched, from: event.time))
      }
      let open = pieces.lastIndex {
        $0.subject == event.subject && $0.watched == event.watched && $0.to == nil
      }
      if event.change == .notExecuting, let open { pieces[open].to = event.time }
    }
    return pieces
  }

  private static func change(_ word: String, _ names: ArraySlice<String>) -> Event.Change {
    switch word {
    case "ready": .ready
    case "notReady": .notReady
    case "executing": .executing
    case "notExecuting": .notExecuting
    case "paused": .paused
    case "notPaused": .notPaused
    case "cancelled": .cancelled
    case "finished": .finished
    case "after": .dependencies(Array(names))
    case "suspended": .suspended
    case "resumed": .resumed
    default: .note(([word] + names).joined(separator: " "))
    }
  }
}

extension Story {
  static let all = [pipeline, marks, disorder, names, network]

  /// Two slots, and one operation that waits for two others.
  static let pipeline = Story(
    "pipeline",
    """
    0 left ready
    0 right ready
    0 extra ready
    0 join after left right
    0 join notReady
    10 left executing on worker 1
    12 right executing on worker 2
    50 left notExecuting on worker 1
    50 left finished on worker 1
    50.1 extra executing on worker 1
    90 right notExecuting on worker 2
    90 join ready on worker 2
    90 right finished on worker 2
    90.2 join executing on worker 2
    95 extra notExecuting on worker 1
    95 extra finished on worker 1
    120 join notExecuting on worker 2
    120 join finished on worker 2
    """)

  /// Suspended and resumed, cancelled, paused and resumed.
  static let marks = Story(
    "marks",
    """
    0 images suspended
    0 first ready
    0 second ready
    5 third ready
    20 images resumed
    20 first executing on worker 1
    30 second cancelled
    40 first paused
    40 first notExecuting
    60 first notPaused
    65 first executing on worker 2
    65 second finished on worker 1
    70 images suspended
    80 first notExecuting on worker 2
    80 first finished on worker 2
    100 third cancelled
    """)

  /// What goes wrong in the documents: finished before it stops, begun after it has finished, never
  /// finished, never begun, finished without a beginning; two of one name; nothing that takes time.
  static let disorder = Story(
    "disorder",
    """
    0 T14 ready
    0 T18 ready
    0 silent ready
    0 endless ready
    0 never notReady
    10 T14 executing on worker 1
    20 T14 finished on worker 1
    25 T14 notExecuting on worker 1
    30 T18 notExecuting on worker 2
    30 T18 finished on worker 2
    35 T18 executing on main
    40 silent executing on worker 1
    45 silent executing on worker 3
    60 silent notExecuting on worker 1
    70 endless executing on worker 3
    80 born finished
    80 moment executing on worker 1
    80 moment notExecuting on worker 1
    80 moment finished on worker 1
    80 moment finished on worker 1
    90 late notExecuting
    90 unknown after nothing
    100 note a note that belongs to no operation
    """)

  /// One thread serves two downloads: they are in progress for a long time, and it works for a moment.
  static let network = Story(
    "network",
    """
    0 first ready
    0 second ready
    10 first works on worker 1
    10 first executing on worker 1
    12 first rests on worker 1
    12 first serves on network
    14 second works on worker 2
    14 second executing on worker 2
    16 first rests on network
    16 second rests on worker 2
    16 second serves on network
    20 second rests on network
    90 first serves on network
    95 first notExecuting on network
    95 first finished on network
    95.1 first rests on network
    96 second serves on network
    100 second notExecuting on network
    100 second finished on network
    100.1 second rests on network
    """)

  /// Names that may be an attack.
  static let names: Story = {
    let names = [
      "<script>alert(1)</script>", "\"quoted\" & 'single'", "two\nlines\r\tand a tab", "👩‍👩‍👧 家族 é",
      "\u{202E}back",
      "\u{1B}[31mred\0", String(repeating: "long ", count: 200), "", "</title></ol>-->", "\\u0041\\",
    ]
    return Story(
      "names",
      names.enumerated().flatMap { index, name in
        [
          event(index, name, .ready), event(index, name, .dependencies([names[(index + 9) % 10]])),
          event(index + 10, name, .executing, on: name), event(index + 20, name, .notExecuting),
          event(index + 20, name, .finished),
        ]
      } + [event(3, "<queue>", .suspended), event(3, "", .note("<note>\"\n"))])
  }()

  static func event(
    _ milliseconds: Int, _ subject: String, _ change: Event.Change, on thread: String = "main",
    watched: Int = 0
  ) -> Event {
    Event(
      time: .milliseconds(milliseconds), thread: thread, subject: subject, change: change, watched: watched)
  }
}
