import Dispatch
import Foundation
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The terminal, if there is one; the only file of the narration that speaks to the system.
package enum Terminal {
  /// Whether a user can read and answer.
  package static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

  /// Whether the output is read as it comes.
  package static var isShown: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Whether colours are welcome: on a terminal that knows them, unless `NO_COLOR` is set.
  package static var hasColours: Bool {
    let environment = ProcessInfo.processInfo.environment
    return isShown && environment["TERM"] != "dumb" && (environment["NO_COLOR"] ?? "").isEmpty
  }

  /// Whether the locale can show more than ASCII.
  package static var hasUnicode: Bool {
    let environment = ProcessInfo.processInfo.environment
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    return locale.map { $0.lowercased().contains("utf") } ?? true
  }

  /// The number of columns; 80 if unknown.
  package static var width: Int {
    var size = winsize()
    #if canImport(Musl)
      let result = ioctl(STDOUT_FILENO, Int32(TIOCGWINSZ), &size)
    #else
      let result = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size)
    #endif
    return result == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
  }

  /// Writes to standard output at once and whole.
  package static func write(_ text: String) { write(text, to: STDOUT_FILENO) }

  /// Writes to standard error at once.
  package static func writeError(_ text: String) { write(text, to: STDERR_FILENO) }

  /// Lets a reader that goes away, such as `head`, be an error of `write` and not the end of the program.
  static func ignoreClosedPipes() { signal(SIGPIPE, SIG_IGN) }

  /// The processor time that this program has used, in seconds.
  static var processorTime: Double { Double(clock()) / Double(CLOCKS_PER_SEC) }

  /// Ends the program at once, while its threads still run.
  static func end(_ code: Int32) -> Never { _exit(code) }

  /// Writes as much as can be written; there is no place to report that output is closed or the disk full.
  private static func write(_ text: String, to file: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(file, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { return }
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

/// What can happen while a lesson waits for Return.
enum Keyboard {
  enum Outcome { case returnKey, closed, woken }

  private static let waiting = Mutex(false)

  /// Whether the lesson waits for a key.
  static var isAwaited: Bool { waiting.withLock { $0 } }

  /// Waits for a line on standard input.
  static func line() -> String? {
    waiting.withLock { $0 = true }
    defer { waiting.withLock { $0 = false } }
    return readLine()
  }

  /// Waits for a line on standard input, or for a byte in `waker`, whichever is first.
  static func wait(orFor waker: FileHandle) -> Outcome {
    waiting.withLock { $0 = true }
    defer { waiting.withLock { $0 = false } }
    var sources = [
      pollfd(fd: waker.fileDescriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&sources, nfds_t(sources.count), -1) < 0 && errno == EINTR {}
    if sources[0].revents != 0 { return .woken }
    return readLine() == nil ? .closed : .returnKey
  }
}

/// Ctrl-C, where something has to be done before the program ends.
enum Interrupt {
  /// Runs `body` on a thread of its own when Ctrl-C is pressed, and then ends the program with 130.
  ///
  /// A second one ends it at once. It works for as long as the result is kept.
  static func handle(_ body: @escaping @Sendable () -> Void) -> any DispatchSourceSignal {
    signal(SIGINT, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: DispatchQueue(label: "interrupt"))
    source.setEventHandler {
      signal(SIGINT, SIG_DFL)
      body()
      // The lesson still runs on its own thread; exit would tear down what it uses.
      _exit(130)
    }
    source.resume()
    return source
  }
}
