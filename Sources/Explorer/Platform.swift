import Dispatch
import ExplorerHooks
import Foundation
import Synchronization
import Terminal

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// What differs between Darwin, Glibc and Musl, but for threads, which have `PlatformThreads.swift`.

/// Where the calling thread is, as addresses in the code: their lines are looked up when they are printed.
///
/// Elsewhere than on Linux, a thread is shown where it was declared.
struct CallSite {
  private let stack: [CodeAddress]

  /// The place of the caller, with its callers.
  init() { stack = CallSite.callers(limit: 64) }

  /// The place where a task that is suspended continues.
  init(suspending task: UnsafeRawPointer) {
    stack = CallSite.callers(limit: 24) { sightCallersOfTask(task, $0, $1) }
  }

  /// The place of the access or call with this return address, with the nearest of its callers if it is among
  /// those of the calling thread; an access that is recorded when it is over is not.
  init(returningTo code: UInt) {
    let callers = CallSite.callers(limit: 24)
    let address = CodeAddress(returningTo: code)
    stack = callers.firstIndex(of: address).map { Array(callers[$0...].prefix(4)) } ?? [address]
  }

  /// Where a trap came, with its callers.
  ///
  /// What traps is apart from the rest of its function, without a line: the jump that leads there has the
  /// line.
  init(trap code: some Sequence<UInt>) {
    stack = code.prefix(1).map { CodeAddress(sightJump($0)) } + code.map { CodeAddress($0) }
  }

  /// The innermost line that is not one of this package's frameworks, nil where there is none.
  var place: SourcePlace? { stack.lazy.compactMap(\.place).first }

  /// The functions that it is in, the innermost first, as far as their names are known.
  var functions: [String] { stack.compactMap(\.function) }

  /// The innermost function, if it is not the program's.
  var library: String? { stack.first.flatMap { $0.place == nil ? $0.function : nil } }

  private static func callers(
    limit: Int, _ find: (UnsafeMutablePointer<UInt>, Int) -> Int = { sightCallers($0, $1) }
  ) -> [CodeAddress] {
    Array(unsafeUninitializedCapacity: limit) { buffer, count in
      buffer.withMemoryRebound(to: UInt.self) { count = find($0.baseAddress!, limit) }
    }
  }
}

/// An address in the program's code.
struct CodeAddress: Hashable {
  private let address: UInt

  init(_ address: UInt) { self.address = address }

  /// The call that returns to this address; zero stands for none.
  init(returningTo code: UInt) { address = code &- 1 }

  /// The lines that were looked up before.
  private static let places = Mutex<[CodeAddress: SourcePlace?]>([:])

  /// Its line in the player's program, or the nearest in its function; nil for code of a framework or of the
  /// system.
  var place: SourcePlace? {
    CodeAddress.places.withLock { places in
      if let known = places[self] { return known }
      var found: SourcePlace?
      withUnsafeMutablePointer(to: &found) {
        sightLines(address, $0) { found, folder, file, line, column in
          let (folder, file) = (String(cString: folder), String(cString: file))
          let path = folder.isEmpty || file.hasPrefix("/") ? file : "\(folder)/\(file)"
          guard CodeAddress.isOwn(path) else { return false }
          found?.assumingMemoryBound(to: SourcePlace?.self).pointee = SourcePlace(
            path: path, line: Int(line), column: Int(column))
          return true
        }
      }
      places[self] = .some(found)
      return found
    }
  }

  private static let frameworks: [String] = {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return [
      "Explorer/", "ExplorerHooks/", "Threading/", "MiniOperations/", "ExplorerStandIns/",
      "Documents/Field.swift",
    ].map { "\(sources.path)/\($0)" }
  }()

  /// Whether the file is the player's program: neither a framework of this package nor of the system.
  private static func isOwn(_ path: String) -> Bool {
    // A release build may name a file as seen from the package's folder.
    let whole = URL(filePath: path).standardizedFileURL.path
    return !frameworks.contains(where: whole.hasPrefix) && FileManager.default.isReadableFile(atPath: whole)
  }

