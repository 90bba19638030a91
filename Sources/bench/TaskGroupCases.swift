import Dispatch

/// The cases with tasks: a group adds the next child when one of `limit` children has ended.
enum TaskGroupCases {
  /// Seconds for one run of `n` empty tasks; nil if there is no equivalent.
  static func seconds(_ workload: Workload, limit: Int, n: Int) -> Double? {
    // The mini framework's number for the default limit.
    let limit = limit < 0 ? 64 : limit
    switch workload {
    case .independent, .blocks:
      return measure { await run(n, limit) {} }
    case .chain:
      return measure {
        var last = Task {}
        for _ in 1..<n {
          let previous = last
          last = Task { await previous.value }
        }
        await last.value
      }
    case .fanIn:
      return measure {
        await run(n - 1, limit) {}
        await Task {}.value
      }
    case .fanOut:
      return measure {
        let first = Task {}
        await run(n - 1, limit) { await first.value }
      }
    case .manual:
      return measure {
        await run(n, limit) {
          await withCheckedContinuation { continuation in finisher.async { continuation.resume() } }
        }
      }
    case .suspended, .cancelAll, .observed, .producers8, .producers64:
      return nil
    }
  }

  private static func run(_ n: Int, _ limit: Int, _ body: @escaping @Sendable () async -> Void) async {
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<n {
        if number >= limit { await group.next() }
        group.addTask { await body() }
      }
    }
  }

  /// Runs `body` as a task, and blocks the calling thread until it has ended.
  private static func measure(_ body: @escaping @Sendable () async -> Void) -> Double {
    let done = DispatchSemaphore(value: 0)
    let watch = ContinuousClock()
    let start = watch.now
    Task.detached {
      await body()
      done.signal()
    }
    done.wait()
    return (watch.now - start) / Duration.seconds(1)
  }
}
