import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The terminal, if there is one.
public enum Terminal {
  /// Whether the output is read as it comes.
  public static var isShown: Bool { isatty(STDOUT_FILENO) == 1 }
  /// Whether a user can answer.
  public static var isInteractive: Bool { isShown && isatty(STDIN_FILENO) == 1 }

  /// Whether colours are welcome: on a terminal that knows them, unless `NO_COLOR` is set.
  public static var hasColours: Bool {
    let environment = ProcessInfo.processInfo.environment
    return isShown && environment["TERM"] != "dumb" && (environment["NO_COLOR"] ?? "").isEmpty
  }

  /// The number of columns; 80 if unknown.
  public static var width: Int {
    var size = winsize()
    #if canImport(Musl)
      let result = ioctl(STDOUT_FILENO, Int32(TIOCGWINSZ), &size)
    #else
      let result = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size)
    #endif
    return result == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
  }

  /// Whether the locale can show more than ASCII.
  static let hasUnicode: Bool = {
    let environment = ProcessInfo.processInfo.environment
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    return locale.map { $0.lowercased().contains("utf") } ?? true
  }()

  private static func shown(_ text: String) -> Data {
    guard !hasUnicode else { return Data(text.utf8) }
    let plain: [(String, String)] = [
      ("✓", "ok"), ("✘", "FAILED"), ("…", "..."), ("─", "-"), ("│", "|"), ("→", "->"), ("█", "#"), ("░", "."),
      ("▶", ">"), ("◀", "<"), ("·", "-"), ("×", "x"), ("–", "-"),
    ]
    return Data(plain.reduce(text) { $0.replacing($1.0, with: $1.1) }.utf8)
  }

  /// Writes to standard output at once and whole.
  public static func write(_ text: String) { FileHandle.standardOutput.write(shown(text)) }
  /// Writes to standard error at once and whole.
  public static func writeError(_ text: String) { FileHandle.standardError.write(shown(text)) }

  /// What came from the keyboard.
  public enum Key: Equatable { case letter(Character), none, closed }

  /// Runs `body` while single keys can be read without Return; the terminal is as before afterwards.
  public static func withSingleKeys<Result>(_ body: () throws -> Result) rethrows -> Result {
    var before = termios()
    guard isatty(STDIN_FILENO) == 1, tcgetattr(STDIN_FILENO, &before) == 0 else { return try body() }
    original.value = before
    var raw = before
    // Only lines and echo are turned off: Ctrl-C still ends the program.
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(STDIN_FILENO, TCSANOW, &raw)
    defer { restore() }
    return try body()
  }

  private static let original = Locked<termios?>(nil)

  /// Makes the terminal as it was.
  static func restore() {
    original.withValue {
      if var before = $0 { tcsetattr(STDIN_FILENO, TCSANOW, &before) }
      $0 = nil
    }
  }

  /// Waits for a key, at most so long; with `reads` false it only waits.
  public static func key(within time: Duration, reads: Bool = true) -> Key {
    var sources = [pollfd(fd: reads ? STDIN_FILENO : -1, events: Int16(POLLIN), revents: 0)]
    guard poll(&sources, 1, Int32(time / .milliseconds(1))) > 0 else { return .none }
    var byte: UInt8 = 0
    guard Foundation.read(STDIN_FILENO, &byte, 1) == 1 else { return .closed }
    return .letter(Character(UnicodeScalar(byte)))
  }
}
