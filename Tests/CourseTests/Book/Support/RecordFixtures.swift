import Foundation
import LessonKit

/// A short run, written by hand, with one entry of each kind.
enum Recorded {
  static func run(_ change: (inout Record) -> Void = { _ in }) throws -> Record {
    var record = try JSONDecoder().decode(Record.self, from: Data(json.utf8))
    change(&record)
    return record
  }

  private static let json = """
    { "format": 1, "lesson": 5, "program": "lesson05", "title": "Order", "about": "…", "outcome": "held",
      "opening": [ { "kind": "question", "text": "Which is first?",
        "question": { "text": "Which is <first>?", "answers": [
        { "text": "draw", "isRight": false, "because": "it waits." },
        { "text": "load", "isRight": true, "because": "it is ready." } ] } } ],
      "steps": [ { "number": 1, "title": "Two & one",
        "source": { "file": "Lessons/05-Order/main.swift", "from": 31, "to": 32 },
        "code": [ "let queue = MiniOperationQueue()", "queue.addOperation(draw)" ],
        "entries": [
          { "kind": "say", "text": "They begin." },
          { "kind": "event", "text": "isReady → true",
            "key": "isReady", "value": "true", "subject": "draw", "thread": "main", "time": 0.001 },
          { "kind": "log", "text": "works", "subject": "draw", "thread": "worker 1", "time": 0.002 },
          { "kind": "text", "text": "a < b" },
          { "kind": "claim", "text": "load was first",
            "claim": { "outcome": "held", "remark": "", "source": { "file": "x", "from": 1, "to": 1 } } },
          { "kind": "schedule", "text": "…", "schedule": { "scenario": "lost update",
            "summary": "2 schedules", "schedules": 2, "passed": false, "finding": "Rule broken",
            "token": "abc-1",
            "threads": ["A", "B"], "explanation": "A was paused.", "turns": [],
            "rows": [ { "number": "1", "thread": "A", "text": "read x",
                        "isMarked": false, "isDetail": true, "times": 1 },
                      { "number": "", "thread": "A", "text": "…",
                        "isMarked": false, "isDetail": true, "times": 1 },
                      { "number": "2", "thread": "B", "text": "write x", "watched": "x 2",
                        "isMarked": true, "isDetail": false, "times": 3 } ] } }
        ] } ],
      "timeline": { "begin": 0, "end": 4000000, "mostAtOnce": 1, "summary": ["2 operations in 4 ms"],
        "queues": [],
        "threads": [ { "name": "worker 1", "isServing": false,
          "runs": [ { "operation": 1, "from": 2000000, "to": 4000000 } ] } ],
        "operations": [
          { "name": "load", "began": 0, "finished": 2000000, "resumed": [], "after": [], "runs": [],
            "phases": [ { "kind": "running", "from": 0, "to": 2000000, "thread": "worker 1" } ] },
          { "name": "draw", "began": 0, "finished": 4000000, "resumed": [], "after": [0], "runs": [],
            "phases": [ { "kind": "waiting", "from": 0, "to": 2000000 },
                        { "kind": "running", "from": 2000000, "to": 4000000, "thread": "worker 1" } ] } ] } }
    """
}
