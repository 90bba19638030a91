import Foundation
import LessonKit

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A lesson that runs at a terminal of 80 columns and 24 lines, with a test at the keyboard.
final class PseudoTerminal {
  private let process = Process()
  private let keyboard: FileHandle
  /// Bytes and not text: a character may come in two parts.
  private var received = Data()
  /// How much of it has been looked through.
  private var position = 0

  /// The file in which the lesson keeps the answers.
  let progress = URL(filePath: NSTemporaryDirectory()).appending(path: "progress-\(UUID().uuidString).txt")

  deinit { try? FileManager.default.removeItem(at: progress) }

  /// Starts a lesson with these flags, and with this text as the progress that was kept.
  ///
  /// With `ownsKeyboard` the lesson runs below a shell for which this terminal is the controlling one, so
  /// that Ctrl-C is a signal; the shell tells the exit code.
  init(_ number: Int, _ flags: String..., kept: String? = nil, ownsKeyboard: Bool = false) throws {
    guard let (main, name) = Platform.open() else {
      throw Failure(description: "The system has no pseudo-terminal (error \(errno)).")
    }
    if let kept { try kept.write(to: progress, atomically: true, encoding: .utf8) }
    Platform.resize(main, columns: 80, lines: 24)
    let other = open(name, O_RDWR | O_NOCTTY)
    keyboard = FileHandle(fileDescriptor: main, closeOnDealloc: true)
    let terminal = FileHandle(fileDescriptor: other, closeOnDealloc: false)
    let program = LessonRun.program(number)
    process.executableURL = ownsKeyboard ? PseudoTerminal.setsid : program
    let shell = ["--ctty", "sh", "-c", "trap : INT; \"$0\" \"$@\"; echo \"ended with $?\"", program.path]
    process.arguments = ownsKeyboard ? shell + flags : flags
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["LANG": "C.UTF-8", "TERM": "xterm", "NO_COLOR": "1", "COURSE_PROGRESS": progress.path]
    ) { $1 }
    process.standardInput = terminal
    process.standardOutput = terminal
    process.standardError = terminal
    try process.run()
    // The end of the lesson is seen only if no other process has its side of the terminal open.
    try terminal.close()
  }

  /// Everything that was on the screen so far.
  var screen: String { String(decoding: received, as: UTF8.self) }

  /// What makes a terminal the controlling one of a program; macOS has no such program.
  static let setsid = URL(filePath: "/usr/bin/setsid")
  static var canOwnKeyboard: Bool { FileManager.default.isExecutableFile(atPath: setsid.path) }

  /// Types a line.
  func type(_ line: String = "") { keyboard.write(Data("\(line)\n".utf8)) }

  /// Presses Ctrl-C.
  func pressControlC() { keyboard.write(Data([3])) }

  /// Makes the window wider or narrower, as a user does.
  func resize(columns: UInt16) { Platform.resize(keyboard.fileDescriptor, columns: columns, lines: 24) }

  /// Reads until this text is on the screen, after everything read before, and returns what came before it.
  ///
  /// Fails at the end of the lesson, and after five minutes without output. So read until something that
  /// comes in any case, and look then for what might be missing.
  @discardableResult func read(until text: String) async throws -> String {
    while true {
      if let place = received.range(of: Data(text.utf8), in: position..<received.count) {
        defer { position = place.upperBound }
        return String(decoding: received[position..<place.lowerBound], as: UTF8.self)
      }
      guard try await readMore() else {
        throw Failure(description: "The lesson ended without '\(text)'. The screen:\n\(screen.suffix(1500))")
      }
    }
  }

  /// Presses Return for each remaining step, and returns the exit code.
  func stepToEnd() async throws -> Int32 {
    let prompt = Data("Return runs this step".utf8)
    repeat {
      while let place = received.range(of: prompt, in: position..<received.count) {
        position = place.upperBound
        type()
      }
    } while try await readMore()
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Reads to the end and returns the exit code.
  func readToEnd() async throws -> Int32 {
    while try await readMore() {}
    process.waitUntilExit()
    return process.terminationReason == .uncaughtSignal
      ? 128 + process.terminationStatus : process.terminationStatus
  }

  private func readMore() async throws -> Bool {
    let file = keyboard.fileDescriptor
    // On a thread of its own, because tests share the few threads of Swift's pool.
    let bytes: [UInt8]? = await withCheckedContinuation { continuation in
      Thread {
        var waiting = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, 300_000) > 0 else { return continuation.resume(returning: nil) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        // An error is how a terminal says that its last user has closed it.
        let count = Platform.read(file, &bytes)
        continuation.resume(returning: Array(bytes.prefix(max(0, count))))
      }.start()
    }
    guard let bytes else {
      process.terminate()
      throw Failure(description: "Nothing came for five minutes. The screen:\n\(screen.suffix(1500))")
    }
    received.append(contentsOf: bytes.filter { $0 != UInt8(ascii: "\r") })
    return !bytes.isEmpty
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private enum Platform {
    static func resize(_ main: Int32, columns: UInt16, lines: UInt16) {
      var size = winsize(ws_row: lines, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
      #if canImport(Musl)
        _ = ioctl(main, Int32(TIOCSWINSZ), &size)
      #else
        _ = ioctl(main, UInt(TIOCSWINSZ), &size)
      #endif
    }

    /// The main side of a new pseudo-terminal, and the name of the other side.
    static func open() -> (Int32, String)? {
      #if canImport(Darwin)
        let main = posix_openpt(O_RDWR | O_NOCTTY)
        guard main >= 0, grantpt(main) == 0, unlockpt(main) == 0, let name = ptsname(main) else { return nil }
        return (main, String(cString: name))
      #else
        // The functions above are in the C library and not in its module; these two requests do the same.
        #if canImport(Glibc)
          let main = Glibc.open("/dev/ptmx", O_RDWR | O_NOCTTY)
        #else
          let main = Musl.open("/dev/ptmx", O_RDWR | O_NOCTTY)
        #endif
        let (unlock, getNumber) = (0x4004_5431, 0x8004_5430)
        var isLocked: Int32 = 0
        var number: Int32 = 0
        guard main >= 0, ioctl(main, .init(unlock), &isLocked) == 0,
          ioctl(main, .init(getNumber), &number) == 0
        else { return nil }
        return (main, "/dev/pts/\(number)")
      #endif
    }

    static func read(_ file: Int32, _ bytes: inout [UInt8]) -> Int {
      #if canImport(Darwin)
        Darwin.read(file, &bytes, bytes.count)
      #elseif canImport(Glibc)
        Glibc.read(file, &bytes, bytes.count)
      #elseif canImport(Musl)
        Musl.read(file, &bytes, bytes.count)
      #endif
    }
  }
}
