import Threading

// Threads that a schedule starts.

extension Engine {
  func startThread(named name: String, mayRunFirst: Bool, _ body: @escaping @Sendable () -> Void) {
    entered {
      start(DirectedThread(name: name, isDeclared: false, isWorker: false, state: .ready, body: body))
      guard mayRunFirst, phase == .running else { return }
      yield(isPrivate: !isSuspicious)
      assumeUntrackedWrites()
    }
  }

  @discardableResult
  func start(_ thread: consuming DirectedThread) -> Int {
    control.reachPoint()
    thread.number = threads.countStart()
    thread.name = threads.freeName(thread.name)
    if thread.job?.owner != .actor {
      let name = thread.name
      recorder?.did(current, .note, 0, { "starts \(name)" }, self)
    }
    let place = place(for: thread)
    thread.enabler = phase == .running ? record.events : nil
    if settings.findsDataRaces { memory.start(place, by: current) }
    threads.put(thread, at: place)
    return place
  }

  /// The number of a new thread: one of its own, as long as there are any left.
  private func place(for thread: DirectedThread) -> Int {
    // All jobs touch the same resource, so a number that two of an actor's jobs share loses no order; but
    // data races of the two are not seen.
    if threads.count < (thread.job == nil ? DirectedThreads.most : DirectedThreads.most / 2) {
      return threads.count
    }
    if let free = threads.firstIndex(where: { $0.hasEnded && $0.name == thread.name }), free > 0 {
      // One number for two threads: what the first did cannot be distinguished from what the second does.
      if thread.job == nil { resources.notes.ranOutOfThreads() }
      return free
    }
    precondition(
      threads.count < DirectedThreads.most,
      "The scenario '\(scenario.name)' has more than 63 threads. Explore a smaller one.")
    return threads.count
  }

  /// Starts a worker that runs this and ends.
  ///
  /// A pool that keeps its workers would find nothing more, and would add its own steps to every schedule.
  func startWorker(_ body: @escaping @Sendable () -> Void) {
    entered {
      let name = threads.freeName("worker", isAlwaysNumbered: true)
      start(DirectedThread(name: name, isDeclared: false, isWorker: true, state: .ready, body: body))
    }
  }

  var workers: any Workers { directedWorkers }
}

/// Workers that are threads of the schedule.
final class DirectedWorkers: Workers {
  private unowned let engine: Engine

  init(_ engine: Engine) { self.engine = engine }

  func requestWorker(for source: any WorkSource) {
    engine.startWorker { [self] in
      while source.runWork(for: .untilIdle, sentBy: self) {}
    }
  }
}
