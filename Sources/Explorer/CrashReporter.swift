import ExplorerHooks
import Foundation
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Prints the token of every running schedule when a trap ends the process.
///
/// A trap cannot be caught, but between the signal and the end there is time
/// for one `write`. Nothing may be allocated or locked there, so the whole text
/// is prepared in memory. Then the thread waits, for ten seconds at most, until
/// the one that watches its engine has run the schedule again and printed its
/// table.
enum CrashReporter {
  private struct Place {
    var token: UnsafeMutablePointer<UInt8>?
    var count: UnsafeMutablePointer<Int>?
    /// What is known about the cause.
    var cause: UnsafeMutableBufferPointer<UInt8>?
  }

  private static let capacity = 64
  // Safety: changed under `gate`; the handler reads it when the process is about to end.
  private nonisolated(unsafe) static let places: UnsafeMutablePointer<Place> = {
    let places = UnsafeMutablePointer<Place>.allocate(capacity: capacity)
    places.initialize(repeating: Place(), count: capacity)
    return places
  }()
  private nonisolated(unsafe) static let former: UnsafeMutablePointer<sigaction> = {
    let former = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
    former.initialize(repeating: sigaction(), count: 65)
    return former
  }()
  private nonisolated(unsafe) static let introduction = UnsafeMutableBufferPointer<UInt8>.copy(
    of: "\nThe process ends in the middle of an exploration. replay: ")
  private nonisolated(unsafe) static let newLine = UnsafeMutableBufferPointer<UInt8>.copy(of: "\n")
  /// The engine on whose thread a trap has come last, as an address.
  private static let trapped = Atomic<UInt>(0)
  private static let isShown = Atomic<Bool>(false)
  /// Something to read when the table was printed, and where to write it.
  private nonisolated(unsafe) static let shown = UnsafeMutablePointer<Int32>.allocate(capacity: 2)
  private static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE]
  private static let gate = NSLock()
  private static let installed: Void = install()

  /// Has the token printed if the process crashes from now on.
  static func add(_ token: TokenBuffer) {
    _ = installed
    gate.withLock {
      guard let free = (0..<capacity).first(where: { places[$0].token == nil }) else { return }
      places[free] = Place(token: token.bytes, count: token.length, cause: token.cause)
    }
  }

  static func remove(_ token: TokenBuffer) {
    gate.withLock {
      for place in 0..<capacity where places[place].token == token.bytes { places[place] = Place() }
    }
  }

  /// Whether a trap has come on a thread of this engine; the thread waits in its handler.
  static func hasTrapped(_ engine: Engine) -> Bool {
    trapped.load(ordering: .acquiring) == UInt(bitPattern: Unmanaged.passUnretained(engine).toOpaque())
  }

  /// Prints the text, and lets the process end.
  static func end(saying text: String) -> Never {
    FileHandle.standardError.write(Data(text.utf8))
    _ = write(shown[1], shown, 1)
    while true { pause() }
  }

  private static func install() {
    _ = (places, former, introduction, newLine)
    pipe(shown)
    for signal in signals {
      var action = sigaction(report)
      sigaction(signal, &action, former + Int(signal))
    }
  }

  /// Prints the tokens and restores the earlier handler, which handles the signal when it comes again.
  private static let report: @convention(c) (Int32) -> Void = { signal in
    let isAgain = CrashReporter.isShown.load(ordering: .relaxed)
    for place in 0..<(isAgain ? 0 : CrashReporter.capacity) {
      guard let token = CrashReporter.places[place].token, let count = CrashReporter.places[place].count
      else {
        continue
      }
      if let cause = CrashReporter.places[place].cause {
        _ = write(STDERR_FILENO, cause.baseAddress, cause.count)
      }
      _ = write(STDERR_FILENO, CrashReporter.introduction.baseAddress, CrashReporter.introduction.count)
      _ = write(STDERR_FILENO, token, count.pointee)
      _ = write(STDERR_FILENO, CrashReporter.newLine.baseAddress, CrashReporter.newLine.count)
    }
    if signal == SIGILL || signal == SIGTRAP, let engine = sightEngine() {
      CrashReporter.isShown.store(true, ordering: .relaxed)
      CrashReporter.trapped.store(UInt(bitPattern: engine), ordering: .releasing)
      var answer = pollfd(fd: CrashReporter.shown[0], events: Int16(POLLIN), revents: 0)
      poll(&answer, 1, 10_000)
    }
    sigaction(signal, CrashReporter.former + Int(signal), nil)
    // A trap comes again by itself when this returns; a signal that was sent does not.
    if signal == SIGABRT { raise(signal) }
  }
}

extension UnsafeMutableBufferPointer<UInt8> {
  static func copy(of text: String) -> Self {
    let buffer = allocate(capacity: text.utf8.count)
    _ = buffer.initialize(from: text.utf8)
    return buffer
  }
}
