import ExerciseSupport
import Explorer
import MiniOperations
import Testing

@testable import Exercise14

@Suite(.serialized, .requirements) struct Depth {
  @Test func `Two calls at the same time have the results and the effect of one of their two orders`() async {
    await inOwnProcess {
      let fixture = Fixture()
      let results = [fixture.download.pause(), fixture.download.resume()]
      expect(results == [true, true], "pause(), then resume(): expected true and true, got \(results)")
      // Before its start, and paused before it: the network thread has no message that would run meanwhile.
      let pairs: [(after: [Call], first: Call, second: Call)] = [
        ([], .start, .cancel), ([], .pause, .cancel), ([.pause], .start, .resume),
        ([.pause, .start], .resume, .cancel),
      ]
      for (after, first, second) in pairs { expectAtomic(first, second, after: after) }
    }
  }

  @Test func `A download that is paused and resumed while it is being started finishes with its latest run`()
    async
  {
    await inOwnProcess {
      everyOrder(
        "pause and resume while its queue starts it",
        cause: "what if the queue has chosen the download, and pause() or resume() is called before start()?",
        settings: Settings(.exhaustive(preemptions: 1))
      ) { scene in
        let network = RunLoopThread(name: "network")
        let runs = Notes()
        let download = Download(on: network) { done in
          runs("run")
          done()
        }
        let queue = MiniOperationQueue()
        queue.addOperation(download)
        scene.thread("pause") {
          download.pause()
          download.resume()
          queue.waitUntilAllOperationsAreFinished()
        }
        scene.finally {
          network.stopAndWait()
          scene.expect(
            download.isFinished && (1...2).contains(runs.lines.count),
            "it finishes after one run or two (got \(runs.lines.count) runs, \(queue.stallReport()))")
        }
      }
      everyOrder(
        "pause and resume while its message runs",
        cause: "is the number of the run read again after it was checked?",
        settings: Settings(.exhaustive(preemptions: 1))
      ) { scene in
        let fixture = Fixture()
        fixture.download.start()
        scene.thread("pause") {
          fixture.download.pause()
          fixture.download.resume()
        }
        scene.finally {
          fixture.settle()
          let runs = fixture.runs
          for run in 1..<max(1, runs) { fixture.finish(run: run) }
          let before = fixture.state
          fixture.finish(run: runs)
          fixture.network.stopAndWait()
          scene.expect(
            before.hasPrefix("executing") && fixture.state.hasPrefix("finished"),
            """
            of \(runs) runs, the last one finishes it (got \(before) before its done(), then \(fixture.state))
            """)
        }
      }
    }
  }

  @Test func `While the work is being called, pause(), resume() and cancel() return and have their effect`()
    async
  {
    await inOwnProcess {
      let results = Notes()
      let fixture = Fixture(begun: { download in
        results(returns { _ = (download.pause(), download.cancel()) } ? "return" : "block")
      })
      fixture.download.start()
      fixture.settle()
      expect(
        results.lines == ["return"] && fixture.state == "finished, 1 run",
        """
        pause() and cancel() on another thread while the work is called: expected them to return and the \
        download to be finished, got calls that \(results.text), and \(fixture.state). Is a lock held while \
        the work is called?
        """)
      let restarted = Fixture(begun: { download in
        if results.add("work") == 2 { results("\(download.pause()), \(download.resume())") }
      })
      restarted.download.start()
      for _ in 1...2 { restarted.settle() }
      restarted.finish(run: 1)
      expect(
        results.lines.contains("true, true") && restarted.state == "executing, 2 runs",
        """
        pause() and resume() by the first run's own work, then its done(): expected true, true and a second \
        run, got \(results.lines.last ?? ""), and \(restarted.state)
        """)
    }
  }

