import ExerciseSupport
import MiniOperations
import Testing

@testable import Exercise09

@Suite(.serialized, .requirements) struct Core {
  @Test func `Each status has the key of its property`() async {
    await inOwnProcess {
      let keys: [String] = everyStatus.map(\.key)
      expect(
        keys == ["isReady", "isExecuting", "isPaused", "isFinished"],
        """
        expected isReady, isExecuting, isPaused and isFinished as the keys of ready, executing, paused and \
        finished, got \(keys): is each spelled as the property is, with "is" in front?
        """)
    }
  }

  @Test func `From ready, executing and paused are allowed, and finished only if cancelled`() async {
    await inOwnProcess { expectRow(.ready) }
  }

  @Test func `From executing, paused and finished are allowed`() async {
    await inOwnProcess { expectRow(.executing) }
  }

  @Test func `From paused, ready is allowed, and finished only if cancelled`() async {
    await inOwnProcess { expectRow(.paused) }
  }

  @Test func `From finished, nothing is allowed`() async {
    await inOwnProcess {
      expectRow(.finished)
      var life = Life()
      let keys = [.executing, .finished].map { life.become($0, isCancelled: false) }
      expect(
        keys == [["isReady", "isExecuting"], ["isExecuting", "isFinished"]] && life.status == .finished,
        """
        expected a new life to finish by become(.executing) and become(.finished), got \(keys.map(shown)) \
        and the status \(life.status): does become change the status?
        """)
    }
  }

  @Test func `An allowed request changes the status and returns the old key and then the new key`() async {
    await inOwnProcess {
      var life = Life()
      for next: Status in [.executing, .paused, .ready, .executing, .finished] {
        let (before, request) = (life.status, Request(next))
        let expected = request.expected(after: before)
        let keys = life.become(next, isCancelled: false)
        expect(
          keys == expected.keys && life.status == expected.status,
          """
          expected \(shown(expected.keys)) and the status \(expected.status) from \(request) when it is \
          \(before), got \(shown(keys)) and \(life.status): both properties change their values, so are both \
          keys returned?
          """)
      }
    }
  }

  @Test func `A refused request returns nil and leaves the status unchanged`() async {
    await inOwnProcess {
      var life = Life()
      let refused = life.become(.finished, isCancelled: false)
      let status = life.status
      let allowed = life.become(.finished, isCancelled: true)
      expect(
        refused == nil && status == .ready,
        """
        expected nil and the status ready from \(Request(.finished)) when it is ready, got \(shown(refused)) \
        and \(status): is the request checked before anything is changed?
        """)
      expect(
        refused != nil || status != .ready || allowed == ["isReady", "isFinished"],
        """
        expected [isReady, isFinished] from \(Request(.finished, isCancelled: true)) afterwards, got \
        \(shown(allowed)): does a refused request change anything?
        """)
    }
  }

  @Test func `If an operation announces the keys that become returns, its queue starts the dependents`() async
  {
    await inOwnProcess {
      for isCancelled in [false, true] {
        let workers = SteppedWorkers()
        let queue = MiniOperationQueue(workers: workers)
        let trace = Notes()
        let operation = Living(trace)
        let dependent = MiniBlockOperation { trace("dependent") }
        dependent.addDependency(operation)
        if isCancelled { operation.cancel() }
        queue.addOperations([operation, dependent], waitUntilFinished: false)
        workers.run()
        // By now the queue has read it for the last time, unless a notification makes it read again.
        operation.finish()
        workers.run()
        let expected = isCancelled ? ["dependent"] : ["work", "dependent"]
        expect(
          trace.lines == expected && queue.operationCount == 0,
          """
          expected \(expected) to run where \(isCancelled ? "a cancelled" : "an") operation sends \
          notifications for the keys that become returns, got \(trace.text): the queue observes isFinished; \
          is that key returned?
          """)
      }
    }
  }
}

// MARK: - Fixtures

/// Compares one row of the table.
private func expectRow(_ status: Status) {
  for isCancelled in [false, true] {
    let row = everyStatus.filter { status.mayBecome($0, isCancelled: isCancelled) }
    let expected = Request.allowed(after: status, isCancelled: isCancelled)
    expect(
      row == expected,
      """
      expected mayBecome to allow \(expected.map { "\($0)" }) from \(status) with isCancelled: \
      \(isCancelled), got \(row.map { "\($0)" }): which steps are legal, and which of them only if cancelled?
      """)
  }
}
