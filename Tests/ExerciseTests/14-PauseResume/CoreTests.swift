import ExerciseSupport
import Explorer
import MiniOperations
import Testing

@testable import Exercise14

@Suite(.serialized, .requirements) struct Core {
  @Test func `The work starts on the network thread, and the download finishes when the work calls done`()
    async
  {
    await inOwnProcess {
      let threads = Notes()
      let network = RunLoopThread(name: "network")
      let other = Download(on: network) { _ in threads(network.isCurrent ? "network" : "another thread") }
      other.start()
      network.postAndWait {}
      expect(
        threads.lines == ["network"],
        """
        start(): expected the work to be called once, on the network thread, got \(threads.text). Is it \
        posted?
        """)
      let fixture = Fixture()
      fixture.download.start()
      fixture.settle()
      let during = fixture.state
      fixture.finish(run: 1)
      expect(
        during == "executing, 1 run" && fixture.state == "finished, 1 run",
        """
        start(), then done(): expected the download to be executing, then finished, got \(during), then \
        \(fixture.state)
        """)
    }
  }

  @Test func `A download that is paused before its message runs starts no work until resume()`() async {
    await inOwnProcess {
      // The calls before the message runs, the state after it, and the state after another resume.
      let table: [(calls: [Call], state: String, resumed: String)] = [
        ([.start, .pause], "paused, 0 runs", "executing, 1 run"),
        ([.start, .pause, .resume], "executing, 1 run", "executing, 1 run"),
        ([.pause, .start], "paused, 0 runs", "executing, 1 run"),
      ]
      for (calls, state, resumed) in table {
        let fixture = Fixture()
        fixture.whileNetworkIsBusy { for call in calls { call(fixture) } }
        let before = fixture.state
        fixture.download.resume()
        fixture.settle()
        expect(
          before == state && fixture.state == resumed,
          """
          \(calls.text) while the network thread is busy, then resume(): expected "\(state)", then \
          "\(resumed)", got "\(before)", then "\(fixture.state)". Does a message check whether its run is \
          the latest?
          """)
      }
    }
  }

  @Test func `When interrupted work calls done, the download does not finish`() async {
    await inOwnProcess {
      let fixture = Fixture()
      fixture.download.start()
      fixture.settle()
      fixture.download.pause()
      fixture.finish(run: 1)
      expect(
        fixture.state == "paused, 1 run",
        """
        start(), pause(), then done() of the first run: expected the download to stay paused, got \
        \(fixture.state)
        """)
      // The second run posts its message, and the first one calls done before it is run.
      fixture.whileNetworkIsBusy {
        fixture.download.resume()
        fixture.finish(run: 1)
      }
      fixture.finish(run: 1)
      let during = fixture.state
      fixture.finish(run: 2)
      expect(
        during == "executing, 2 runs" && fixture.state == "finished, 2 runs",
        """
        then resume(), done() of the first run, done() of the second: expected the second alone to finish \
        it, got \(during), then \(fixture.state). How is it known to which run a done() belongs?
        """)
    }
  }

  @Test func `A paused download that is cancelled finishes`() async {
    await inOwnProcess {
      let fixture = Fixture()
      fixture.download.start()
      fixture.settle()
      fixture.download.pause()
      fixture.download.cancel()
      expect(
        fixture.state == "finished, 1 run" && fixture.download.isCancelled,
        """
        start(), pause(), cancel(): expected the download to be finished, and isCancelled to be true, got \
        \(fixture.state), and isCancelled \(fixture.download.isCancelled). Does cancel() call super, and \
        finish it?
        """)
      // These workers work only on demand, so the queue starts nothing in between.
      let (waiting, workers) = (Fixture(), SteppedWorkers())
      let queue = MiniOperationQueue(workers: workers)
      waiting.download.pause()
      queue.addOperation(waiting.download)
      workers.run()
      waiting.download.cancel()
      let isReady = waiting.download.isReady && !waiting.download.isFinished
      workers.run()
      waiting.settle()
      expect(
        isReady && waiting.state == "finished, 0 runs" && queue.operationCount == 0,
        """
        pause() before start(), cancel(): expected the download to become ready, and to finish without work \
        when its queue starts it, got one that was \(isReady ? "ready" : "not ready or finished at once"), \
        then \(waiting.state). \(queue.stallReport())
        """)
    }
  }

  @Test func `A refused call returns false and changes nothing`() async {
    await inOwnProcess {
      let table: [(calls: [Call], results: String, state: String)] = [
        ([.resume], "false", "waiting, 0 runs"),
        ([.start, .resume], "-, false", "executing, 1 run"),
        ([.start, .pause, .pause], "-, true, false", "paused, 0 runs"),
        ([.start, .pause, .resume, .resume], "-, true, true, false", "executing, 1 run"),
        ([.start, .start], "-, -", "executing, 1 run"),
        ([.start, .finish, .pause, .resume], "-, -, false, false", "finished, 1 run"),
        ([.start, .cancel, .pause, .resume], "-, -, false, false", "finished, 0 runs"),
        ([.cancel, .pause, .resume], "-, false, false", "waiting, 0 runs"),
        ([.cancel, .pause, .start], "-, false, -", "finished, 0 runs"),
      ]
      for (calls, results, state) in table {
        let fixture = Fixture()
        var got: [String] = []
        if calls.contains(.finish) {
          got = calls.map { $0(fixture) }
        } else {
          let answers = Notes()
          fixture.whileNetworkIsBusy { for call in calls { answers(call(fixture)) } }
          got = answers.lines
        }
        expect(
          got.joined(separator: ", ") == results && fixture.state == state,
          """
          \(calls.text): expected the results \(results), and then "\(state)", got \
          \(got.joined(separator: ", ")), and "\(fixture.state)"
          """)
      }
      let twice = Fixture()
      for _ in 1...2 {
        twice.download.start()
        twice.settle()
      }
      expect(
        twice.state == "executing, 1 run",
        "start() again while the work runs: expected \"executing, 1 run\", got \"\(twice.state)\"")
    }
  }