  @Test func `When an observer calls pause(), resume() or cancel(), the call has its effect`() async {
    await inOwnProcess {
      // In the last call, the observer of the key makes the calls when the key has the value.
      let table: [(calls: [Call], key: String, value: Bool, inside: [Call], state: String)] = [
        ([.start], "isExecuting", true, [.pause], "paused, 0 runs"),
        ([.start], "isExecuting", true, [.pause, .resume], "executing, 1 run"),
        ([.start], "isExecuting", true, [.cancel], "finished, 0 runs"),
        ([.start, .pause], "isPaused", true, [.resume], "executing, 1 run"),
        ([.start, .pause, .resume], "isPaused", false, [.pause, .resume], "executing, 1 run"),
        ([.start, .pause, .resume], "isPaused", false, [.cancel], "finished, 0 runs"),
        ([.start, .pause, .cancel], "isPaused", false, [.resume], "finished, 0 runs"),
      ]
      for (calls, key, value, inside, state) in table {
        let (fixture, count) = (Fixture(), Log<String>())
        fixture.whileNetworkIsBusy {
          for call in calls.dropLast() { call(fixture) }
          let observation = fixture.download.observe(forKey: key) { [unowned fixture] download, _ in
            let now = key == "isPaused" ? fixture.download.isPaused : download.isExecuting
            guard now == value, count.add(key) == 1 else { return }
            for call in inside { call(fixture) }
          }
          if let last = calls.last { last(fixture) }
          observation.invalidate()
        }
        expect(
          fixture.state == state && fixture.silentKeys.isEmpty,
          """
          \(calls.text), and \(inside.text) in the observer of \(key): expected "\(state)", got \
          "\(fixture.state)", not announced: \(fixture.silentKeys). Is a lock held while observers are \
          notified?
          """)
      }
    }
  }

  @Test func `A finished download is released, and so is one that was never started`() async {
    await inOwnProcess {
      let stories: [[Call]] = [
        [.start, .finish], [.start, .pause, .resume, .cancel], [.pause, .resume, .start, .finish],
        [.start, .pause, .cancel], [.cancel, .start], [.pause, .cancel, .start], [.pause, .start, .cancel],
        [.pause], [.pause, .resume],
      ]
      for story in stories {
        weak var download: Download?
        var isFinished = false
        do {
          let fixture = Fixture()
          download = fixture.download
          for call in story { call(fixture) }
          fixture.network.stopAndWait()
          isFinished = fixture.download.isFinished
          fixture.forget()
        }
        expect(
          download == nil && isFinished == story.contains(.start),
          """
          \(story.text), then its owner releases it: expected a download that has \
          \(story.contains(.start) ? "" : "not ")finished, and is released, got one that has \
          \(isFinished ? "" : "not ")finished, and is \(download == nil ? "released" : "alive"). Does it \
          retain itself?
          """)
      }
    }
  }
}

/// Expects of two calls on two threads the results and the effect of one after the other.
private func expectAtomic(_ first: Call, _ second: Call, after earlier: [Call]) {
  /// The results and the state that follow.
  @Sendable func outcome(_ fixture: Fixture, _ results: Notes) -> String {
    fixture.network.stopAndWait()
    // Whether the first run began before it was interrupted depends on the order.
    let state =
      fixture.state == "executing, 0 runs" ? "executing without work" : fixture.state.prefix { $0 != "," }
    let silent = fixture.finishedSilently ? ", isFinished not announced" : ""
    return "\(results.lines.sorted().joined(separator: ", ")), then \(state)\(silent)"
  }
  let allowed = [[first, second], [second, first]].map { calls in
    let (fixture, results) = (Fixture(), Notes())
    for call in earlier { call(fixture) }
    for call in calls { results("\(call): \(call(fixture))") }
    return outcome(fixture, results)
  }
  everyOrder(
    "\(first) and \(second) after \(earlier.text)",
    cause: "is everything that decides a call read under the lock under which its change is made?",
    settings: Settings(.exhaustive(preemptions: 1))
  ) { scene in
    let (fixture, results) = (Fixture(), Notes())
    for call in earlier { call(fixture) }
    for (name, call) in [("A", first), ("B", second)] {
      scene.thread(name) { results("\(call): \(call(fixture))") }
    }
    scene.finally {
      let got = outcome(fixture, results)
      scene.expect(allowed.contains(got), "\(Set(allowed).sorted().joined(separator: "; or ")) (got \(got))")
    }
  }
}
