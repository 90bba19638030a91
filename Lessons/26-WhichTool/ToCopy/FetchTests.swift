// A test file to copy: how to test your own operations without a sleep, a time limit or a thousand runs.
//
// It needs `AsyncOperation.swift`, MiniOperations and Explorer of this package. Replace `Fetch` by your
// class.

import Dispatch
import Explorer
import MiniOperations
import Synchronization
import Testing

/// The class under test: it asks a server, and tries once more after a pause of two seconds.
///
/// The pause keeps the slot (lesson 25), and blocks a thread: it is here to show a test, not to be copied.
private final class Fetch: AsyncOperation, @unchecked Sendable {
  // Unchecked: the result is in a Mutex, the rest is constant.
  private let time: any Timekeeper
  private let ask: @Sendable () -> String?
  private let stored = Mutex<String?>(nil)

  init(on time: any Timekeeper = SystemTime(), ask: @escaping @Sendable () -> String?) {
    self.time = time
    self.ask = ask
  }

  var answer: String? { stored.withLock { $0 } }

  override func begin() {
    var answer = ask()
    if answer == nil && !isCancelled {
      time.sleep(for: .seconds(2))
      answer = ask()
    }
    stored.withLock { $0 = answer }
    finish()
  }
}

@Suite struct `A fetch` {
  /// Virtual time: the test waits until the class sleeps, and then lets two seconds pass at once.
  @Test func `It tries again after two seconds`() {
    let time = VirtualTime()
    let times = Mutex<[Duration]>([])
    let fetch = Fetch(on: time) {
      times.withLock {
        $0.append(time.now)
        return $0.count == 2 ? "picture" : nil
      }
    }
    let queue = MiniOperationQueue()
    queue.addOperation(fetch)
    time.waitForSleepers(1)
    #expect(!fetch.isFinished)
    time.advance(by: .seconds(2))
    queue.waitUntilAllOperationsAreFinished()
    #expect(fetch.answer == "picture")
    #expect(times.withLock { $0 } == [.zero, .seconds(2)])
  }

  /// A gate: the test holds the first operation in its work, and looks at the second meanwhile.
  @Test func `The next one in a queue with one slot waits for it`() {
    let (hasBegun, mayAnswer) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let first = Fetch {
      hasBegun.signal()
      mayAnswer.wait()
      return "first"
    }
    let second = Fetch { "second" }
    let queue = MiniOperationQueue()
    queue.maxConcurrentOperationCount = 1
    queue.addOperations([first, second], waitUntilFinished: false)
    hasBegun.wait()
    #expect(first.isExecuting && !second.isExecuting)
    mayAnswer.signal()
    queue.waitUntilAllOperationsAreFinished()
    #expect(second.answer == "second")
  }

  /// The Explorer: every order in which two threads can take turns, within bounds.
  @Test func `Started and cancelled at the same time, it finishes once`() {
    let scenario = Scenario("start and cancel") { stage in
      let fetch = Fetch { "picture" }
      let finishes = Mutex(0)
      let observation = fetch.observe(\.isFinished) { _, _ in finishes.withLock { $0 += 1 } }
      stage.thread("queue") { fetch.start() }
      stage.thread("user") { fetch.cancel() }
      stage.finally {
        observation.invalidate()
        stage.expect(fetch.isFinished && !fetch.isExecuting, "it has finished, and does not execute")
        stage.expect(finishes.withLock { $0 } == 1, "isFinished is announced once")
      }
    }
    let exploration = Explorer.explore(scenario)
    #expect(exploration.passed, "\(exploration)")
  }
}
