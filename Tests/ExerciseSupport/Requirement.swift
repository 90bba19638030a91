import Foundation
import MiniOperations
import Synchronization
import Testing

extension ExitTest.Condition {
  /// Every end of a requirement's process but `exit(0)`; ``judge(_:_:sourceLocation:)`` says which were
  /// wanted.
  ///
  /// Before its last line the process says a word that cannot be known beforehand, so no `exit` is a way to
  /// pass.
  static var ended: ExitTest.Condition { .failure }
}

/// What is kept of a requirement's process beside its end: what it wrote to standard error.
var lastWords: [any PartialKeyPath<ExitTest.Result> & Sendable] { [\.standardErrorContent] }

/// What is added to the report when the process ended with `exit(0)`.
let stopped: Comment =
  "expected the code to return, got a process that ended itself by exit(0): does the code call exit?"

/// Runs the checks of one requirement and ends the process; for the body of an exit test.
func fulfil(fileID: String = #fileID, _ own: Own, _ checks: () -> Void) -> Never {
  let trial = Trial(fileID, own)
  withKnownIssue(isIntermittent: true) {
    checks()
  } matching: {
    trial.hear($0)
  }
  trial.end()
}

/// What a requirement's process records about its own run.
///
/// Silence is not success: the process that runs the tests must read a word that was made up for this
/// process, and that is said after the last line if no expectation has failed.
final class Trial: Sendable {
  private static let running = Mutex<Trial?>(nil)
  /// The run of this process; nil in the process that runs the tests.
  static var current: Trial? { running.withLock { $0 } }

  private let word: String
  private let pipes = OpenPipes()
  private let failures = Atomic(0)

  init(_ fileID: String, _ own: Own) {
    word = own.word
    // Read now: the code of the exercise must not choose them.
    _ = Chosen.seed
    _ = Chosen.replay
    Confinement.enter(own.folder)
    Deadline.start(module: String(fileID.prefix { $0 != "/" }))
    Trial.running.withLock { $0 = self }
  }

  /// Hears of an issue; none of them is a known one.
  func hear(_ issue: Issue) -> Bool {
    pipes.look()
    if isFailure(issue) { failures.add(1, ordering: .relaxed) }
    return false
  }

  func end(failed: Bool = false) -> Never {
    guard pipes.areUntouched else { exit(EXIT_FAILURE) }
    guard !failed, failures.load(ordering: .relaxed) == 0 else {
      exit((Patience.wasLost ? Code.failedLate : .failed).rawValue)
    }
    FileHandle.standardError.write(Data("\n\(word)\n".utf8))
    exit((Patience.wasLost ? Code.fulfilledLate : .fulfilled).rawValue)
  }
}

/// Whether an issue makes a test fail; before 6.3, all do.
func isFailure(_ issue: Issue) -> Bool {
  #if compiler(>=6.3)
    issue.isFailure
  #else
    true
  #endif
}