  @Test func `Every change of isExecuting, isPaused and isFinished is announced`() async {
    await inOwnProcess {
      for last in [Call.cancel, .finish] {
        let fixture = Fixture()
        let calls: [Call] = [.pause, .resume, .start, .pause, .resume]
        for call in calls + (last == .cancel ? [.pause] : []) { call(fixture) }
        fixture.settle()
        if last == .finish { fixture.finish(run: fixture.runs) } else { last(fixture) }
        fixture.finish(run: 1)
        let executing = ["false", "true", "false", "true", "false"]
        let paused = executing + (last == .cancel ? ["true", "false"] : [])
        expect(
          fixture.executing.lines == executing && fixture.paused.lines == paused
            && fixture.finished.lines == ["false", "true"],
          """
          \(calls.text), then \(last == .cancel ? "pause, cancel" : "done()"): expected observers to read \
          isExecuting \(executing), isPaused \(paused), isFinished ["false", "true"], got isExecuting \
          \(fixture.executing.lines), isPaused \(fixture.paused.lines), isFinished \
          \(fixture.finished.lines). Which keys does each change concern, and are both willChangeValue and \
          didChangeValue called?
          """)
      }
    }
  }

  @Test func `A download that is cancelled before its message runs finishes without work`() async {
    await inOwnProcess {
      let fixture = Fixture()
      fixture.whileNetworkIsBusy {
        fixture.download.start()
        fixture.download.cancel()
      }
      expect(
        fixture.state == "finished, 0 runs",
        """
        start() and cancel() while the network thread is busy: expected the download to finish without work, \
        got \(fixture.state)
        """)
      let early = Fixture()
      early.download.cancel()
      let before = early.state
      early.download.start()
      early.settle()
      expect(
        before == "waiting, 0 runs" && early.state == "finished, 0 runs",
        """
        cancel(), then start(): expected the download to finish when it is started, and not before, got \
        \(before), then \(early.state)
        """)
    }
  }

  @Test
  func `A download that is paused before start() is not ready, and resume() leaves starting it to the queue`()
    async
  {
    await inOwnProcess {
      let (fixture, workers) = (Fixture(), SteppedWorkers())
      let queue = MiniOperationQueue(workers: workers)
      queue.addOperation(fixture.download)
      let isPaused = fixture.download.pause()
      workers.run()
      fixture.settle()
      expect(
        isPaused && !fixture.download.isReady && fixture.state == "paused, 0 runs",
        """
        pause() before start(), then the queue runs: expected the download to be paused and not ready, got \
        \(fixture.state), and isReady \(fixture.download.isReady)
        """)
      queue.isSuspended = true
      fixture.download.resume()
      workers.run()
      fixture.settle()
      let suspended = "\(fixture.state), isReady \(fixture.download.isReady)"
      queue.isSuspended = false
      workers.run()
      fixture.settle()
      expect(
        suspended == "waiting, 0 runs, isReady true" && fixture.state == "executing, 1 run",
        """
        resume() while the queue is suspended: expected the download to become ready and the queue to start \
        it later, got \(suspended), and when the queue continues \(fixture.state). Is isReady announced?
        """)
      let dependent = Fixture()
      dependent.download.addDependency(MiniOperation())
      dependent.download.pause()
      dependent.download.resume()
      expect(
        !dependent.download.isReady,
        "pause() and resume() with an unfinished dependency: expected isReady to be false, got true")
    }
  }

  @Test func `If two threads call resume(), one gets false and the work starts once`() async {
    await inOwnProcess {
      everyOrder(
        "two calls of resume()", cause: "can both threads read that it is paused before either changes it?",
        settings: Settings(.exhaustive(preemptions: 1))
      ) { scene in
        let (fixture, results) = (Fixture(), Notes())
        fixture.download.pause()
        fixture.download.start()
        for name in ["A", "B"] { scene.thread(name) { results("\(fixture.download.resume())") } }
        scene.finally {
          fixture.network.stopAndWait()
          scene.expect(
            results.lines.sorted() == ["false", "true"] && fixture.state == "executing, 1 run",
            "one call returns true, and there is one run (got \(results.text), \(fixture.state))")
        }
      }
    }
  }

  @Test
  func
    `If pause() and done happen at the same time, the download is paused if pause() returns true, else finished`()
    async
  {
    await inOwnProcess {
      everyOrder(
        "pause() and done()",
        cause: "is it checked whether the run is the latest, and changed in a second step?",
        settings: Settings(.exhaustive(preemptions: 1))
      ) { scene in
        let (fixture, results) = (Fixture(), Notes())
        fixture.download.start()
        fixture.settle()
        scene.thread("done") { fixture.callBack(run: 1) }
        scene.thread("pause") { results(fixture.download.pause() ? "paused" : "finished") }
        scene.finally {
          fixture.network.stopAndWait()
          scene.expect(
            fixture.state.hasPrefix("\(results.text),") && !fixture.finishedSilently,
            "it is \(results.text), as pause() returned (got \(fixture.state)), and isFinished is announced")
        }
      }
    }
  }
}
