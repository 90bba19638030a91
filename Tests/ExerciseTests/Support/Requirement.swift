import Foundation
import MiniOperations
import Testing

extension ExitTest.Condition {
  /// The state in which a requirement's process must end: it came to its last line.
  ///
  /// Every requirement is tried in a process of its own, so that a trap, an `exit` or a deadlock in an
  /// exercise's code fails that one test, and the others still report:
  ///
  ///     @Test func `Both halves run at the same time`() async {
  ///       await #expect(processExitsWith: .fulfilled, stopped) {
  ///         fulfil { #expect(count == 2, "expected 2, got \(count): …") }
  ///       }
  ///     }
  ///
  /// The process ends with a code that nobody can know beforehand, so `exit(0)` is no way to pass.
  public static var fulfilled: ExitTest.Condition { .exitCode(Secret.shared) }
}

/// What is added to the report when the process ended before its last line.
public let stopped: Comment =
  """
  expected the code to return, got a process that ended early: it trapped (a sum that is too large, an index \
  out of range, a forced nil, a Misuse of the framework), called exit, or closed a pipe that was not its own. \
  If it left a message, that stands above
  """

/// Runs the checks of one requirement and ends the process; for the body of an exit test.
public func fulfil(_ checks: () throws -> Void) -> Never {
  let code = Secret.take()
  let pipes = OpenPipes()
  Deadline.start(endingWith: code)
  // No issue is a known one: this is where somebody hears of them.
  withKnownIssue(isIntermittent: true) {
    do { try checks() } catch { Issue.record(error, unexpected) }
  } matching: { _ in
    pipes.look()
    return false
  }
  exit(pipes.areUntouched ? code : EXIT_FAILURE)
}

/// Runs checks that wait for tasks.
public func fulfil(_ checks: () async throws -> Void) async -> Never {
  let code = Secret.take()
  let pipes = OpenPipes()
  Deadline.start(endingWith: code)
  await withKnownIssue(isIntermittent: true) {
    do { try await checks() } catch { Issue.record(error, unexpected) }
  } matching: { _ in
    pipes.look()
    return false
  }
  exit(pipes.areUntouched ? code : EXIT_FAILURE)
}

private let unexpected: Comment = "expected no error to come out of here"

/// The code with which a fulfilled requirement's process ends, handed on through the environment.
private enum Secret {
  private static let variable = "REQUIREMENT_CODE"

  /// Chosen once in the process that runs the tests.
  static let shared: Int32 = {
    Compiled.announce()
    let code = Int32.random(in: 70...250)
    setenv(variable, "\(code)", 1)
    return code
  }()

  /// Reads the code in a requirement's process, and wipes it out before any code of the exercise runs.
  static func take() -> Int32 {
    guard let place = getenv(variable), let code = Int32(String(cString: place)) else {
      fatalError("fulfil is for the body of #expect(processExitsWith: .fulfilled).")
    }
    // Overwritten where it stands: to take it out of the list would leave it in /proc/self/environ.
    memset(place, 0, strlen(place))
    unsetenv(variable)
    return code
  }
}

/// Ends a requirement's process when it does not come to an end by itself.
private enum Deadline {
  static func start(endingWith code: Int32) {
    let watch = Thread {
      // Counted in short sleeps: where the machine is so busy that each of them comes late, the code under
      // test had less time too.
      var stillness = 0
      var before = clock()
      for _ in 0..<90 where stillness < 40 {
        SystemTime().sleep(for: .milliseconds(100))
        // What this thread uses itself is far less than a fiftieth of its sleep.
        stillness = (clock() - before) * 500 < CLOCKS_PER_SEC ? stillness + 1 : 0
        before = clock()
      }
      Issue.record(
        stillness == 40
          ? """
          expected an end, got none: for 4 seconds no thread has done anything. Each waits for something that \
          never happens (an operation that does not finish, a lock that is not given back)
          """
          : """
          expected an end, got none within 9 seconds. A loop does not end, or asks again and again for \
          something that never happens
          """)
      // The issue says it all; another code would only add a second one.
      exit(code)
    }
    watch.start()
  }
}
