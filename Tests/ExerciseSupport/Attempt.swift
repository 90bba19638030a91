import Foundation
import Synchronization
import Testing

/// One try of one requirement.
final class Attempt: Sendable {
  @TaskLocal static var current: Attempt?

  /// Whether an early end counts now.
  let isLast: Bool
  private let early = Mutex(false)
  private let failures = Atomic(0)

  init(isLast: Bool) { self.isLast = isLast }

  var hasEndedEarly: Bool { early.withLock { $0 } }

  /// Whether a failure has come from the requirement's process.
  var hasFailed: Bool { failures.load(ordering: .relaxed) > 0 }

  /// Runs the requirement and counts what fails in it; no issue is a known one.
  func run(_ function: () async throws -> Void) async throws {
    try await Attempt.$current.withValue(self) {
      try await withKnownIssue(isIntermittent: true) {
        try await function()
      } matching: { issue in
        if isFailure(issue) { self.failures.add(1, ordering: .relaxed) }
        return false
      }
    }
  }

  func endedEarly() { early.withLock { $0 = true } }
}

/// Tries a requirement again when its process ended early, and gives up on an exercise that has stalled.
public struct Requirements: SuiteTrait, TestTrait, TestScoping {
  /// It is for each requirement, not for a suite of them.
  public var isRecursive: Bool { true }

  /// Runs a requirement, and once more if its process ended early.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    Confinement.prepare()
    let module = test.sourceLocation.moduleName
    await Turnstile.pass(module)
    defer { Turnstile.leave(module) }
    guard !Pace.isGivenUp(module) else {
      Issue.record(
        "not tried: four requirements of this exercise have stalled before. Check the first of them",
        sourceLocation: test.sourceLocation)
      return
    }
    let first = Attempt(isLast: false)
    try await first.run(function)
    guard first.hasEndedEarly else { return }
    try await Attempt(isLast: true).run(function)
  }
}

extension Trait where Self == Requirements {
  /// What every suite of an exercise's requirements has.
  public static var requirements: Requirements { Requirements() }
}

/// Says whether the end of a requirement's process was the wanted one, and what it means if not.
func judge(_ end: ExitTest.Result?, _ own: Own, sourceLocation: SourceLocation = #_sourceLocation) {
  Confinement.remove(own.folder)
  // It ended with exit(0), which has been reported.
  guard let end else { return }
  let module = sourceLocation.moduleName
  let code: Code? = if case .exitCode(let number) = end.exitStatus { Code(rawValue: number) } else { nil }
  switch code {
  case .fulfilled, .fulfilledLate:
    if code == .fulfilledLate { Pace.stoodStill(in: module) }
    guard !own.isSaid(in: String(decoding: end.standardErrorContent, as: UTF8.self)) else { return }
    Issue.record(
      "expected the requirement to reach its last line, got a process that ended as if it had, and did not",
      sourceLocation: sourceLocation)
  case .failed, .failedLate:
    if code == .failedLate { Pace.stoodStill(in: module) }
    guard let attempt = Attempt.current, !attempt.hasFailed else { return }
    Issue.record(
      "an expectation failed, and its text has not arrived: does the code close files that are not its own?",
      sourceLocation: sourceLocation)
  case .stoodStill, .askedAgainAndAgain, .turnedRound:
    Pace.stoodStill(in: module)
    Issue.record("\(standstill(code))", sourceLocation: sourceLocation)
  case .hadTooManyThreads:
    Issue.record(
      "expected the code to return, got more than \(Limits.threads) threads at the same time",
      sourceLocation: sourceLocation)
  case nil:
    if let attempt = Attempt.current, !attempt.isLast { return attempt.endedEarly() }
    Issue.record("\(earlyEnd(end))", sourceLocation: sourceLocation)
  }
}

private func standstill(_ code: Code?) -> String {
  switch code {
  case .stoodStill:
    """
    expected the code to return, got a standstill: every thread waits, for a lock that is not released, an \
    operation that does not finish, or a signal that was sent before or never
    """
  case .askedAgainAndAgain:
    """
    expected the code to return, got threads that wake up again and again and continue to wait: the \
    condition that they check never becomes true
    """
  default: "expected the code to return, got a loop that does not end; it uses a processor all the time"
  }
}

/// How the process ended, and what it said last.
private func earlyEnd(_ end: ExitTest.Result) -> String {
  let words = lastWords(in: String(decoding: end.standardErrorContent, as: UTF8.self))
  let how =
    switch end.exitStatus {
    case .exitCode(EXIT_FAILURE):
      "with exit status 1, as by exit(1), or because the code closed a file that is not its own"
    case .exitCode(let number): "with exit status \(number): does the code call exit?"
    case .signal(let number): "by signal \(number), \(cause(ofSignal: number, words))"
    @unknown default: "in a way that is not known"
    }
  return """
    expected the code to return, got a process that ended early, twice, \(how)
    \(words.isEmpty ? "It left no message, as a sum that is too large does" : words.joined(separator: "\n"))
    """
}

/// What such a signal means, or a question where the last words leave one cause.
private func cause(ofSignal number: Int32, _ words: [String]) -> String {
  // Which of the two signals a trap raises depends on the processor.
  let isRecursiveMutex = words.contains { $0.contains("Recursive call to lock Mutex") }
  return switch number {
  case SIGTRAP where isRecursiveMutex, SIGILL where isRecursiveMutex:
    """
    a trap: a thread locks a Mutex that it has locked already. Is an object released, an observer notified \
    or a closure called while the lock is held?
    """
  case SIGTRAP, SIGILL:
    "a trap: a sum that is too large, an index out of range, a nil that was unwrapped, or a refused misuse"
  case SIGABRT: "which the program raised itself (abort)"
  case SIGSEGV, SIGBUS: "an access to memory that is not there: unsafe code, or a recursion without an end"
  case SIGKILL: "from outside: was there no memory left?"
  default: "SIG\(String(cString: strsignal(number)).uppercased())"
  }
}

/// The lines of an error output that say what happened: those of a trap, or else the last three.
private func lastWords(in text: String) -> [String] {
  let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    .filter { line in !line.unicodeScalars.contains { $0 == "\u{FFFD}" || $0.value < 32 } }
  let traps = lines.indices.filter { lines[$0].contains("atal error:") }
  guard let trap = traps.first else { return Array(lines.filter { !$0.isEmpty }.suffix(3)) }
  // The folder of a file is of no interest, its name and line are.
  let message = lines[trap].replacing(/^\/?(?:[^\s:]*\/)+/, with: "")
  // A misuse has more lines: what to do instead.
  let rest = lines[(trap + 1)...].prefix { !$0.isEmpty && !$0.contains("stack trace") && !$0.hasPrefix("*") }
  // A trap may be told twice.
  return [String(message)] + rest.filter { !$0.contains("atal error:") }.prefix(2)
}
