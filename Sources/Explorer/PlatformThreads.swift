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

// What differs between Darwin, Glibc and Musl about threads; the rest is in `Platform.swift`.

/// Blocks a thread until another one gives it its turn.
///
/// A turn that is given before the thread sleeps is not lost.
final class Baton: @unchecked Sendable {
  #if canImport(Darwin)
    // Darwin has no unnamed POSIX semaphores.
    private let semaphore = DispatchSemaphore(value: 0)

    func give() { semaphore.signal() }
    func take() { semaphore.wait() }
  #else
    // Unchecked: the pointer is constant, and its target is made for use by several threads.
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

/// The one processor on which all threads of an exploration stay.
///
/// Only one of them runs at a time. On the same core the next one continues at
/// once and finds everything in the cache; another core would have to be woken
/// first. Darwin decides by itself, so nothing is requested there.
struct Core: Sendable {
  private static let chosen = Atomic<Int>(0)
  private let number: Int?

  /// Chooses among the cores that this process may use, another one for the next exploration.
  init() {
    let (turn, allowed) = (Core.chosen.add(1, ordering: .relaxed).newValue, Core.allowed)
    number = allowed.isEmpty ? nil : allowed[turn % allowed.count]
  }

  #if canImport(Darwin)
    private static var allowed: [Int] { [] }

    func keepCallingThread() {}
  #else
    private typealias Affinity = @convention(c) (pid_t, Int, UnsafeMutableRawPointer) -> CInt

    /// A function of the C library that Swift's headers leave out, if the library has it.
    private static func affinity(_ name: String) -> Affinity? {
      dlsym(nil, name).map { unsafeBitCast($0, to: Affinity.self) }
    }

    private static var allowed: [Int] {
      var bits = [UInt8](repeating: 0, count: 128)
      guard let affinity = affinity("sched_getaffinity"), affinity(0, bits.count, &bits) >= 0 else {
        return []
      }
      return (0..<bits.count * 8).filter { bits[$0 / 8] & 1 << ($0 % 8) != 0 }
    }

    /// Restricts the calling thread to this core; if the system refuses, it runs anywhere.
    func keepCallingThread() {
      guard let number else { return }
      var bits = [UInt8](repeating: 0, count: 128)
      bits[number / 8] = 1 << (number % 8)
      _ = Core.affinity("sched_setaffinity")?(0, bits.count, &bits)
    }
  #endif
}

/// What the system knows about one thread: whether it sleeps, and how long it has had a processor.
///
/// A thread that waits for a processor does not sleep, and its processor time stands still.
struct ThreadClock: Sendable {
  struct Reading: Equatable {
    /// Whether it is blocked, and so would not run if it were given a processor.
    var isAsleep: Bool
    /// How long it has run.
    var processorTime: Duration
  }

  #if canImport(Darwin)
    private let port = pthread_mach_thread_np(pthread_self())

    /// What is known now, nil where the system does not tell.
    var reading: Reading? {
      var info = thread_basic_info()
      var count = mach_msg_type_number_t(MemoryLayout<thread_basic_info>.size / MemoryLayout<natural_t>.size)
      let result = withUnsafeMutablePointer(to: &info) {
        $0.withMemoryRebound(to: integer_t.self, capacity: Int(count)) {
          thread_info(port, thread_flavor_t(THREAD_BASIC_INFO), $0, &count)
        }
      }
      guard result == KERN_SUCCESS else { return nil }
      let (user, system) = (info.user_time, info.system_time)
      return Reading(
        isAsleep: info.run_state == TH_STATE_WAITING,
        processorTime: .seconds(Int(user.seconds) + Int(system.seconds))
          + .microseconds(Int(user.microseconds) + Int(system.microseconds)))
    }
  #else
    /// The folder of the thread that creates the clock, such as `/proc/71/task/73`.
    private let folder: String? = {
      var name = [UInt8](repeating: 0, count: 64)
      let count = name.withUnsafeMutableBytes { buffer in
        readlink("/proc/thread-self", buffer.baseAddress!.assumingMemoryBound(to: CChar.self), buffer.count)
      }
      return count > 0 ? "/proc/" + String(decoding: name.prefix(count), as: UTF8.self) : nil
    }()

    private static let ticksPerSecond = Double(sysconf(Int32(_SC_CLK_TCK)))

    /// What is known now, nil where the system does not tell.
    var reading: Reading? {
      guard let folder, let text = try? String(contentsOfFile: "\(folder)/stat", encoding: .utf8),
        // The name of the thread is in brackets, and may contain anything.
        let end = text.lastIndex(of: ")")
      else { return nil }
      let fields = text[text.index(after: end)...].split(separator: " ")
      guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
        return nil
      }
      return Reading(
        isAsleep: fields[0] == "S", processorTime: .seconds((user + system) / ThreadClock.ticksPerSecond))
    }
  #endif
}
