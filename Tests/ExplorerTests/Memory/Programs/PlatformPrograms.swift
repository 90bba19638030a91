import Dispatch
import Explorer
import Foundation
import Synchronization

// Programs of the kind that packages have, with the platform's types only: each in a wrong and in a right form.

/// A program that can be right or wrong, and what the wrong one comes to.
public struct PlatformProgram: Sendable, CustomStringConvertible {
  /// Its name, which says what is wrong with it.
  public let description: String
  /// What is found in the wrong one.
  public let expected: Finding.Kind
  /// Declares its threads.
  public let body: @Sendable (Stage, _ isRight: Bool) -> Void

  init(_ name: String, _ expected: Finding.Kind, _ body: @escaping @Sendable (Stage, Bool) -> Void) {
    (description, self.expected, self.body) = (name, expected, body)
  }
}

/// All of them.
public let platformPrograms: [PlatformProgram] = [
  PlatformProgram("two accounts locked in two orders", .deadlock) { stage, isRight in
    let bank = Bank(2)
    stage.thread("A") { bank.transfer(from: 0, to: 1, ordered: isRight) }
    stage.thread("B") { bank.transfer(from: 1, to: 0, ordered: isRight) }
    stage.finally { stage.expect(bank.total == 20, "no money is lost") }
  },
  PlatformProgram("three locks in a circle", .deadlock) { stage, isRight in
    let bank = Bank(3)
    for (name, from) in [("A", 0), ("B", 1), ("C", 2)] {
      stage.thread(name) { bank.transfer(from: from, to: (from + 1) % 3, ordered: isRight) }
    }
  },
  PlatformProgram("a cache that looks and stores in two critical sections", .failedCheck) { stage, isRight in
    let cache = Cache()
    for name in ["A", "B"] { stage.thread(name) { cache.value(atOnce: isRight) } }
    stage.finally { stage.expect(cache.made == 1, "the value is made once, and not \(cache.made) times") }
  },
  PlatformProgram("a handler that is registered after the end", .deadlock) { stage, isRight in
    let job = Job()
    stage.thread("A") { job.finish() }
    stage.thread("B") {
      let isDone = DispatchSemaphore(value: 0)
      job.onFinish(atOnce: isRight) { isDone.signal() }
      isDone.wait()
    }
  },
  PlatformProgram("a group that is entered by the work itself", .failedCheck) { stage, isRight in
    let tally = Tallied()
    stage.thread("A") {
      let (group, queue) = (DispatchGroup(), DispatchQueue(label: "work"))
      for _ in 1...2 {
        if isRight { group.enter() }
        queue.async {
          if !isRight { group.enter() }
          tally.add()
          group.leave()
        }
      }
      group.wait()
      tally.note()
    }
    stage.finally { stage.expect(tally.seen == 2, "all work is done, and not \(tally.seen) pieces") }
  },
  PlatformProgram("a reader that becomes a writer", .deadlock) { stage, isRight in
    let settings = Preferences()
    for name in ["A", "B"] { stage.thread(name) { settings.increase(upgrades: !isRight) } }
    stage.finally { stage.expect(settings.value == 2, "both are counted") }
  },
  PlatformProgram("a time-out taken for the signal", .failedCheck) { stage, isRight in
    let mailbox = Mailbox()
    stage.thread("A") { mailbox.receive(checks: isRight) }
    stage.thread("B") { mailbox.send() }
    stage.finally { stage.expect(mailbox.received != 0, "a message is there") }
  },
  PlatformProgram("a recursive lock that lets a callback in", .failedCheck) { stage, isRight in
    let stack = Stack()
    stack.onPop = { if stack.items.count < 2 { stack.push(1) } }
    stage.thread("A") {
      stack.push(1)
      stack.pop(callsInside: !isRight)
    }
    stage.thread("B") { _ = stack.isSound }
    stage.finally { stage.expect(stack.isSound, "no item is lost") }
  },
  PlatformProgram("a cancel that comes before the work is stored", .deadlock) { stage, isRight in
    let download = Download()
    stage.thread("A") { download.run(checksAgain: isRight) }
    stage.thread("B") { download.cancel() }
  },
  PlatformProgram("two queues that call each other", .deadlock) { stage, isRight in
    let (ui, store) = (DispatchQueue(label: "ui"), DispatchQueue(label: "store"))
    stage.thread("A") { ui.sync { store.sync {} } }
    stage.thread("B") { store.sync { if isRight { ui.async {} } else { ui.sync {} } } }
  },
]

