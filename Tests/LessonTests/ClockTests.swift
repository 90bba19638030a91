import MiniOperations
import Testing

@testable import LessonKit

@Suite struct `The clock of a lesson` {
  @Test func `It stands still while the user thinks`() {
    let time = VirtualTime()
    let recording = Recording(timekeeper: time)
    time.advance(by: .seconds(1))
    recording.withoutTime {
      time.advance(by: .seconds(20))
      #expect(recording.elapsed == .seconds(1))
    }
    time.advance(by: .seconds(1))
    #expect(recording.elapsed == .seconds(2))
  }
}
