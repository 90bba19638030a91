import ExerciseSupport
import MiniOperations

@testable import Exercise08

/// A queue that works when the test says so, and what has happened in it.
final class Bench: Sendable {
  let trace = Notes()
  let misuses = Notes()
  let workers = SteppedWorkers()
  let queue: MiniOperationQueue

  init() {
    queue = MiniOperationQueue(workers: workers)
    queue.name = "Album"
    // Without it, the second adding of an operation would end the process.
    Misuse.handler = { [misuses] misuse in misuses(misuse.message) }
  }

  /// An operation that records its name.
  func block(_ name: String, after others: MiniOperation...) -> MiniOperation {
    let operation = MiniBlockOperation { [trace] in trace(name) }
    operation.name = name
    for other in others { operation.addDependency(other) }
    return operation
  }

  /// What has happened, and the misuses.
  var story: String { trace.text + misuses.lines.map { ", and this misuse: \($0)" }.joined() }

  /// Why the queue stands still, in lines of their own; empty if nothing is left in it.
  var report: String {
    let report = queue.stallReport()
    return report.isEmpty ? "" : "\n\(report)"
  }
}

/// A server that answers when the test says so.
final class Server: Sendable {
  private let answers = Handover<[@Sendable (String?) -> Void]>([], name: "answers")
  private let trace: Notes

  init(_ trace: Notes) { self.trace = trace }

  /// A download from this server, which records that it has stored its photo.
  func download(_ name: String) -> Download {
    let download = Download { [self] answer in
      trace("\(name) is asked for")
      answers.withLock { $0.append(answer) }
    } store: { [trace] photo in
      trace("\(photo) is stored")
    }
    download.name = name
    return download
  }

  /// Answers, and releases what it was asked.
  func answer(_ photo: String?) {
    let taken = answers.withLock { answers in
      defer { answers = [] }
      return answers
    }
    for answer in taken { answer(photo) }
  }
}

/// A disk that records what is written, and how many photos at a time.
final class Disk: Sendable {
  let trace = Notes()
  private let (begun, ended, atOnce) = (Log<String>(), Log<String>(), Log<Int>())
  private let scene: Scene

  init(_ scene: Scene) { self.scene = scene }

  @Sendable func write(_ photo: String) {
    begun.add(photo)
    atOnce.add(begun.entries.count - ended.entries.count)
    scene.point("\(photo) is being written")
    ended.add(photo)
    trace(photo)
  }

  /// The most photos that were written at the same time.
  var mostAtOnce: Int { atOnce.entries.max() ?? 0 }
}
