import Foundation
import TestSupport
import Testing

@testable import MiniOperations

@Suite struct `Run-loop thread` {
  @Test func `A name that is too long for the system is cut where a character ends`() async throws {
    let trace = Trace()
    try await onThread {
      for name in ["MyOperationThread", "网络线程网络"] {
        RunLoopThread(name: name).postAndWait { trace(Thread.current.name ?? "") }
      }
    }
    #if canImport(Darwin)
      #expect(trace.events == ["MyOperationThread", "网络线程网络"])
    #else
      #expect(trace.events == ["MyOperationThre", "网络线程网"])
    #endif
  }

  @Test func `Each poster's messages keep their order, and none is lost`() async throws {
    let trace = Trace()
    let thread = RunLoopThread(name: "network")
    try await onThreads(4) { number in
      for message in 0..<250 { thread.post { trace("\(number):\(message)") } }
    }
    try await onThread { thread.stopAndWait() }
    for number in 0..<4 {
      let own = trace.events.filter { $0.hasPrefix("\(number):") }
      #expect(own == (0..<250).map { "\(number):\($0)" })
    }
  }

  @Test func `On the thread itself, posting and waiting runs the message at once`() async throws {
    let trace = Trace()
    try await onThread {
      let thread = RunLoopThread(name: "network")
      thread.postAndWait { [unowned thread] in
        trace("current \(thread.isCurrent)")
        thread.post { trace("waiting") }
        trace.bracket("wait") { trace("has run: \(thread.postAndWait { trace("at once") })") }
      }
      thread.postAndWait {}
      trace("current \(thread.isCurrent)")
      thread.stopAndWait()
    }
    #expect(
      trace.events == [
        "current true", "wait<", "at once", "has run: true", "wait>", "waiting", "current false",
      ])
  }

  @Test func `It takes only messages for its mode and common ones`() async throws {
    let trace = Trace()
    try await onThread {
      let thread = RunLoopThread(name: "network")
      thread.postAndWait { trace("mode \(thread.mode.name)") }
      thread.mode = "tracking"
      thread.post(modes: [.default]) { trace("default") }
      thread.post(modes: ["tracking"]) { trace("tracking") }
      thread.post { trace("common") }
      thread.post(modes: [.default, "tracking"]) { trace("both") }
      thread.postAndWait {}
      trace("| back to default")
      thread.mode = .default
      thread.postAndWait {}
      thread.stopAndWait()
    }
    #expect(
      trace.events == ["mode default", "tracking", "common", "both", "| back to default", "default"])
  }

  @Test func `A new mode wakes the sleeping thread for messages that wait for it`() async throws {
    let trace = Trace()
    try await onThread {
      let thread = RunLoopThread(name: "network")
      let done = Latch(name: "tracking")
      thread.post(modes: ["tracking"]) {
        trace("tracking")
        done.open()
      }
      // It has run everything else, and sleeps or is about to.
      thread.postAndWait { trace("common") }
      thread.mode = "tracking"
      done.wait()
      thread.stopAndWait()
    }
    #expect(trace.events == ["common", "tracking"])
  }

  @Test func `Stopped, it runs what was posted before, whatever its mode, and refuses the rest`() async throws
  {
    let trace = Trace()
    try await onThread {
      let thread = RunLoopThread(name: "network")
      let gate = Gate()
      thread.post { gate.pass() }
      thread.post(modes: ["another mode"]) { trace("for another mode") }
      thread.post { trace("common") }
      thread.stop()
      trace("posted \(thread.post { trace("too late") })")
      trace("waited \(thread.postAndWait { trace("too late") })")
      gate.open()
      thread.stopAndWait()
      trace("ended")
    }
    #expect(trace.events == ["posted false", "waited false", "for another mode", "common", "ended"])
  }

  @Test func `Stopped from inside, it ends, and no thread waits for itself`() async throws {
    let trace = Trace()
    try await onThread {
      let thread = RunLoopThread(name: "network")
      thread.postAndWait { [unowned thread] in
        thread.stopAndWait()
        trace("stopped from inside, posted \(thread.post {})")
      }
      thread.stopAndWait()
      trace("ended")
    }
    #expect(trace.events == ["stopped from inside, posted false", "ended"])
  }

  @Test func `Released without a stop, it runs what was posted and ends`() async throws {
    let trace = Trace()
    try await onThread {
      let gone = Gate()
      gone.open()
      do {
        let thread = RunLoopThread(name: "network")
        thread.post { ThreadExitObserver.report(to: gone) }
        thread.post { trace("last message") }
      }
      gone.waitForArrivals()
      trace("the thread has ended")
    }
    #expect(trace.events == ["last message", "the thread has ended"])
  }
}
