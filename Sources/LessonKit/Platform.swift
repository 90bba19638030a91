import Dispatch
import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The terminal, if there is one; the only file of the narration that speaks to the system.
package enum Terminal {
  /// Whether somebody can read and answer.
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

  /// How many columns there are; 80 where nobody knows.
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
  package static func write(_ text: String) {
    FileHandle.standardOutput.write(Data(text.utf8))
  }

  /// Writes to standard error at once.
  package static func writeError(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }
}

/// What can happen while a lesson waits for Return.
enum Keyboard {
  enum Outcome { case returnKey, closed, woken }

  /// Waits for a line on standard input, or for a byte in `waker`, whichever is first.
  static func wait(orFor waker: FileHandle) -> Outcome {
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
  /// A second one ends it at once. It goes on for as long as the result is kept.
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
