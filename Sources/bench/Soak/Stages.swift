import MiniOperations

/// Runs rounds on real threads.
final class ThreadedStage {
  private let finisher = RunLoopThread(name: "soak finisher")
  private let time = SystemTime()
  /// The time without events after which a round counts as hung.
  private let patience = Duration.seconds(120)

  deinit { finisher.stopAndWait() }

  func run(_ plan: Plan) -> Round {
    let round = Round(plan)
    round.build { [finisher] body in finisher.post(body) }
    let meddled = Tally(outstanding: 1)
    Threads.start(named: "soak meddler") {
      for step in plan.meddling { round.perform(step) }
      meddled.arrived()
    }
    for numbers in plan.waiters { startWaiter(for: numbers, in: round) }
    for numbers in plan.adding { round.add(numbers) }
    finish(round, meddled)
    return round
  }

  /// Waits for some operations, and then until their queue is empty.
  private func startWaiter(for numbers: [Int], in round: Round) {
    let operations = numbers.compactMap { round.records[$0].operation }
    let queue = round.queues[numbers[0] % round.queues.count]
    Threads.start(named: "soak waiter") {
      for operation in operations { operation.waitUntilFinished() }
      queue.waitUntilAllOperationsAreFinished()
      round.ends.arrived()
    }
  }

  /// Waits while events come; false if none has come for too long.
  private func waitForAll(_ tally: Tally) -> Bool {
    while true {
      let left = tally.left
      if tally.waitForAll(until: time.now + patience) { return true }
      if tally.left == left { return false }
    }
  }

  private func finish(_ round: Round, _ meddled: Tally) {
    guard waitForAll(meddled), waitForAll(round.ends) else {
      round.reportMissingEvents()
      return
    }
    let emptied = Tally(outstanding: 1)
    Threads.start(named: "soak last waiter") { [queues = round.queues] in
      for queue in queues { queue.waitUntilAllOperationsAreFinished() }
      emptied.arrived()
    }
    guard waitForAll(emptied) else {
      return round.findings.report("everything has finished, but a queue still waits")
    }
    round.expectEmptyQueues()
    round.releaseEverything()
    let isGone = waitForAll(round.releases)
    round.findings.expect(isGone, "\(round.releases.left) operations or queues are still in memory")
    round.check()
  }
}

extension Round {
  func reportMissingEvents() {
    findings.report("\(ends.left) events are missing")
    for record in records { record.reportMissingAnnouncement() }
    for queue in queues { findings.report(queue.stallReport().description) }
  }

  func expectEmptyQueues() {
    for (number, queue) in queues.enumerated() {
      let (count, operations) = (queue.operationCount, queue.operations.count)
      findings.expect(count == 0, "queue \(number) counts \(count) operations at the end")
      findings.expect(operations == 0, "queue \(number) lists \(operations) operations at the end")
    }
  }
}
