import Explorer
import Foundation
import Synchronization

// Threads that wait for others, and signals that come too early, too late or to the wrong thread.

extension Classic {
  static let waiting = [
    Classic("lost wake-up", repair: "checking and waiting under the lock of the signal") { stage, isRight in
      let (bell, messages) = (NSCondition(), Shared(0, "messages"))
      stage.thread("waits") {
        bell.lock()
        while messages.value == 0 {
          if !isRight { bell.unlock() }
          if !isRight { bell.lock() }
          bell.wait()
        }
        bell.unlock()
      }
      stage.thread("signals") {
        bell.withLock {
          messages.value = 1
          bell.signal()
        }
      }
    },
    Classic("if around a wait", repair: "while") { stage, isRight in
      let (bell, messages) = (NSCondition(), Shared(0, "messages"))
      stage.thread("waits") {
        bell.withLock {
          if isRight { while messages.value == 0 { bell.wait() } } else if messages.value == 0 { bell.wait() }
          stage.expect(messages.value > 0, "there is a message")
        }
      }
      stage.thread("signals") {
        bell.withLock {
          messages.value = 1
          bell.signal()
        }
      }
    },
    Classic("signal to the wrong waiter", repair: "broadcast") { stage, isRight in
      let (bell, turn) = (NSCondition(), Shared(0, "turn"))
      for number in 1...2 {
        stage.thread("waits for \(number)") {
          bell.withLock {
            while turn.value != number { bell.wait() }
            turn.value = 1
            bell.signal()
          }
        }
      }
      stage.thread("begins") {
        bell.withLock {
          turn.value = 2
          if isRight { bell.broadcast() } else { bell.signal() }
        }
      }
    },
    Classic("signal without a state", repair: "a semaphore, which counts") { stage, isRight in
      let (bell, count) = (NSCondition(), DispatchSemaphore(value: 0))
      stage.thread("waits") { if isRight { count.wait() } else { bell.withLock { bell.wait() } } }
      stage.thread("signals") { if isRight { count.signal() } else { bell.withLock { bell.signal() } } }
    },
    Classic("time-out taken for success", repair: "checking how the wait ended") { stage, isRight in
      let done = DispatchSemaphore(value: 0)
      let result = Mutex(0)
      stage.thread("asks") {
        let isInTime = done.wait(timeout: .now() + 1) == .success
        if isInTime || !isRight { stage.expect(result.withLock { $0 } == 42, "the answer is there") }
      }
      stage.thread("answers") {
        result.withLock { $0 = 42 }
        done.signal()
      }
    },
    Classic("sleep as synchronisation", repair: "a semaphore") { stage, isRight in
      let done = DispatchSemaphore(value: 0)
      let result = Mutex(0)
      stage.thread("asks") {
        if isRight { done.wait() } else { Thread.sleep(forTimeInterval: 1) }
        stage.expect(result.withLock { $0 } == 42, "the answer is there")
      }
      stage.thread("answers") {
        result.withLock { $0 = 42 }
        done.signal()
      }
    },
    Classic("barrier used a second time", repair: "a round number next to the count") { stage, isRight in
      let (bell, count, round) = (NSCondition(), Shared(0, "count"), Shared(0, "round"))
      for name in ["A", "B"] {
        stage.thread(name) {
          for _ in 1...2 {
            bell.lock()
            count.value += 1
            let mine = round.value
            if count.value == 2 {
              (count.value, round.value) = (0, mine + 1)
              bell.broadcast()
            } else if isRight {
              while round.value == mine { bell.wait() }
            } else {
              while count.value != 0 { bell.wait() }
            }
            bell.unlock()
          }
        }
      }
    },
    Classic("group entered too late", repair: "entering before the work begins") { stage, isRight in
      let (group, queue) = (DispatchGroup(), DispatchQueue(label: "serial"))
      let sum = Mutex(0)
      stage.thread("main") {
        if isRight { group.enter() }
        queue.async {
          if !isRight { group.enter() }
          sum.withLock { $0 += 1 }
          group.leave()
        }
        group.wait()
        stage.expect(sum.withLock { $0 } == 1, "the work is done")
      }
    },
    Classic("each waits for the other first", repair: "signalling before waiting") { stage, isRight in
      let here = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
      for me in 0...1 {
        stage.thread("\(me)") {
          if isRight { here[me].signal() }
          here[1 - me].wait()
          if !isRight { here[me].signal() }
        }
      }
    },
  ]
}
