import Dispatch
import Foundation
import MemoryHooks
import Synchronization
import Terminal

#if os(Linux) && canImport(Runtime)
  import Runtime
#endif

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// What differs between Darwin, Glibc and Musl, but for threads, which have `PlatformThreads.swift`.

/// Where the calling thread is, for a look-up among the program's own lines.
///
/// Only return addresses are recorded here. Their meaning is in the program's
/// debug information, which the Swift runtime reads on Linux; elsewhere a
/// thread is shown where it was declared.
struct CallSite {
  #if os(Linux) && canImport(Runtime)
    private let backtrace: Backtrace?
    /// Whether the innermost frame is the access itself, and not a later point of its function.
    private let isExact: Bool
    // Looked up once: it takes long, and reads memory that a look-up on another thread may release meanwhile.
    private static let images = ImageMap.capture()

    /// The place of the caller, with its callers.
    init() { (backtrace, isExact) = (CallSite.capture(limit: 64, offset: 0), true) }

    /// The place of the access to memory that has this return address, somewhere among the callers.
    ///
    /// An access that is recorded when it is over is not among them, but its function is, as a rule: at a later address,
    /// whose line says nothing. Nothing else is kept, because a look-up costs the more the more frames there are.
    init(ofAccess code: UInt) {
      guard CallSite.knownAccesses.withLock({ $0[code]?.place }) == nil else {
        (backtrace, isExact) = (nil, true)
        return
      }
      let mostBytes: UInt = 4096
      var (offset, nearest, found) = (0, mostBytes, Int?.none)
      for frame in CallSite.capture(limit: 16, offset: 0)?.frames.map(\.self) ?? [] {
        if case .returnAddress(let address) = frame, let distance = UInt(address).map({ $0 &- code }),
          distance < nearest
        {
          (nearest, found) = (distance, offset)
        }
        offset += 1
      }
      isExact = nearest == 0
      // No closure here: the offset counts from this function.
      if let found { backtrace = CallSite.capture(limit: 2, offset: found) } else { backtrace = nil }
    }

    /// The place of the call to the platform that has this return address, with the nearest of its callers.
    ///
    /// As few as possible: each distinct stack is looked up once, and each of its frames takes long.
    init(ofCall code: UInt) {
      isExact = true
      var (offset, found) = (0, Int?.none)
      for frame in CallSite.capture(limit: 24, offset: 0)?.frames.map(\.self) ?? [] where found == nil {
        if case .returnAddress(let address) = frame, UInt(address) == code { found = offset }
        offset += 1
      }
      if let found { backtrace = CallSite.capture(limit: 4, offset: found) } else { backtrace = nil }
    }

    private static func capture(limit: Int, offset: Int) -> Backtrace? {
      try? Backtrace.capture(limit: limit, offset: offset, top: 0, images: images)
    }

    /// The innermost line that is not one of this package's frameworks, nil where there is none.
    var place: SourcePlace? {
      guard let backtrace else { return nil }
      let addresses = backtrace.frames.map { "\($0)" }.joined()
      if let known = CallSite.known.withLock({ $0[addresses] }) { return known }
      let place = CallSite.look(up: backtrace)
      CallSite.known.withLock { $0[addresses] = .some(place) }
      return place
    }

    /// The line that made the access to memory with this return address; the function's name if the line is not known.
    func access(at code: UInt) -> (place: SourcePlace?, function: String?) {
      if let known = CallSite.knownAccesses.withLock({ $0[code] }) { return known }
      let access = lookUpAccess()
      if access.function != nil { CallSite.knownAccesses.withLock { $0[code] = access } }
      return access
    }

    private func lookUpAccess() -> (place: SourcePlace?, function: String?) {
      guard let symbol = backtrace.flatMap(CallSite.symbolicate)?.frames.first?.symbol else {
        return (nil, nil)
      }
      guard isExact, let location = symbol.sourceLocation, location.line > 0, CallSite.isOwn(location.path)
      else {
        return (nil, symbol.name)
      }
      return (SourcePlace(path: location.path, line: location.line), symbol.name)
    }

    /// The places of stacks that were looked up before: reading debug information is slow.
    private static let known = Mutex<[String: SourcePlace?]>([:])
    private static let knownAccesses = Mutex<[UInt: (place: SourcePlace?, function: String?)]>([:])

    /// One after the other: each look-up holds much of the debug information in memory.
    private static let isLookingUp = Mutex(())

    private static func symbolicate(_ backtrace: Backtrace) -> SymbolicatedBacktrace? {
      isLookingUp.withLock { _ in backtrace.symbolicated(with: images) }
    }

    private static func look(up backtrace: Backtrace) -> SourcePlace? {
      for frame in symbolicate(backtrace)?.frames ?? [] {
        guard let location = frame.symbol?.sourceLocation, location.line > 0 else { continue }
        if isOwn(location.path) { return SourcePlace(path: location.path, line: location.line) }
      }
      return nil
    }
  #else
    var place: SourcePlace? { nil }
    init() {}
    init(ofAccess code: UInt) {}
    init(ofCall code: UInt) {}
    func access(at code: UInt) -> (place: SourcePlace?, function: String?) { (nil, nil) }
  #endif

