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

// With the files beside it, the only place in this module that calls the system.

/// Starts programs and ends every process that they leave.
package enum Programs {
  /// The variable that marks a program's processes, including those that have left its group.
  ///
  /// Swift evaluates a manifest again whenever the environment has changed, which takes over half a second.
  /// This is one of the few variables that it ignores.
  package static let marker = "TERM_SESSION_ID"

  /// The prefix of the marks of all processes that this tool starts; it is unique to this run.
  package static let markOfThisTool = "\(getpid())-\(UInt32.random(in: 0 ... .max))"

  private static let starting = NSLock()

  /// The limits of a process and of each that it starts; 0 for no limit.
  package struct Limits {
    /// For each file that is written, in megabytes.
    var file = 0
    /// For memory, in megabytes.
    var memory = 0
    /// For processor time, in seconds.
    var processor = 0
    /// Whether it gives way to other programs.
    var isNice = false

    package init(file: Int = 0, memory: Int = 0, processor: Int = 0, isNice: Bool = false) {
      self.isNice = isNice
      self.file = file
      self.memory = memory
      self.processor = processor
    }
  }

  /// Runs a program to its end, to the deadline, or until `stopWhen` says so, and ends everything that it has
  /// started.
  ///
  /// It leads its own process group, has no input but `input`, and sees only this environment. A trusted
  /// program that ends by itself is assumed to leave no process.
  package static func run(
    _ words: [String], in folder: URL, environment: [String: String], input: FileHandle? = nil,
    deadline: Duration, outputCap: Int, limits: Limits = Limits(), isTrusted: Bool = false,
    stopWhen isEnough: (() -> Bool)? = nil
  ) -> ProgramResult {
    waitIfTheToolEnds()
    let begin = ContinuousClock.now
    let mark = "\(markOfThisTool)-\(UInt64.random(in: 0 ... .max))"
    var environment = environment
    environment[marker] = mark
    let script = ["/bin/sh", "-c", preparation(limits), "sh", folder.path]

    var output: [Int32] = [-1, -1]
    var bell: [Int32] = [-1, -1]
    var pid: pid_t = 0
    // One at a time: before the pipes are marked as close-on-exec, another start would inherit them.
    let error = starting.withLock { () -> Int32 in
      guard pipe(&output) == 0, pipe(&bell) == 0 else { return errno }
      for end in output + bell { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return spawn(
        script + words, environment: environment, input: input?.fileDescriptor, output: output[1], &pid)
    }
    defer { for end in [output[0], bell[0], bell[1]] where end >= 0 { close(end) } }
    if output[1] >= 0 { close(output[1]) }
    guard error == 0 else {
      return ProgramResult(
        way: .notStarted(String(cString: strerror(error))), output: "", duration: .now - begin)
    }

    running.withLock { $0[pid] = mark }
    let child = pid
    let ring = bell[1]
    let waiter = Thread {
      // Without reaping it, so that no other process gets its number before its group has been ended.
      var info = siginfo_t()
      while waitid(P_PID, id_t(child), &info, WEXITED | WNOWAIT) < 0 && errno == EINTR {}
      var byte: UInt8 = 1
      _ = write(ring, &byte, 1)
    }
    waiter.start()

    var collected = Collector(cap: outputCap)
    collected.isEnough = isEnough
    let inTime = collected.read(output[0], until: bell[0], before: begin + deadline)
    if !inTime || !isTrusted { end(pid, marked: mark) }
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
    running.withLock { $0[pid] = nil }
    // The waiting thread may still be about to ring.
    var sources = [pollfd(fd: bell[0], events: Int16(POLLIN), revents: 0)]
    while poll(&sources, 1, -1) < 0 && errno == EINTR {}
    collected.drain(output[0])
    // A program that Ctrl-C has ended says nothing about the answer that was built or run.
    waitIfTheToolEnds()
    let signal = status & 0x7f
    return ProgramResult(
      way: !inTime ? .timedOut : signal == 0 ? .exited((status >> 8) & 0xff) : .signalled(signal),
      output: collected.text, data: collected.data, wasCut: collected.wasCut,
      wasStopped: collected.wasStopped,
      duration: .now - begin)
  }

  /// The shell commands before the program is executed; limits that the system does not support are ignored.
  private static func preparation(_ limits: Limits) -> String {
    var script = "cd \"$1\" || exit 127; shift; ulimit -c 0; "
    if limits.file > 0 { script += "ulimit -f \(limits.file * 2048) 2>/dev/null || :; " }
    if limits.memory > 0 { script += "ulimit -v \(limits.memory * 1024) 2>/dev/null || :; " }
    // The soft limit's signal identifies the limit, and a compiler may take for ever to describe where it
    // came.
    if limits.processor > 0 {
      script +=
        "{ ulimit -S -t \(limits.processor) && ulimit -H -t \(limits.processor + 10); } 2>/dev/null || :; "
    }
    if limits.isNice { script += "command -v nice >/dev/null && set -- nice -n 10 \"$@\"; " }
    return script + "exec \"$@\""
  }

  /// Runs a program in the foreground, with the terminal and the environment of this one.
  package static func runInFront(_ words: [String], in folder: URL) -> Int32 {
    var pid: pid_t = 0
    let script = ["/bin/sh", "-c", "cd \"$1\" && shift && exec \"$@\"", "sh", folder.path]
    let error = spawn(script + words, environment: ProcessInfo.processInfo.environment, &pid)
    guard error == 0 else { return 127 }
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
    return status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + status & 0x7f
  }

  /// A new file that has no name any more, in a folder: only a process that was given it can open it.
  package static func namelessFile(in folder: URL) throws -> FileHandle {
    let path = folder.appending(path: "nameless").path
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0, unlink(path) == 0 else { throw CocoaError(.fileWriteUnknown) }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// The running processes with their marks.
  private static let running = Mutex<[pid_t: String]>([:])

  /// Ends all running processes, and the tool itself, on Ctrl-C or SIGTERM.
  ///
  /// Its programs are in their own groups, so signals from the terminal do not reach them.
  package static func endWithTheTool() {
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        isEnding.withLock { $0 = true }
        for (pid, mark) in running.withLock({ $0 }) { end(pid, marked: mark) }
        Keyboard.restore()
        exit(128 + number)
      }
      source.resume()
      sources.append(source)
    }
  }

  /// Whether Ctrl-C or SIGTERM is about to end the tool.
  private static let isEnding = Mutex(false)

  /// Blocks the calling thread while the tool is about to end, so that it draws no conclusions.
  private static func waitIfTheToolEnds() {
    while isEnding.withLock({ $0 }) { poll(nil, 0, -1) }
  }

  // Unsafe: only the tool's main function writes it, before it starts a program or a thread.
  nonisolated(unsafe) private static var sources: [any DispatchSourceSignal] = []

  /// Ends a program, its group, and processes that have left the group but still have the mark.
  private static func end(_ pid: pid_t, marked mark: String) {
    kill(-pid, SIGKILL)
    kill(pid, SIGKILL)
    endAll(marked: mark)
  }

  /// Ends all processes whose mark begins with `mark`.
  package static func endAll(marked mark: String) {
    // Until two searches find nothing: a process in the middle of `exec` shows no environment, and a killed
    // one takes a moment to disappear. No signal reports the end of a process that is not a child.
    var emptySearches = 0
    for _ in 0..<400 where emptySearches < 2 {
      let found = processes(marked: mark)
      for pid in found { kill(pid, SIGKILL) }
      emptySearches = found.isEmpty ? emptySearches + 1 : 0
      if !found.isEmpty { poll(nil, 0, 5) }
    }
  }

  /// Starts a program: in its own group if its output is read, otherwise in the foreground of this terminal.
  private static func spawn(
    _ words: [String], environment: [String: String], input: Int32? = nil, output: Int32? = nil,
    _ pid: inout pid_t
  ) -> Int32 {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    // The program must not inherit this one's signal handling.
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    var flags = Int32(POSIX_SPAWN_SETSIGDEF)
    if let output {
      if let input {
        posix_spawn_file_actions_adddup2(&actions, input, 0)
      } else {
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
      }
      posix_spawn_file_actions_adddup2(&actions, output, 1)
      posix_spawn_file_actions_adddup2(&actions, output, 2)
      posix_spawnattr_setpgroup(&attributes, 0)
      flags |= Int32(POSIX_SPAWN_SETPGROUP)
    }
    posix_spawnattr_setflags(&attributes, Int16(flags))

    let arguments = words.map { strdup($0) } + [nil]
    let variables = environment.sorted { $0.key < $1.key }.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for pointer in arguments + variables { free(pointer) } }
    return posix_spawnp(&pid, words[0], &actions, &attributes, arguments, variables)
  }

  /// The processes with that mark in their environment.
  package static func processes(marked mark: String) -> [pid_t] {
    let wanted = Data("\(marker)=\(mark)".utf8)
    #if os(Linux)
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
      return names.compactMap(pid_t.init).filter { pid in
        guard pid != getpid(), let environment = FileManager.default.contents(atPath: "/proc/\(pid)/environ")
        else { return false }
        return environment.range(of: wanted) != nil
      }
    #else
      // `ps` shows the environment of processes of the same user.
      let listing = Process()
      let pipe = Pipe()
      listing.executableURL = URL(filePath: "/bin/ps")
      listing.arguments = ["-axwwE", "-o", "pid=,command="]
      listing.standardOutput = pipe
      guard (try? listing.run()) != nil else { return [] }
      let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      return text.split(separator: "\n").filter { $0.contains("\(marker)=\(mark)") }
        .compactMap { $0.split(separator: " ").first.flatMap { pid_t($0) } }
    #endif
  }

  /// How many processors there are.
  package static var processors: Int { ProcessInfo.processInfo.activeProcessorCount }

  /// The signal that ends a process that has used up its processor time.
  package static let signalOfTheProcessorLimit = SIGXCPU

  /// The signals by which a program ends that makes a mistake itself.
  static let signalsOfACrash: Set = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT]

  /// How many processes want a processor, on average over the last minute.
  package static var load: Double {
    var averages = [0.0]
    return getloadavg(&averages, 1) == 1 ? averages[0] : 0
  }

  /// How many times longer something may take because others use the processors, from 1 to 10.
  package static var loadFactor: Double { max(1, min(10, load / Double(processors))) }

  /// The numbers of this tool's user and group.
  package static var user: String { "\(geteuid()):\(getegid())" }

  /// Whether this tool runs as root.
  package static var isRoot: Bool { geteuid() == 0 }

  /// Whether a program with that name is in the path.
  package static func exists(_ name: String) -> Bool {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    return folders.contains { access("\($0)/\(name)", X_OK) == 0 }
  }
}
