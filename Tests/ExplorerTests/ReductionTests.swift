import Explorer
import MiniOperations
import Testing

/// How few schedules represent all of them; the article's table has larger programs with errors.
///
/// The limits are twice the number of really different orders.
@Suite struct `The reduced search` {
  private func proof(_ name: String, _ body: @escaping @Sendable (Stage) -> Void) -> Int {
    var settings = Settings(.exhaustive(preemptions: nil))
    settings.findsDataRaces = false
    let exploration = Explorer.explore(name, settings, body)
    #expect(exploration.verdict == .proven || exploration.verdict == .sawNothing, "\(exploration)")
    return exploration.schedules
  }

  @Test func `Threads that share nothing need one schedule`() {
    let variables = proof("own variables") { stage in
      for number in 0..<6 {
        let own = Shared(0, "own \(number)")
        stage.thread("\(number)") {
          own.value = 1
          own.value = 2
        }
      }
    }
    let locks = proof("own locks") { stage in
      for number in 0..<3 {
        let own = RecursiveLock(name: "own \(number)")
        stage.thread("\(number)") { for _ in 0..<2 { own.withLock {} } }
      }
    }
    #expect(variables == 1 && locks == 1)
  }

  @Test(arguments: [(3, 24), (4, 56)])
  func `The last zero of an array that other threads fill`(count: Int, limit: Int) {
    let schedules = proof("last zero") { stage in
      let array = (0...count).map { Shared(0, "\($0)") }
      stage.thread("looks") {
        var place = count
        while place > 0, array[place].value != 0 { place -= 1 }
      }
      for place in 1...count {
        stage.thread("\(place)") { array[place].value = array[place - 1].value + 1 }
      }
    }
    #expect(schedules <= limit)
  }

  @Test func `One lock, three threads, two sections each`() {
    let schedules = proof("one lock") { stage in
      let lock = RecursiveLock(name: "lock")
      for number in 0..<3 { stage.thread("\(number)") { for _ in 0..<2 { lock.withLock {} } } }
    }
    // As many as there are orders of the six sections: 6! / (2! 2! 2!).
    #expect(schedules == 90)
  }
}
