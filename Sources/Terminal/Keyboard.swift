import Foundation
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Single keys, read without Return, and lines.
package enum Keyboard {
  /// The result of waiting for a key.
  package enum Key: Equatable { case letter(Character), none, closed }

  /// Runs `body` while single keys can be read without Return, and restores the terminal.
  package static func withSingleKeys<Result>(_ body: () throws -> Result) rethrows -> Result {
    var before = termios()
    guard isatty(STDIN_FILENO) == 1, tcgetattr(STDIN_FILENO, &before) == 0 else { return try body() }
    original.withLock { $0 = before }
    var raw = before
    // Only lines and echo are turned off: Ctrl-C still ends the program.
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(STDIN_FILENO, TCSANOW, &raw)
    defer { restore() }
    return try body()
  }

  /// Runs `body`, for example an editor, with the terminal in its original mode.
  package static func withLines<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard let before = original.withLock({ $0 }) else { return try body() }
    var raw = termios()
    tcgetattr(STDIN_FILENO, &raw)
    var lines = before
    tcsetattr(STDIN_FILENO, TCSADRAIN, &lines)
    defer { tcsetattr(STDIN_FILENO, TCSADRAIN, &raw) }
    return try body()
  }

  private static let original = Mutex<termios?>(nil)

  /// Restores the terminal's original mode.
  package static func restore() {
    original.withLock {
      if var before = $0 { tcsetattr(STDIN_FILENO, TCSANOW, &before) }
      $0 = nil
    }
  }

  /// Waits for a key, at most for `time`; with `reads` false it only waits.
  package static func key(within time: Duration, reads: Bool = true) -> Key {
    var sources = [pollfd(fd: reads ? STDIN_FILENO : -1, events: Int16(POLLIN), revents: 0)]
    guard poll(&sources, 1, Int32(time / .milliseconds(1))) > 0 else { return .none }
    var byte: UInt8 = 0
    guard Foundation.read(STDIN_FILENO, &byte, 1) == 1 else { return .closed }
    return .letter(Character(UnicodeScalar(byte)))
  }

  /// What ended the wait for a line.
  package enum Outcome { case line, closed, woken }

  private static let waiting = Mutex(false)

  /// Whether a line is waited for.
  package static var isAwaited: Bool { waiting.withLock { $0 } }

  /// Waits for a line; nil at the end of the input.
  package static func line() -> String? {
    waiting.withLock { $0 = true }
    defer { waiting.withLock { $0 = false } }
    return readLine()
  }

  /// Waits for a line or for a byte in `waker`, whichever comes first.
  package static func line(orFor waker: FileHandle) -> Outcome {
    waiting.withLock { $0 = true }
    defer { waiting.withLock { $0 = false } }
    var sources = [
      pollfd(fd: waker.fileDescriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&sources, nfds_t(sources.count), -1) < 0 && errno == EINTR {}
    if sources[0].revents != 0 { return .woken }
    return readLine() == nil ? .closed : .line
  }
}
