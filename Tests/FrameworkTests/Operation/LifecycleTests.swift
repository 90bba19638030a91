import Testing

@testable import MiniOperations

/// The life of an operation as plain data, event by event, without threads.
@Suite struct `The life of an operation` {
  @Test func `Once it executes, adding or removing dependencies changes nothing`() {
    var life = Lifecycle()
    _ = life.start(isReady: true)
    let changes = [life.dependencyAdded(), life.dependencyLeft()]
    #expect(changes == [.none, .none])
    #expect(life.phase == .executing(by: .start) && life.isReady)
  }

  @Test func `A subclass's announcement that it executes counts until the end, and not after`() {
    var (waiting, over) = (Lifecycle(), Lifecycle())
    _ = waiting.dependencyAdded()
    waiting.noteExecution()
    _ = over.finish(by: .queue)
    over.noteExecution()
    #expect([waiting.phase, over.phase] == [.executing(by: .announcement), .finished(by: .queue)])
  }
}