  /// The name of the function that it is in, if that is known.
  var function: String? {
    guard let name = sightSymbol(address) else { return nil }
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

extension sigaction {
  #if canImport(Darwin)
    typealias Information = UnsafeMutablePointer<__siginfo>
  #else
    typealias Information = UnsafeMutablePointer<siginfo_t>
  #endif

  /// An action that calls a function with the signal, what is known of it, and where the thread was.
  init(
    flags: Int = 0,
    _ handler: @escaping @convention(c) (Int32, Information?, UnsafeMutableRawPointer?) -> Void
  ) {
    self.init()
    sa_flags = CInt(truncatingIfNeeded: Int(SA_SIGINFO) | flags)
    #if canImport(Darwin)
      __sigaction_u.__sa_sigaction = handler
    #elseif canImport(Musl)
      __sa_handler.sa_sigaction = handler
    #else
      __sigaction_handler.sa_sigaction = handler
    #endif
  }
}

/// Ctrl-C or SIGTERM during an exploration: noted by a signal handler, acted on by the thread that watches
/// the engine.
///
/// Ctrl-C only where a person can press it. The earlier handling is restored when no exploration runs, and a
/// second Ctrl-C ends the process at once. SIGTERM may well come twice: `timeout` sends it to the process and to
/// its group.
struct Interruption: Sendable {
  /// The signal that has come; zero for none.
  private static let received = Atomic<Int32>(0)
  private static let isLeaving = Atomic<Bool>(false)
  /// How many explorations run that act on each signal.
  private static let users = Mutex([0, 0])
  private static let all = [SIGTERM, SIGINT]
  // Safety: changed while `users` is locked. In memory of its own, because a
  // lock around a C structure may reserve too little room for it, and the
  // memory after it is overwritten.
  private nonisolated(unsafe) static let former: UnsafeMutablePointer<sigaction> = {
    let former = UnsafeMutablePointer<sigaction>.allocate(capacity: 2)
    former.initialize(repeating: sigaction(), count: 2)
    return former
  }()

  /// How many of the signals it acts on.
  private let count: Int

  /// - Parameter isPerson: Whether there is a person at a terminal.
  init(isPerson: Bool = Terminal.showsErrors) { count = isPerson ? 2 : 1 }

  var isRequested: Bool { Interruption.received.load(ordering: .relaxed) != 0 }

  /// What has come, in words.
  var word: String { Interruption.received.load(ordering: .relaxed) == SIGTERM ? "SIGTERM" : "Ctrl-C" }

  func begin() {
    // Created here: a signal handler must not allocate.
    _ = Interruption.received.load(ordering: .relaxed)
    Interruption.users.withLock { users in
      for index in 0..<count {
        users[index] += 1
        guard users[index] == 1 else { continue }
        let isOnce = Interruption.all[index] == SIGINT
        var action = sigaction(flags: isOnce ? Int(truncatingIfNeeded: SA_RESETHAND) : 0) { signal, _, _ in
          Interruption.received.store(signal, ordering: .relaxed)
        }
        sigaction(Interruption.all[index], &action, Interruption.former + index)
      }
    }
  }

  func end() {
    Interruption.users.withLock { users in
      for index in 0..<count {
        users[index] -= 1
        guard users[index] == 0 else { continue }
        sigaction(Interruption.all[index], Interruption.former + index, nil)
        // It came when there was nothing more to search.
        let signal = Interruption.received.load(ordering: .relaxed)
        if signal == Interruption.all[index] { kill(getpid(), signal) }
      }
    }
  }

  /// Prints the last sentences and lets the signal do what it would have done.
  func leave(saying text: String) {
    guard !Interruption.isLeaving.exchange(true, ordering: .relaxed) else { return }
    Terminal.showError("\n\(text)\n")
    let signal = Interruption.received.load(ordering: .relaxed)
    Interruption.users.withLock { _ in
      _ = sigaction(signal, Interruption.former + (signal == SIGTERM ? 0 : 1), nil)
    }
    kill(getpid(), signal)
  }
}
