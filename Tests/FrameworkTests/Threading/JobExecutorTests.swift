import TestSupport
import Testing

@testable import MiniOperations

@Suite struct `The executor of directed tasks` {
  @Test func `Each job of a directed thread goes to its director, with the number of its task`() {
    let (interloper, relay) = (Interloper(), Relay())
    interloper.watch {
      for _ in 0..<100 { Task(executorPreference: relay) {} }
      interloper.runStartedThreads()
    }
    let jobs = relay.jobs
    #expect(Set(jobs).count == 100 && !jobs.contains(nil))
    #expect(!JobExecutor.shared.hasStray(among: jobs.compactMap(\.self), within: .zero))
    #expect(interloper.calls == jobs.map(Interloper.enqueued))
  }

  @Test func `A job of an actor has no number`() {
    let (interloper, relay) = (Interloper(), Relay())
    let (desk, trace) = (Desk(), Trace())
    interloper.watch {
      Task(executorPreference: relay) {
        trace(await desk.answer())
      }
      interloper.runStartedThreads()
    }
    #expect(trace.events == ["answer"])
    #expect(relay.jobs.contains(nil))
    #expect(interloper.calls == relay.jobs.map(Interloper.enqueued))
  }

  @Test func `Without any director a job runs on a thread of the system`() async {
    await #expect(processExitsWith: .success) {
      await inTime {
        let done = Latch(name: "done")
        Task(executorPreference: JobExecutor.shared) { done.open() }
        done.wait()
      }
    }
  }

  @Test func `While a director is there, a job from elsewhere never runs, and its task is a stray`() async {
    await #expect(processExitsWith: .success) {
      await inTime {
        Direction.begin()
        let (relay, strays) = (Relay(), JobExecutor.shared)
        precondition(!strays.hasStray(among: 0..<10_000, within: .zero))
        for _ in 1...2 { Task(executorPreference: relay) { fatalError("A stray job runs.") } }
        let tasks = relay.jobs.compactMap(\.self)
        precondition(tasks.count == 2 && tasks.allSatisfy { strays.hasStray(among: [$0], within: .zero) })
        precondition(!strays.hasStray(among: [tasks[1] + 1], within: .zero))
      }
    }
  }

  @Test func `Threads that wait for a stray are woken when it comes`() async {
    await #expect(processExitsWith: .success) {
      await inTime {
        Direction.begin()
        let (begun, ended) = (Gate(), Gate())
        begun.open()
        ended.open()
        for number in 1...8 {
          Threads.start(named: "\(number)") {
            begun.pass()
            precondition(JobExecutor.shared.hasStray(among: 0..<10_000, within: .seconds(3600)))
            ended.pass()
          }
        }
        begun.waitForArrivals(8)
        Task(executorPreference: JobExecutor.shared) {}
        ended.waitForArrivals(8)
      }
    }
  }
}

/// Notes the number in each job's description, and passes the job on.
private final class Relay: TaskExecutor {
  private let noted = Guarded<[UInt64?]>([])

  var jobs: [UInt64?] { noted.withLock { $0 } }

  func enqueue(_ job: consuming ExecutorJob) {
    let number = job.description.firstMatch(of: /\d+/).flatMap { UInt64($0.output) }
    noted.withLock { $0.append(number) }
    JobExecutor.shared.enqueue(job)
  }
}

private actor Desk {
  func answer() -> String { "answer" }
}
