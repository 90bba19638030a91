import Testing

@testable import MiniOperations

/// The life of an operation as plain data, event by event, without threads.
@Suite struct `The life of an operation` {
  @Test func `Only the first dependency makes it unready, only the last to leave makes it ready`() {
    var life = Lifecycle()
    let changes = [
      life.dependencyAdded(), life.dependencyAdded(), life.dependencyLeft(), life.dependencyLeft(),
    ]
    #expect(changes == [.becameUnready, .none, .none, .becameReady])
  }

  @Test func `Once it executes, adding or removing dependencies changes nothing`() {
    var life = Lifecycle()
    _ = life.start(isReady: true)
    let changes = [life.dependencyAdded(), life.dependencyLeft()]
    #expect(changes == [.none, .none])
    #expect(life.phase == .executing(by: .start) && life.isReady)
  }

  @Test func `A cancel counts once, makes a waiting life ready, and dependencies do not matter after it`() {
    var life = Lifecycle()
    _ = life.dependencyAdded()
    let answers = [life.cancel(), life.cancel()]
    #expect(answers == [.announceCancelled(readiness: .becameReady), .nothing])
    let changes = [life.dependencyAdded(), life.dependencyLeft(), life.dependencyLeft()]
    #expect(changes == [.none, .none, .none])
    #expect(life.isReady)
  }

  @Test func `A cancel while it executes counts, one after the end does not`() {
    var (running, over) = (Lifecycle(), Lifecycle())
    _ = running.start(isReady: true)
    _ = over.finish(by: .queue)
    let answers = [running.cancel(), over.cancel()]
    #expect(answers == [.announceCancelled(readiness: .none), .nothing])
    #expect([running.isCancelled, over.isCancelled] == [true, false])
  }

  @Test func `start has its effect in each phase`() {
    var (fresh, waiting, cancelled, running, over) = (
      Lifecycle(), Lifecycle(), Lifecycle(), Lifecycle(), Lifecycle()
    )
    _ = waiting.dependencyAdded()
    _ = cancelled.cancel()
    _ = running.start(isReady: true)
    _ = over.finish(by: .queue)
    let answers = [
      fresh.start(isReady: true), waiting.start(isReady: false), cancelled.start(isReady: true),
      running.start(isReady: true), over.start(isReady: true),
    ]
    #expect(
      answers == [
        .runMain, .refuse(.startedBeforeReady), .finishOnly, .refuse(.startedWhileExecuting), .returnSilently,
      ])
    #expect(
      [fresh.phase, waiting.phase, cancelled.phase, running.phase, over.phase] == [
        .executing(by: .start), .waiting(unfinished: 1), .waiting(unfinished: 0), .executing(by: .start),
        .finished(by: .queue),
      ])
  }

  @Test func `A subclass's gate refuses a start that dependencies would allow`() {
    var life = Lifecycle()
    let answers = [life.start(isReady: false), life.start(isReady: true)]
    #expect(answers == [.refuse(.startedBeforeReady), .runMain])
  }

  @Test func `A subclass's announcement that it executes counts until the end, and not after`() {
    var (waiting, over) = (Lifecycle(), Lifecycle())
    _ = waiting.dependencyAdded()
    waiting.noteExecution()
    _ = over.finish(by: .queue)
    over.noteExecution()
    #expect([waiting.phase, over.phase] == [.executing(by: .announcement), .finished(by: .queue)])
  }

  @Test func `It ends once, from any phase`() {
    var (fresh, running) = (Lifecycle(), Lifecycle())
    _ = running.start(isReady: true)
    #expect(
      [
        fresh.finish(by: .queue), fresh.finish(by: .announcement), running.finish(by: .start),
        running.finish(by: .queue),
      ] == [true, false, true, false])
    #expect([fresh.phase, running.phase] == [.finished(by: .queue), .finished(by: .start)])
    #expect(fresh.isReady && running.isReady)
  }
}
