import Dispatch
import Explorer
import Foundation
import Testing

/// What is replaced in a process that links the hooks is there, in this toolchain and C library.
@Suite struct HookTests {
  @Test("Every function that is replaced is found, and its calls lead to the hooks")
  func namesAreFound() { #expect(ReplacedFunctions.missing == []) }
}

#if os(Linux)
  /// Programs with the platform's types only: no given file, no stand-in.
  @Suite(.serialized) struct PlatformProgramTests {
    @Test("What is not directed is named, and there is neither a proof nor a deadlock")
    func undirected() {
      let waiting = Explorer.explore("the main actor signals") { stage in
        stage.thread("A") {
          let isDone = DispatchSemaphore(value: 0)
          Task { @MainActor in isDone.signal() }
          isDone.wait()
        }
        stage.thread("B") { DispatchQueue(label: "queue").sync {} }
      }
      #expect(waiting.finding?.kind != .deadlock && !waiting.passed, "\(waiting)")
      #expect(waiting.unseen.contains { $0.hasPrefix("the main actor") }, "\(waiting)")
      #expect(waiting.description.hasPrefix("?"), "\(waiting)")
    }

    @Test("A deadlock says where each thread waits, and where it took what it holds")
    func deadlockIsExplained() throws {
      let exploration = Explorer.explore("a lock and a queue") { stage in
        let (lock, queue) = (NSLock(), DispatchQueue(label: "queue"))
        stage.thread("A") {
          lock.lock()
          queue.sync {}
          lock.unlock()
        }
        stage.thread("B") { queue.sync { lock.withLock {} } }
      }
      let finding = try #require(exploration.finding)
      let first = #line - 9
      let name = "PlatformProgramTests.swift"
      #expect(
        finding.message == """
          Deadlock: no thread can run.
            'A' waits at \(name):\(first + 3) for DispatchQueue 1 (made at \(name):\(first)); it holds NSLock 1 \
          (made at \(name):\(first)), taken at \(name):\(first + 2)
            'B' waits at \(name):\(first + 6) for NSLock 1 (made at \(name):\(first)), held by 'A'
          """)
    }

    @Test("Each thread of a schedule has a Thread of its own, whichever system thread runs it")
    func threadsAreApart() {
      let exploration = Explorer.explore("threads") { stage in
        let key = "number"
        for number in 1...3 {
          stage.thread("\(number)") {
            stage.expect(Thread.current.threadDictionary[key] == nil, "the dictionary is new")
            Thread.current.threadDictionary[key] = number
          }
        }
      }
      #expect(exploration.finding == nil, "\(exploration)")
    }
  }
#endif
