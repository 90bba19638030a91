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

/// Has a trap or another crash reported like any other finding, or prints the token of every running
/// schedule.
///
/// Neither can be caught, but between the signal and the end there is time. Nothing may be allocated or
/// locked in the handler, so it notes where the thread was. Then the thread waits, for ten seconds at most,
/// until the one that watches its engine has run the schedule again and printed the report. The tokens are
/// prepared in memory, for one `write`.
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
  /// The engine on whose thread the first trap has come, as an address; zero for none.
  private static let trapped = Atomic<UInt>(0)
  /// The calls in which that was, the innermost first; zeros after the last one.
  // Safety: written once, before the engine is told; read after that.
  private nonisolated(unsafe) static let callers: UnsafeMutableBufferPointer<UInt> = {
    let callers = UnsafeMutableBufferPointer<UInt>.allocate(capacity: 64)
    callers.initialize(repeating: 0)
    return callers
  }()
  /// Something to read when the report was printed, where to write it, and what standard error is.
  private nonisolated(unsafe) static let files = UnsafeMutablePointer<Int32>.allocate(capacity: 3)
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

  /// Where the first trap has come, if that was on a thread of this engine; otherwise the process ends
  /// meanwhile.
  static func trap(of engine: Engine) -> CallSite {
    let address = UInt(bitPattern: Unmanaged.passUnretained(engine).toOpaque())
    while trapped.load(ordering: .relaxed) != address { pause() }
    return CallSite(trap: callers.prefix { $0 != 0 })
  }

  /// What the process prints to standard error meanwhile, which is not shown.
  static func muted(_ body: () -> Void) -> String {
    guard let file = tmpfile() else {
      body()
      return ""
    }
    files[2] = dup(STDERR_FILENO)
    dup2(fileno(file), STDERR_FILENO)
    body()
    dup2(files[2], STDERR_FILENO)
    lseek(fileno(file), 0, SEEK_SET)
    let text = FileHandle(fileDescriptor: fileno(file)).readDataToEndOfFile()
    return String(decoding: text, as: UTF8.self)
  }

  /// Prints the text, and lets the process end.
  static func end(saying text: String) -> Never {
    FileHandle.standardError.write(Data(text.utf8))
    _ = write(files[1], files, 1)
    while true { pause() }
  }

  private static func install() {
    // Created here: a signal handler must not allocate.
    _ = (places, former, introduction, newLine, callers, trapped.load(ordering: .relaxed))
    pipe(files)
    files[2] = STDERR_FILENO
    for signal in signals {
      var action = sigaction { signal, _, context in CrashReporter.handle(signal, context) }
      sigaction(signal, &action, former + Int(signal))
    }
  }

  /// Waits for the report or prints the tokens, and restores the earlier handler, which handles the signal
  /// when it comes again.
  private static func handle(_ signal: Int32, _ context: UnsafeMutableRawPointer?) {
    if !awaitReport(context) { printTokens() }
    sigaction(signal, former + Int(signal), nil)
    // A trap comes again by itself when this returns; a signal that was sent does not.
    if signal == SIGABRT { raise(signal) }
  }

  /// - Returns: Whether the report was printed.
  private static func awaitReport(_ context: UnsafeMutableRawPointer?) -> Bool {
    guard let engine = sightEngine() else { return false }
    let isFirst = trapped.compareExchange(
      expected: 0, desired: UInt(bitPattern: engine), ordering: .relaxed
    ).exchanged
    if isFirst, let context { _ = sightCallersOfTrap(context, callers.baseAddress!, callers.count) }
    Unmanaged<Engine>.fromOpaque(engine).takeUnretainedValue().control.hasTrapped.store(
      true, ordering: .releasing)
    // The one that came first ends the process.
    while !isFirst { pause() }
    var answer = pollfd(fd: files[0], events: Int16(POLLIN), revents: 0)
    return poll(&answer, 1, 10_000) > 0
  }

  private static func printTokens() {
    dup2(files[2], STDERR_FILENO)
    for place in 0..<capacity {
      guard let token = places[place].token, let count = places[place].count else { continue }
      if let cause = places[place].cause { _ = write(STDERR_FILENO, cause.baseAddress, cause.count) }
      _ = write(STDERR_FILENO, introduction.baseAddress, introduction.count)
      _ = write(STDERR_FILENO, token, count.pointee)
      _ = write(STDERR_FILENO, newLine.baseAddress, newLine.count)
    }
  }
}

extension UnsafeMutableBufferPointer<UInt8> {
  static func copy(of text: String) -> Self {
    let buffer = allocate(capacity: text.utf8.count)
    _ = buffer.initialize(from: text.utf8)
    return buffer
  }
}
