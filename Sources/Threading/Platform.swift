import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// Everything that differs between Darwin, Glibc and Musl, and nothing else.

/// One slot that every thread fills for itself.
///
/// The slot keeps its object alive until the thread ends.
@usableFromInline
package struct ThreadSlot<Object: AnyObject>: @unchecked Sendable {
  // Unchecked: the key is written once, before the slot can be shared.
  @usableFromInline
  let key: pthread_key_t

  package init() {
    var key = pthread_key_t()
    let result = pthread_key_create(&key) { pointer in
      #if canImport(Darwin)
        Unmanaged<AnyObject>.fromOpaque(pointer).release()
      #else
        if let pointer { Unmanaged<AnyObject>.fromOpaque(pointer).release() }
      #endif
    }
    precondition(result == 0, "The system has no thread-specific slot left (error \(result)).")
    self.key = key
  }

  /// The calling thread's object, made on first use.
  @inlinable
  package func object(orMake make: () -> Object) -> Unmanaged<Object> {
    if let pointer = pthread_getspecific(key) { return .fromOpaque(pointer) }
    let object = Unmanaged.passRetained(make())
    pthread_setspecific(key, object.toOpaque())
    return object
  }
}

/// A mutex and a condition variable of the operating system, as one thing.
///
/// Everything in this module that makes a thread sleep does it here.
final class SystemCondition: @unchecked Sendable {
  // Unchecked: both pointers are constant, and made for use by several threads.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    mutex.initialize(to: pthread_mutex_t())
    condition.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    #if canImport(Darwin)
      pthread_cond_init(condition, nil)
    #else
      // Deadlines must not move when the wall clock is set.
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      pthread_cond_init(condition, &attributes)
      pthread_condattr_destroy(&attributes)
    #endif
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  func lock() { pthread_mutex_lock(mutex) }
  func unlock() { pthread_mutex_unlock(mutex) }
  func signal() { pthread_cond_signal(condition) }
  func broadcast() { pthread_cond_broadcast(condition) }
  func wait() { pthread_cond_wait(condition, mutex) }

  /// Waits for a signal, at most until `deadline` on ``SystemTime``; false when it ran out.
  ///
  /// May also return true without a signal: the caller checks its condition again.
  func wait(until deadline: Duration) -> Bool {
    #if canImport(Darwin)
      // Also when it is over: the mutex is released for a moment.
      var relative = timespec(max(deadline - Platform.uptime, .zero))
      return pthread_cond_timedwait_relative_np(condition, mutex, &relative) != ETIMEDOUT
    #else
      var absolute = timespec(max(deadline, .zero))
      return pthread_cond_timedwait(condition, mutex, &absolute) != ETIMEDOUT
    #endif
  }
}

@usableFromInline
package enum Platform {
  /// The time since the machine started, as the deadlines of ``SystemCondition`` count it.
  package static var uptime: Duration {
    var time = timespec()
    #if canImport(Darwin)
      clock_gettime(CLOCK_UPTIME_RAW, &time)
    #else
      clock_gettime(CLOCK_MONOTONIC, &time)
    #endif
    return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
  }

  /// Starts a thread of the operating system that runs `body` and ends; false when the system has none left.
  ///
  /// Foundation's `Thread` would not report that: its body would never run.
  static func startThread(named name: String, _ body: @escaping @Sendable () -> Void) -> Bool {
    let start = Unmanaged.passRetained(ThreadStart(name: name, body: body))
    #if canImport(Darwin)
      var thread: pthread_t?
      let error = pthread_create(&thread, nil, { ThreadStart.run($0) }, start.toOpaque())
      if error == 0, let thread { pthread_detach(thread) }
    #else
      var thread = pthread_t()
      let error = pthread_create(&thread, nil, { ThreadStart.run($0!) }, start.toOpaque())
      if error == 0 { pthread_detach(thread) }
    #endif
    if error != 0 { start.release() }
    return error == 0
  }

  /// What a new thread gets from the one that starts it.
  private final class ThreadStart: Sendable {
    private let name: String
    private let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) {
      self.name = name
      self.body = body
    }

    static func run(_ pointer: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
      // The body is released before the thread ends, and what it captured with it.
      let start = Unmanaged<ThreadStart>.fromOpaque(pointer).takeRetainedValue()
      var name = start.name
      // Linux refuses a name of more than 15 bytes.
      while name.utf8.count > 15 { name.removeLast() }
      Thread.current.name = name
      Platform.pooled(start.body)
      return nil
    }
  }

  /// Runs `body` and, where the platform has them, empties its autorelease pool.
  @inlinable
  package static func pooled(_ body: () -> Void) {
    #if canImport(ObjectiveC)
      autoreleasepool(invoking: body)
    #else
      body()
    #endif
  }
}

extension timespec {
  fileprivate init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self.init(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
  }
}
