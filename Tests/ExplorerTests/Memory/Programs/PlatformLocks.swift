import Dispatch
import Explorer
import ExplorerStandIns
import Foundation
import Synchronization

/// Plain locks, queues and atomics of the platform, which no stand-in replaces: places to switch on Linux.
public let platformLocks: [Program] = [
  guarded("the platform's lock") {
    Foundation.NSLock()
  } by: { lock, body in
    lock.withLock(body)
  },
  guarded("the platform's recursive lock") {
    Foundation.NSRecursiveLock()
  } by: { lock, body in
    lock.withLock { lock.withLock(body) }
  },
  guarded("the platform's condition") {
    Foundation.NSCondition()
  } by: { lock, body in
    lock.withLock(body)
  },
  guarded("the platform's condition lock") {
    Foundation.NSConditionLock(condition: 0)
  } by: { lock, body in
    // Not without a date: on Linux a wait until the distant future traps.
    while !lock.lock(before: Date(timeIntervalSinceNow: 100)) {}
    body()
    lock.unlock(withCondition: 0)
  },
  guarded("a read-write lock of the platform") {
    ReadWriteLock()
  } by: { lock, body in
    pthread_rwlock_wrlock(lock.lock)
    body()
    pthread_rwlock_unlock(lock.lock)
  },
  guarded("a POSIX semaphore") {
    CountingSemaphore()
  } by: { semaphore, body in
    sem_wait(semaphore.semaphore)
    body()
    sem_post(semaphore.semaphore)
  },
  guarded("a mutex that is a property") {
    InlineLock()
  } by: { lock, body in
    lock.lock()
    body()
    lock.unlock()
  },
  guarded("the platform's mutex") {
    MutexBox()
  } by: { box, body in
    box.mutex.withLock { _ in body() }
  },
  guarded("a serial queue of the platform") {
    Dispatch.DispatchQueue(label: "queue")
  } by: { queue, body in
    queue.sync(execute: body)
  },
  guarded("a barrier of the platform's queue") {
    Dispatch.DispatchQueue(label: "queue", attributes: .concurrent)
  } by: { queue, body in
    queue.sync(flags: .barrier, execute: body)
  },
  guarded("a semaphore of the platform") {
    Dispatch.DispatchSemaphore(value: 1)
  } by: { semaphore, body in
    semaphore.wait()
    body()
    semaphore.signal()
  },
  Program("a relaxed atomic of the platform") { stage in
    let number = PlatformNumber()
    stage.threads(2) { _ in number.value.add(1, ordering: .relaxed) }
    stage.finally { stage.expect(number.value.load(ordering: .relaxed) == 2, "both are counted") }
  },
]

private final class PlatformNumber: Sendable {
  let value = Synchronization.Atomic(0)
}

final class ReadWriteLock: @unchecked Sendable {
  let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)

  init() { pthread_rwlock_init(lock, nil) }

  deinit {
    pthread_rwlock_destroy(lock)
    lock.deallocate()
  }
}

private final class CountingSemaphore: @unchecked Sendable {
  let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init() { sem_init(semaphore, 0, 1) }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }
}

/// A lock in the object itself, as many write it.
private final class InlineLock: @unchecked Sendable {
  private var mutex = pthread_mutex_t()

  init() { pthread_mutex_init(&mutex, nil) }
  deinit { pthread_mutex_destroy(&mutex) }
  func lock() { pthread_mutex_lock(&mutex) }
  func unlock() { pthread_mutex_unlock(&mutex) }
}

final class MutexBox: Sendable {
  let mutex = Synchronization.Mutex(())
}

private func guarded<Lock: Sendable>(
  _ name: String, _ make: @escaping @Sendable () -> Lock,
  by use: @escaping @Sendable (Lock, () -> Void) -> Void
) -> Program {
  Program(name) { stage in
    let (counter, lock, marker) = (Counter(), make(), ExplorerStandIns.NSLock())
    stage.threads(2) { _ in
      marker.withLock {}
      use(lock) { counter.increase() }
      marker.withLock {}
    }
    stage.finally { stage.expect(counter.count == 2, "both are counted") }
  }
}

/// Holds a lock that nobody else can have, and frees its memory.
func withNewLock(_ body: () -> Void) {
  let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  pthread_mutex_init(lock, nil)
  pthread_mutex_lock(lock)
  body()
  pthread_mutex_unlock(lock)
  pthread_mutex_destroy(lock)
  lock.deallocate()
}