  private static let frameworks: [String] = {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return [
      "Explorer/", "MemoryHooks/", "Threading/", "MiniOperations/", "StandIns/", "Documents/Field.swift",
    ].map { "\(sources.path)/\($0)" }
  }()

  /// Whether the file is the player's program: neither a framework of this package nor of the system.
  private static func isOwn(_ path: String) -> Bool {
    // A release build may name a file as seen from the package's folder.
    let whole = URL(filePath: path).standardizedFileURL.path
    return !frameworks.contains(where: whole.hasPrefix) && FileManager.default.isReadableFile(atPath: whole)
  }
}

/// An address in the program's code.
struct CodeAddress {
  private let address: UInt

  init(_ address: UInt) { self.address = address }

  /// The name of the function that it is in, as far as the linker kept it.
  var function: String? {
    guard let name = sightFunction(address) else { return nil }
    let demangle = dlsym(nil, "swift_demangle").map { unsafeBitCast($0, to: Demangle.self) }
    guard let text = demangle?(name, strlen(name), nil, nil, 0) else { return String(cString: name) }
    defer { free(text) }
    return String(cString: text)
  }

  private typealias Demangle =
    @convention(c) (
      UnsafePointer<CChar>, Int, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<Int>?, UInt32
    ) -> UnsafeMutablePointer<CChar>?
}

/// How much memory the process holds.
package enum Memory {
  /// The bytes of the process that are in memory, nil where that is not known.
  package static var resident: Int? {
    #if canImport(Darwin)
      var info = mach_task_basic_info()
      var count = mach_msg_type_number_t(
        MemoryLayout<mach_task_basic_info>.size / MemoryLayout<natural_t>.size)
      let result = withUnsafeMutablePointer(to: &info) {
        $0.withMemoryRebound(to: integer_t.self, capacity: Int(count)) {
          task_info(mach_task_self_, task_flavor_t(MACH_TASK_BASIC_INFO), $0, &count)
        }
      }
      return result == KERN_SUCCESS ? Int(info.resident_size) : nil
    #else
      let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
      return pages.flatMap { $0.count > 1 ? Int($0[1]) : nil }.map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) }
    #endif
  }
}

/// Ctrl-C during an exploration: noted by a signal handler, acted on by the thread that watches the engine.
///
/// Only where a person can press it. The earlier handling is restored when no
/// exploration runs, and a second Ctrl-C ends the process at once.
struct Interruption: Sendable {
  private static let wasPressed = Atomic<Bool>(false)
  private static let isLeaving = Atomic<Bool>(false)
  /// How many explorations run.
  private static let users = Mutex(0)
  // Safety: changed while `users` is locked. In memory of its own, because a
  // lock around a C structure may reserve too little room for it, and the
  // memory after it is overwritten.
  private nonisolated(unsafe) static let former: UnsafeMutablePointer<sigaction> = {
    let former = UnsafeMutablePointer<sigaction>.allocate(capacity: 1)
    former.initialize(to: sigaction())
    return former
  }()

  /// Whether there is a person at a terminal.
  let isWanted: Bool

  init(isWanted: Bool = Terminal.showsErrors) { self.isWanted = isWanted }

  var isRequested: Bool { isWanted && Interruption.wasPressed.load(ordering: .relaxed) }

  func begin() {
    guard isWanted else { return }
    // Created here: a signal handler must not allocate.
    _ = Interruption.wasPressed.load(ordering: .relaxed)
    Interruption.users.withLock { users in
      users += 1
      guard users == 1 else { return }
      var action = sigaction()
      action.sa_flags = CInt(truncatingIfNeeded: SA_RESETHAND)
      let note: @convention(c) (Int32) -> Void = { _ in
        Interruption.wasPressed.store(true, ordering: .relaxed)
      }
      #if canImport(Darwin)
        action.__sigaction_u.__sa_handler = note
      #elseif canImport(Musl)
        action.__sa_handler.sa_handler = note
      #else
        action.__sigaction_handler.sa_handler = note
      #endif
      sigaction(SIGINT, &action, Interruption.former)
    }
  }

  func end() {
    guard isWanted else { return }
    Interruption.users.withLock { users in
      users -= 1
      if users == 0 { sigaction(SIGINT, Interruption.former, nil) }
    }
  }

  /// Prints the last sentences and lets Ctrl-C do what it would have done.
  func leave(saying text: String) {
    guard !Interruption.isLeaving.exchange(true, ordering: .relaxed) else { return }
    Terminal.showError("\n\(text)\n")
    Interruption.users.withLock { _ in _ = sigaction(SIGINT, Interruption.former, nil) }
    kill(getpid(), SIGINT)
  }
}
