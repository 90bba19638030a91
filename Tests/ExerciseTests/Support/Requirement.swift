import Foundation
import MiniOperations
import Testing

extension ExitTest.Condition {
  /// Every end of a requirement's process but `exit(0)`; ``judge(_:sourceLocation:)`` says which were wanted.
  ///
  /// Every requirement is tried in a process of its own, so that a trap, an `exit` or a deadlock in an
  /// exercise's code fails that one test, and the others still report:
  ///
  ///     @Test func `Both halves run at the same time`() async {
  ///       let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
  ///         fulfil { #expect(count == 2, "expected 2, got \(count): …") }
  ///       }
  ///       judge(end)
  ///     }
  ///
  /// The process ends with a code that cannot be known beforehand, so no `exit` is a way to pass.
  public static var ended: ExitTest.Condition { .failure }

  /// The state in which a process must end that came to its last line.
  public static var fulfilled: ExitTest.Condition { .exitCode(Code.fulfilled.number) }
}

/// What is kept of a requirement's process beside its end: what it wrote to standard error.
public var lastWords: [any PartialKeyPath<ExitTest.Result> & Sendable] { [\.standardErrorContent] }

/// What is added to the report when the process ended with `exit(0)`.
public let stopped: Comment =
  "expected the code to return, got a process that ended itself by exit(0): does the code call exit?"

/// Runs the checks of one requirement and ends the process; for the body of an exit test.
public func fulfil(fileID: String = #fileID, _ checks: () throws -> Void) -> Never {
  let codes = Code.take()
  let pipes = OpenPipes()
  Deadline.start(codes, module: String(fileID.prefix { $0 != "/" }))
  // No issue is a known one: this is the place that receives them.
  withKnownIssue(isIntermittent: true) {
    do { try checks() } catch { Issue.record(error, unexpected) }
  } matching: { _ in
    pipes.look()
    return false
  }
  exit(pipes.areUntouched ? codes(Patience.wasLost ? .fulfilledLate : .fulfilled) : EXIT_FAILURE)
}

/// Runs checks that wait for tasks.
public func fulfil(fileID: String = #fileID, _ checks: () async throws -> Void) async -> Never {
  let codes = Code.take()
  let pipes = OpenPipes()
  Deadline.start(codes, module: String(fileID.prefix { $0 != "/" }))
  await withKnownIssue(isIntermittent: true) {
    do { try await checks() } catch { Issue.record(error, unexpected) }
  } matching: { _ in
    pipes.look()
    return false
  }
  exit(pipes.areUntouched ? codes(Patience.wasLost ? .fulfilledLate : .fulfilled) : EXIT_FAILURE)
}

private let unexpected: Comment = "expected no error to come out of here"
