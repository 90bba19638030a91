import Foundation
import MiniOperations
import Terminal

extension Show {
  /// Watches the lesson, and ends it with 1 if it stalls.
  ///
  /// The tasks at the end of a lesson invite changes that make it wait forever.
  func watchForStalls() {
    let patience = flags.number("--patience") ?? 30
    let watcher = Thread { [self] in
      var detector = StallDetector(patience: patience)
      while true {
        Thread.sleep(forTimeInterval: min(1, patience / 4))
        let hasStalled = detector.observe(
          at: Double(recording.elapsed.nanoseconds) / 1e9, activity: console.lineCount + recording.activity,
          demandedTime: ThisProcess.demandedTime, isWaitingForKey: Keyboard.isAwaited)
        guard hasStalled else { continue }
        for line in stallReport(patience) { console.block(line) }
        ThisProcess.end(1)
      }
    }
    watcher.name = "watchdog"
    watcher.start()
  }

  private func stallReport(_ patience: Double) -> [String] {
    let what = "Nothing has happened for \(Int(patience.rounded(.up))) s: the lesson has stalled."
    return ["", console.colours.red("✗") + " " + what] + recording.unfinished.map { "  \($0)" }
      + ["  Press Ctrl-C to stop a lesson sooner; --patience SECONDS sets the time."]
  }
}

extension Recording {
  /// What has not finished, in words: stalled queues, operations, threads at work.
  var unfinished: [String] {
    let (queues, operations, pieces) = remaining
    return queues.filter { $0.operationCount > 0 }.map { $0.stallReport().description }
      + operations.filter { !$0.isFinished }.map { operation in
        let name = operation.name ?? "\(type(of: operation))"
        let dependencies = operation.dependencies.filter { !$0.isFinished }.map { "'\($0.name ?? "")'" }
        if !dependencies.isEmpty { return "'\(name)' waits for \(dependencies.joined(separator: ", "))." }
        return operation.isExecuting ? "'\(name)' is in progress." : "'\(name)' has not started."
      }
      + pieces.filter { $0.to == nil }.map { piece in
        piece.subject.isEmpty
          ? "Thread '\(piece.thread)' has not returned from a message."
          : "Thread '\(piece.thread)' has not returned from its work for '\(piece.subject)'."
      }
  }
}