// MARK: - Their classes

private final class Bank: @unchecked Sendable {
  private final class Account: @unchecked Sendable {
    let lock = NSLock()
    var balance = 10
  }

  private let accounts: [Account]

  init(_ count: Int) { accounts = (0..<count).map { _ in Account() } }

  var total: Int { accounts.reduce(0) { sum, account in account.lock.withLock { sum + account.balance } } }

  func transfer(from: Int, to: Int, ordered: Bool) {
    let (first, second) = ordered ? (min(from, to), max(from, to)) : (from, to)
    accounts[first].lock.lock()
    accounts[second].lock.lock()
    accounts[from].balance -= 1
    accounts[to].balance += 1
    accounts[second].lock.unlock()
    accounts[first].lock.unlock()
  }
}

private final class Cache: Sendable {
  private let state = Mutex<(value: Int?, made: Int)>((nil, 0))

  var made: Int { state.withLock { $0.made } }

  func value(atOnce: Bool) {
    if atOnce {
      state.withLock { if $0.value == nil { $0 = (1, $0.made + 1) } }
    } else if state.withLock({ $0.value }) == nil {
      state.withLock { $0 = (1, $0.made + 1) }
    }
  }
}

private final class Job: @unchecked Sendable {
  private let lock = NSLock()
  private var isFinished = false
  private var handlers: [@Sendable () -> Void] = []

  func finish() {
    let handlers = lock.withLock {
      isFinished = true
      return self.handlers
    }
    for handler in handlers { handler() }
  }

  func onFinish(atOnce: Bool, _ handler: @escaping @Sendable () -> Void) {
    if atOnce {
      let isLate = lock.withLock {
        if !isFinished { handlers.append(handler) }
        return isFinished
      }
      if isLate { handler() }
    } else if lock.withLock({ isFinished }) {
      handler()
    } else {
      lock.withLock { handlers.append(handler) }
    }
  }
}

private final class Tallied: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0
  private(set) var seen = 0

  func add() { lock.withLock { count += 1 } }
  func note() { lock.withLock { seen = count } }
}

private final class Preferences: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)
  private(set) var value = 0

  init() { pthread_rwlock_init(lock, nil) }

  deinit {
    pthread_rwlock_destroy(lock)
    lock.deallocate()
  }

  func increase(upgrades: Bool) {
    if upgrades { pthread_rwlock_rdlock(lock) }
    pthread_rwlock_wrlock(lock)
    value += 1
    pthread_rwlock_unlock(lock)
    if upgrades { pthread_rwlock_unlock(lock) }
  }
}

private final class Mailbox: @unchecked Sendable {
  private let condition = NSCondition()
  private var message = 0
  private(set) var received = 0

  func receive(checks: Bool) {
    condition.lock()
    defer { condition.unlock() }
    if checks {
      while message == 0 { condition.wait() }
    } else if message == 0 {
      _ = condition.wait(until: Date(timeIntervalSinceNow: 10))
    }
    received = message
  }

  func send() {
    condition.lock()
    message = 1
    condition.signal()
    condition.unlock()
  }
}

private final class Stack: @unchecked Sendable {
  private let lock = NSRecursiveLock()
  private(set) var items: [Int] = []
  private var count = 0
  var onPop: @Sendable () -> Void = {}

  var isSound: Bool { lock.withLock { items.count == count } }

  func push(_ item: Int) {
    lock.withLock {
      items.append(item)
      count = items.count
    }
  }

  func pop(callsInside: Bool) {
    lock.withLock {
      let left = items.count - 1
      if callsInside { onPop() }
      items.removeLast()
      count = left
    }
    if !callsInside { onPop() }
  }
}

private final class Download: @unchecked Sendable {
  private let lock = NSLock()
  private var isCancelled = false
  private var stop: DispatchSemaphore?

  func run(checksAgain: Bool) {
    let end = DispatchSemaphore(value: 0)
    if checksAgain {
      let isOver = lock.withLock {
        if !isCancelled { stop = end }
        return isCancelled
      }
      if isOver { return }
    } else {
      if lock.withLock({ isCancelled }) { return }
      lock.withLock { stop = end }
    }
    end.wait()
  }

  func cancel() {
    let stop = lock.withLock {
      isCancelled = true
      return self.stop
    }
    stop?.signal()
  }
}
