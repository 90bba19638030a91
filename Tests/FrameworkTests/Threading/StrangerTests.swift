import TestSupport
import Testing

@testable import MiniOperations

/// Without a director, a thread that meddles with directed ones would change what they find, at no known
/// step.
@Suite struct `A thread without a director` {
  // In a process of its own: the explorers of the other tests have set the receiver of the reports.
  @Test func `It is reported where it touches what directed ones have made, and nowhere else`() async {
    await #expect(processExitsWith: .success) {
      await inTime {
        let reports = Reports()
        Direction.reportStrangers(to: reports)
        Direction.begin()
        let interloper = Interloper()
        interloper.resource = 1 << 63 | 5
        let theirs = Locked<Things?>(nil)
        interloper.watch {
          let things = Things()
          things.touch()
          theirs.withLock { $0 = things }
        }
        let things = theirs.withLock { $0 }!
        Things().touch()
        precondition(reports.reported == [], "of its own: \(reports.reported)")
        things.touch()
        precondition(
          reports.reported == [
            "5: lock C", "5: signal C", "5: broadcast C", "5: lock R", "5: a small lock", "5: write",
            "5: use",
          ], "of theirs: \(reports.reported)")
        Direction.end()
        things.touch()
        precondition(reports.reported.count == 7, "after the last director has gone: \(reports.reported)")
      }
    }
  }

  // In a process of its own, where no other test has a director.
  @Test func `What it makes has a number of its own, with others directed and without`() async {
    await #expect(processExitsWith: .success) {
      await inTime {
        precondition(ResourceID().value != ResourceID().value, "without a director")
        Direction.begin()
        precondition(ResourceID().value != ResourceID().value, "while others are directed")
        Direction.end()
      }
    }
  }
}

/// One of each that a thread can touch.
private final class Things: Sendable {
  private let condition = Condition(name: "C")
  private let recursive = RecursiveLock(name: "R")
  private let small = Lock()
  private let memory = ResourceID()

  func touch() {
    condition.lock()
    condition.signal()
    condition.broadcast()
    condition.unlock()
    recursive.withLock {}
    small.withLock("a small lock") {}
    Direction.reach(.write, of: memory, "write")
    Direction.useMemory(memory, isChange: true, name: "memory", "use")
  }
}

private final class Reports: StrangerWatch {
  private let all = Trace()

  var reported: [String] { all.events }

  func strangerTouched(_ resource: UInt64, label: () -> String) {
    all("\(resource & 0xFF): \(label())")
  }
}
