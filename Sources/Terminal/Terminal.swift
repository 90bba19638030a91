import Foundation
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What standard input, output and error are, and what their terminal can show.
///
/// This file and `Keyboard` are the only ones of this module that depend on the platform.
package enum Terminal {
  /// Whether a user can read and answer.
  package static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && isShown }

  /// Whether standard output is a terminal.
  package static var isShown: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Whether standard error is a terminal.
  package static var showsErrors: Bool { isatty(STDERR_FILENO) == 1 }

  /// Whether to use colours: on a terminal that supports them, unless `NO_COLOR` is set.
  package static var hasColours: Bool {
    isShown && environment["TERM"] != "dumb" && (environment["NO_COLOR"] ?? "").isEmpty
  }

  /// Whether the locale can show more than ASCII.
  package static let hasUnicode: Bool = {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    return locale.map { $0.lowercased().contains("utf") } ?? true
  }()

  /// How many columns standard output has; nil if it is not a terminal.
  package static var columns: Int? { size.flatMap { $0.ws_col > 0 ? Int($0.ws_col) : nil } }

  /// How many rows standard output has; nil if it is not a terminal.
  package static var rows: Int? { size.flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil } }

  private static var size: winsize? {
    var size = winsize()
    #if canImport(Musl)
      let result = ioctl(STDOUT_FILENO, Int32(TIOCGWINSZ), &size)
    #else
      let result = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size)
    #endif
    return result == 0 ? size : nil
  }

  /// The number of columns; 80 if unknown.
  package static var width: Int { columns ?? 80 }

  /// Writes the whole text to standard output at once.
  package static func write(_ text: String) { write(text, to: STDOUT_FILENO) }

  /// Writes the whole text to standard error at once.
  package static func writeError(_ text: String) { write(text, to: STDERR_FILENO) }

  /// Writes a text for a reader, with ASCII signs if the locale requires them; for data, use `write`.
  package static func show(_ text: String) { write(shown(text)) }

  /// Writes a text for a reader to standard error.
  package static func showError(_ text: String) { writeError(shown(text)) }

  /// Makes a reader that closes the pipe, such as `head`, an error of `write` and not the end of the program.
  package static func ignoreClosedPipes() { signal(SIGPIPE, SIG_IGN) }

  private static func shown(_ text: String) -> String { hasUnicode ? text : text.inPlainSigns }

  private static var environment: [String: String] { ProcessInfo.processInfo.environment }

  /// Why a write to standard output failed, in the system's words; nil if none failed.
  package static var outputFailure: String? {
    failure.withLock { $0 }.map { String(cString: strerror($0)) }
  }

  /// Opens standard streams that were closed before the program began on `/dev/null`.
  ///
  /// Otherwise the next file that the program opens gets the descriptor, and output goes into that file.
  package static func openClosedStreams() {
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) == -1 {
      _ = open("/dev/null", O_RDWR)
    }
  }

  /// The number of the first error of a write to standard output.
  private static let failure = Mutex<Int32?>(nil)

  /// Writes as much as possible.
  ///
  /// A failure on standard error cannot be reported; one on standard output is kept.
  private static func write(_ text: String, to file: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(file, $0.baseAddress, $0.count) }
      let error = errno
      if count < 0 && error == EINTR { continue }
      if count <= 0 {
        if file == STDOUT_FILENO { failure.withLock { $0 = $0 ?? error } }
        return
      }
      rest = rest.dropFirst(count)
    }
  }

  private static func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Darwin)
      Darwin.write(file, bytes, count)
    #elseif canImport(Glibc)
      Glibc.write(file, bytes, count)
    #elseif canImport(Musl)
      Musl.write(file, bytes, count)
    #endif
  }
}
