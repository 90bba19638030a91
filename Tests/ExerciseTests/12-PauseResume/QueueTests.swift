import ExerciseSupport
import MiniOperations
import Testing

@testable import Exercise12

extension `Pause and resume` {
  @Test func `Resumed before it was started, it waits for its queue`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let cast = Cast()
        // These workers work only on demand, so the queue starts nothing in between.
        let workers = SteppedWorkers()
        let queue = MiniOperationQueue(workers: workers)
        queue.addOperation(cast.download)
        let isPaused = cast.download.pause()
        workers.run()
        cast.settle()
        expect(
          isPaused && !cast.download.isReady && cast.state == "paused" && cast.runs == 0,
          """
          expected a queue to leave out a paused download, got one that is \
          \(cast.download.isReady ? "ready" : "not ready") and \(cast.state), with its work begun \
          \(cast.runs) times: isReady is what the queue reads
          """)
        queue.isSuspended = true
        cast.download.resume()
        workers.run()
        cast.settle()
        expect(
          cast.isReadyAndNothingElse && cast.runs == 0,
          """
          expected resume() to make it ready and nothing else while its queue is suspended, got one that is \
          \(cast.state), with its work begun \(cast.runs) times: a download that starts itself ignores its \
          queue's limit and suspension
          """)
        queue.isSuspended = false
        workers.run()
        cast.settle()
        expect(
          cast.state == "executing" && cast.runs == 1,
          """
          expected the queue to start it once, got one that is \(cast.state), with its work begun \
          \(cast.runs) times: was isReady announced when it was resumed?
          """)
        let dependent = Cast()
        dependent.download.addDependency(MiniOperation())
        dependent.download.pause()
        dependent.download.resume()
        expect(
          !dependent.download.isReady,
          """
          expected a download that was paused and resumed to wait for its dependency, got one that is ready: \
          does isReady ask super too?
          """)
      }
    }
    judge(end)
  }

  @Test func `Paused and cancelled before it was started, it leaves its queue without its work`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let cast = Cast()
        let workers = SteppedWorkers()
        let queue = MiniOperationQueue(workers: workers)
        let dependency = MiniOperation()
        cast.download.addDependency(dependency)
        cast.download.pause()
        queue.addOperation(cast.download)
        workers.run()
        let before = cast.state
        cast.download.cancel()
        expect(
          before == "paused" && cast.download.isReady && !cast.download.isFinished,
          """
          expected a download that was paused and then cancelled to be ready, so that its queue starts it, \
          got one that was \(before), and is \(cast.download.isReady ? "ready" : "not ready") and \(cast.state)
          """)
        workers.run()
        cast.settle()
        expect(
          cast.state == "finished" && cast.runs == 0 && queue.operationCount == 0,
          """
          expected it to leave its queue without its work, got one that is \(cast.state), with its work \
          begun \(cast.runs) times. \(queue.stallReport())
          """)
      }
    }
    judge(end)
  }

  @Test func `Nothing keeps a finished download alive`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        for ending in DownloadEnding.all {
          weak var download: Download?
          do {
            let cast = Cast(begun: ending.whileItBegins)
            download = cast.download
            ending.takePlace(cast)
            cast.settle()
            expect(
              cast.download.isFinished,
              "expected a finished download that \(ending.name), got one that is \(cast.state)")
            guard cast.download.isFinished else { return }
            cast.network.stopAndWait()
            cast.forget()
          }
          expect(
            download == nil,
            """
            expected a download that \(ending.name) to be freed, got it alive: what holds it from its start on, and is \
            that released at every end?
            """)
          if download != nil { return }
        }
        for isResumed in [false, true] {
          weak var download: Download?
          do {
            let cast = Cast()
            download = cast.download
            cast.download.pause()
            if isResumed { cast.download.resume() }
          }
          expect(
            download == nil,
            """
            expected a download that was \(isResumed ? "paused and resumed" : "paused"), and never started, to be freed \
            with its last owner, got it alive: does it hold itself?
            """)
        }
      }
    }
    judge(end)
  }
}

/// How a download ends.
private struct DownloadEnding: Sendable {
  let name: String
  var whileItBegins: @Sendable (Download) -> Void = { _ in }
  let takePlace: @Sendable (Cast) -> Void

  static let all = [
    DownloadEnding(name: "ended with its work") { cast in
      cast.start()
      cast.finish(run: 1)
    },
    DownloadEnding(name: "ended with its second run") { cast in
      cast.start()
      cast.download.pause()
      cast.download.resume()
      cast.settle()
      cast.finish(run: 2)
    },
    DownloadEnding(name: "was paused and resumed before its start") { cast in
      cast.download.pause()
      cast.download.resume()
      cast.start()
      cast.finish(run: 1)
    },
    DownloadEnding(name: "was cancelled while its work ran") { cast in
      cast.start()
      cast.download.cancel()
    },
    DownloadEnding(name: "was cancelled while its work began", whileItBegins: { $0.cancel() }) { $0.start() },
    DownloadEnding(name: "was cancelled before its thread came") { cast in
      cast.whileNetworkIsBusy {
        cast.download.start()
        cast.download.cancel()
      }
    },
    DownloadEnding(name: "was cancelled while it was paused") { cast in
      cast.start()
      cast.download.pause()
      cast.download.cancel()
    },
    DownloadEnding(name: "was cancelled before its start") { cast in
      cast.download.cancel()
      cast.start()
    },
    DownloadEnding(name: "was paused and cancelled before its start") { cast in
      cast.download.pause()
      cast.download.cancel()
      cast.start()
    },
    DownloadEnding(name: "was paused before its start and cancelled afterwards") { cast in
      cast.download.pause()
      cast.start()
      cast.download.cancel()
    },
  ]
}

extension Cast {
  fileprivate func start() {
    download.start()
    settle()
  }
}
