import ExerciseSupport
import Explorer
import MiniOperations
import Testing

@testable import Exercise12

extension `Pause and resume` {
  @Test func `If two threads resume it at once, its work begins once`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        everyOrder(
          "two resumes", cause: "do both check whether it is paused before either of them resumes it?",
          settings: Settings(.exhaustive(preemptions: 1))
        ) { scene in
          let (cast, answers) = (Cast(), Notes())
          // In this order nothing is posted yet, whichever thread runs.
          cast.download.pause()
          cast.download.start()
          for name in ["A", "B"] { scene.thread(name) { answers("\(cast.download.resume())") } }
          scene.finally {
            cast.network.stopAndWait()
            scene.expect(cast.runs == 1, "the work is begun once (got \(cast.runs) times)")
            scene.expect(
              answers.lines.sorted() == ["false", "true"], "one of them gets false (got \(answers.text))")
            scene.expect(cast.state == "executing", "it executes (got \(cast.state))")
          }
        }
      }
    }
    judge(end)
  }

  @Test func `Paused and cancelled at once, it ends`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        for isStarted in [true, false] {
          let isFine = everyOrder(
            "pause and cancel", cause: "does pause() check for a cancel before it acquires the lock?",
            settings: Settings(.exhaustive(preemptions: 1))
          ) { scene in
            let cast = Cast()
            if isStarted { cast.download.start() }
            scene.thread("P") { cast.download.pause() }
            scene.thread("C") { cast.download.cancel() }
            scene.finally {
              scene.expect(!cast.download.isPaused, "a cancelled one is not paused (got \(cast.state))")
              // What a queue does with one that is ready.
              if !isStarted { cast.download.start() }
              cast.network.stopAndWait()
              scene.expect(cast.state == "finished", "it finishes (got one that is \(cast.state))")
              let ends = cast.ends.lines.count
              scene.expect(ends == 1, "isFinished is announced once (got \(ends) times)")
            }
          }
          if !isFine { break }
        }
      }
    }
    judge(end)
  }

  @Test func `Paused and resumed while its queue starts it, it ends, and begins no work afterwards`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        everyOrder(
          "pause, resume and a queue",
          cause:
            "what if the queue has chosen the download, and pause() or resume() comes before its start()?",
          settings: Settings(.exhaustive(preemptions: 1))
        ) { scene in
          let seen = Notes()
          let (network, shelf) = (RunLoopThread(name: "network"), Shelf())
          let download = Download(on: network) { done in
            if shelf.download?.isFinished == true { seen("work on a finished download") }
            seen("work")
            done()
          }
          shelf.put(download)
          let queue = MiniOperationQueue()
          queue.addOperation(download)
          scene.thread("P") {
            download.pause()
            download.resume()
            queue.waitUntilAllOperationsAreFinished()
          }
          scene.finally {
            network.stopAndWait()
            scene.expect(download.isFinished, "it comes to its end (got \(queue.stallReport()))")
            scene.expect(
              !seen.lines.contains("work on a finished download"), "its work is begun before its end")
            scene.expect(seen.lines.count <= 2, "a run for each start and resume (got \(seen.lines.count))")
          }
        }
      }
    }
    judge(end)
  }
}
