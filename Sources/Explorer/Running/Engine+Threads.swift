import MiniOperations

// What the framework and the scenario call on the engine for time and for threads of their own.

extension Engine {
  // MARK: Time

  var now: Duration {
    footprint.add(Footprint.clock, isWrite: false)
    return time
  }

  func sleep(until deadline: Duration) {
    guard !isInspecting else { return }
    recorder?.intends(current, { "sleep until \(deadline)" }, threads)
    footprint.add(Footprint.clock, isWrite: false)
    if deadline > time {
      threads.set(current, to: .sleeps(until: deadline))
      setSurprisable(true)
    }
    recorder?.did(current, .sleep, 0, { "sleep until \(deadline)" }, self)
    yield(isPrivate: false)
    if threads[current].isSurprised { passTime(to: deadline) }
    threads.set(current, to: .ready)
    footprint.add(Footprint.clock, isWrite: true)
    goOnUnseen()
  }

  // MARK: Threads

  func startThread(named name: String, mayRunFirst: Bool, _ body: @escaping @Sendable () -> Void) {
    start(DirectedThread(name: name, isDeclared: false, isWorker: false, state: .ready, body: body))
    guard mayRunFirst, phase == .running else { return }
    yield(isPrivate: !isSuspicious)
    goOnUnseen()
  }

  @discardableResult
  func start(_ thread: consuming DirectedThread) -> Int {
    control.reachPoint()
    startedThreads += 1
    thread.number = startedThreads
    thread.name = freeName(thread.name)
    if thread.job?.owner != .actor {
      let name = thread.name
      recorder?.did(current, .note, 0, { "starts \(name)" }, self)
    }
    let place = place(for: thread)
    thread.enabler = phase == .running ? events : nil
    if settings.findsDataRaces { memory.start(place, by: current) }
    threads.put(thread, at: place)
    return place
  }

  /// The name, with a number if a thread that has not ended bears it: tables and messages tell threads apart by name.
  private func freeName(_ wanted: String) -> String {
    var (name, number) = (wanted, 1)
    while threads.contains(where: { !$0.hasEnded && $0.name == name }) {
      number += 1
      name = "\(wanted) \(number)"
    }
    return name
  }

  /// The number of a new thread: one of its own, as long as there are any left.
  private func place(for thread: DirectedThread) -> Int {
    // All jobs touch the same resource, so a number that two jobs share does no harm.
    if thread.job == nil, threads.count < DirectedThreads.most { return threads.count }
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

  /// Starts a worker that does the employer's work and ends.
  ///
  /// A pool that keeps its workers would show nothing that this does not show,
  /// and add its own steps to every schedule.
  func startWorker(_ body: @escaping @Sendable () -> Void) {
    var number = 1
    while threads.contains(where: { !$0.hasEnded && $0.name == "worker \(number)" }) { number += 1 }
    start(
      DirectedThread(name: "worker \(number)", isDeclared: false, isWorker: true, state: .ready, body: body))
  }

  var workers: any Workers { directedWorkers }
}

/// Workers that are threads of the schedule.
final class DirectedWorkers: Workers {
  private unowned let engine: Engine

  init(_ engine: Engine) { self.engine = engine }

  func bring(to employer: any Employer) {
    engine.startWorker { [self] in
      while employer.employ(for: .untilIdle, sentBy: self) {}
    }
  }
}
