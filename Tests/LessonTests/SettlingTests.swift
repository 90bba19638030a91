import Dispatch
import MiniOperations
import Synchronization
import Testing

@testable import LessonKit

@Suite struct `A picture of an end that is being announced` {
  @Test func `It waits for the announcement, and shows the operation as finished`() {
    let recording = Recording()
    let operation = Slow()
    recording.watch(operation)
    DispatchQueue.global().async { operation.finish() }
    operation.hasFinished.wait()
    // The operation's isFinished is true, and its observers have not been called yet.
    #expect(operation.isFinished)
    operation.mayAnnounce.signal()
    recording.settle()
    #expect(Record.Drawing(recording.events, pieces: []).operations[0].finished != nil)
  }

  @Test func `An end that is never announced is not waited for`() {
    let recording = Recording()
    let operation = Slow()
    recording.watch(operation)
    operation.isOver.withLock { $0 = true }
    #expect(!operation.isAnnouncingItsEnd)
    recording.settle()
    #expect(Record.Drawing(recording.events, pieces: []).operations[0].finished == nil)
  }

  private final class Slow: MiniOperation, @unchecked Sendable {
    // Unchecked: everything here is constant.
    let isOver = Mutex(false)
    let hasFinished = DispatchSemaphore(value: 0)
    let mayAnnounce = DispatchSemaphore(value: 0)

    override var isFinished: Bool { isOver.withLock { $0 } }

    func finish() {
      willChangeValue(forKey: "isFinished")
      isOver.withLock { $0 = true }
      hasFinished.signal()
      mayAnnounce.wait()
      didChangeValue(forKey: "isFinished")
    }
  }
}
