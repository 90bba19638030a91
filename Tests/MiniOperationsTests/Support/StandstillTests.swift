import Testing

@testable import MiniOperations

@Suite struct `A test whose thread stands still` {
  @Test func `It fails with the thread, the gate and the missing arrivals, and does not hang`() async {
    let gate = Gate()
    defer { gate.open() }
    let error = await #expect(throws: Standstill.self) {
      try await onThread(within: .milliseconds(20)) { gate.waitForArrivals(2) }
    }
    let text = error?.description ?? ""
    #expect(text.hasPrefix("'It fails with the thread, the gate and the missing arrivals"))
    #expect(text.contains("and does not hang' stands still: the thread begun at StandstillTests.swift:9"))
    // The thread may be slow to reach the gate; then it says that no thread waits there.
    #expect(text.contains("StandstillTests.swift:7") || text.contains("No thread waits"))
    gate.arriveTwice()
  }

  @Test func `A thread that waits is listed with the place of its gate until it continues`() async throws {
    let texts = try await onThread {
      let gate = Gate()
      return Standstill.during("waits for the opening of the gate", at: #_sourceLocation) {
        gate.open()
        return Standstill.currentWaits(in: #fileID)
      }
    }
    #expect(
      texts.contains { $0.hasPrefix("A thread waits for the opening of the gate made at StandstillTests") })
  }
}

extension Gate {
  /// Lets the abandoned thread of the test end.
  fileprivate func arriveTwice() {
    open()
    pass()
    pass()
  }
}
