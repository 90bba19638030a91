import Dispatch
import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// Everything of this module that differs between Darwin, Glibc and Musl.

/// Lets a thread sleep until another says that it is its turn.
///
/// A turn that is given before the thread sleeps is not lost.
final class Baton: @unchecked Sendable {
  #if canImport(Darwin)
    // Darwin has no unnamed semaphores of the POSIX kind.
    private let semaphore = DispatchSemaphore(value: 0)

    func give() { semaphore.signal() }
    func take() { semaphore.wait() }
  #else
    // Unchecked: the pointer is constant, and made for use by several threads.
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    init() {
      semaphore.initialize(to: sem_t())
      sem_init(semaphore, 0, 0)
    }

    deinit {
      sem_destroy(semaphore)
      semaphore.deallocate()
    }

    func give() { sem_post(semaphore) }
    func take() { while sem_wait(semaphore) != 0 {} }
  #endif
}

/// The terminal, if there is one.
enum Terminal {
  /// Whether somebody can read and answer.
  static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

  /// Whether messages on the way reach a terminal.
  static var showsProgress: Bool { isatty(STDERR_FILENO) == 1 }

  /// How many columns there are, nil where that means nothing.
  static var width: Int? {
    var size = winsize()
    guard isatty(STDOUT_FILENO) == 1 else { return nil }
    #if canImport(Musl)
      let result = ioctl(STDOUT_FILENO, Int32(TIOCGWINSZ), &size)
    #else
      let result = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size)
    #endif
    return result == 0 && size.ws_col > 0 ? Int(size.ws_col) : nil
  }

  /// Whether the locale can show more than ASCII.
  static var hasUnicode: Bool {
    let environment = ProcessInfo.processInfo.environment
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    return locale.map { $0.lowercased().contains("utf") } ?? true
  }

  /// Writes to standard error at once.
  static func writeMessage(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }
}
