import ExerciseSupport
import Explorer
import MiniOperations
import Testing

@testable import Exercise12

@Suite(.serialized, .requirements) struct `Pause and resume` {
  @Test func `A download works on its thread and ends when its work does`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let thread = Notes()
        let network = RunLoopThread(name: "network")
        let other = Download(on: network) { _ in thread(network.isCurrent ? "network" : "another thread") }
        other.start()
        network.postAndWait {}
        expect(
          thread.lines == ["network"],
          "expected the work to begin once, on the network thread, got \(thread.text): does start() post it?")
        let cast = Cast()
        cast.download.start()
        cast.settle()
        expect(
          cast.state == "executing",
          "expected an executing download while its work runs, got one that is \(cast.state)")
        cast.finish(run: 1)
        expect(
          cast.state == "finished" && cast.ends.lines.count == 1,
          """
          expected a finished download that has announced it once, got one that is \(cast.state), with \
          \(cast.ends.lines.count) announcements of isFinished
          """)
      }
    }
    judge(end)
  }

  @Test func `Paused before its thread comes, it does not begin its work until it is resumed`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let cast = Cast()
        cast.whileNetworkIsBusy {
          cast.download.start()
          cast.download.pause()
        }
        expect(
          cast.state == "paused" && cast.runs == 0,
          """
          expected a paused download whose work was not begun, got one that is \(cast.state), with its work \
          begun \(cast.runs) times: does the message that start() posted check whether it still counts?
          """)
        cast.download.resume()
        cast.settle()
        expect(
          cast.state == "executing" && cast.runs == 1,
          """
          expected the work to be begun once by resume(), got a download that is \(cast.state), with its \
          work begun \(cast.runs) times
          """)
        // A queue that has chosen the download does not see that it is paused a moment later.
        let chosen = Cast()
        chosen.download.pause()
        chosen.download.start()
        chosen.settle()
        expect(
          chosen.state == "paused" && chosen.runs == 0,
          """
          expected start() to leave a download paused that was paused just before, got one that is \
          \(chosen.state), with its work begun \(chosen.runs) times: does start() check the state?
          """)
        chosen.download.resume()
        chosen.settle()
        expect(
          chosen.state == "executing" && chosen.runs == 1,
          """
          expected resume() to begin the work of a download that was started while it was paused, got one that \
          is \(chosen.state), with its work begun \(chosen.runs) times: does it remember that it was started?
          """)
        // By the work of another download on the same thread, which both came to while it was busy.
        for isCancelled in [false, true] {
          let network = RunLoopThread(name: "network")
          let second = Cast(on: network)
          let first = Cast(on: network) { _ in
            if isCancelled { second.download.cancel() } else { second.download.pause() }
          }
          first.whileNetworkIsBusy { for cast in [first, second] { cast.download.start() } }
          expect(
            first.runs == 1 && second.runs == 0 && second.state == (isCancelled ? "finished" : "paused"),
            """
            expected a download not to begin its work that the work of another one on its thread \
            \(isCancelled ? "cancels" : "pauses"), got \(second.runs) beginnings and one that is \(second.state): when is \
            it decided whether a download still counts?
            """)
        }
      }
    }
    judge(end)
  }

  @Test func `Paused and resumed before its thread comes, it begins its work once`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let cast = Cast()
        cast.whileNetworkIsBusy {
          cast.download.start()
          cast.download.pause()
          cast.download.resume()
        }
        expect(
          cast.state == "executing" && cast.runs == 1,
          """
          expected the work to be begun once, got a download that is \(cast.state), with its work begun \
          \(cast.runs) times: two messages wait for the thread, and it is executing for both. Which one counts?
          """)
        let many = Cast()
        many.whileNetworkIsBusy {
          many.download.start()
          for _ in 1...300 {
            many.download.pause()
            many.download.resume()
          }
        }
        expect(
          many.runs == 1,
          """
          expected the work to be begun once after 300 pauses and resumes, got \(many.runs) times: can a \
          run still be told from all the earlier ones?
          """)
        // By an observer, while start or resume announces.
        for isResumed in [false, true] {
          for place in 1...4 {
            let cast = Cast()
            cast.whileNetworkIsBusy {
              if isResumed {
                cast.download.start()
                cast.download.pause()
              }
              let calls = Log<String>()
              let observations = ["isExecuting", "isPaused", "isReady"].map { key in
                cast.download.observe(forKey: key, options: []) { [unowned download = cast.download] _, _ in
                  guard calls.add(key) == place else { return }
                  download.pause()
                  download.resume()
                }
              }
              if isResumed { cast.download.resume() } else { cast.download.start() }
              for observation in observations { observation.invalidate() }
            }
            expect(
              cast.state == "executing" && cast.runs == 1,
              """
              expected the work to be begun once where an observer pauses and resumes it in announcement \(place) of a \
              \(isResumed ? "resume" : "start"), got a download that is \(cast.state), with its work begun \(cast.runs) \
              times: which run does a message begin, its own or the latest?
              """)
          }
        }
      }
    }
    judge(end)
  }

  @Test func `The end of work that a pause interrupted ends nothing`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let cast = Cast()
        cast.download.start()
        cast.settle()
        cast.download.pause()
        cast.finish(run: 1)
        expect(
          cast.state == "paused", "expected it to stay paused, got a download that is \(cast.state)")
        cast.download.resume()
        cast.settle()
        cast.finish(run: 1)
        expect(
          cast.state == "executing" && cast.runs == 2,
          """
          expected the second run to continue when the first one calls back, got a download that is \
          \(cast.state), with its work begun \(cast.runs) times: how is it known to which run a callback belongs?
          """)
        // The end of the second run comes when the third one waits for its thread.
        cast.whileNetworkIsBusy {
          cast.download.pause()
          cast.download.resume()
          cast.finish(run: 2)
        }
        expect(
          cast.state == "executing" && cast.runs == 3,
          """
          expected the third run to begin, although the second one has called back before it, got a download that \
          is \(cast.state), with its work begun \(cast.runs) times: from which moment on does an older run not count?
          """)
        // More runs, of which only the last one counts, however many came before it.
        for _ in 4...5 {
          cast.download.pause()
          cast.download.resume()
          cast.settle()
        }
        for run in 1...4 { cast.finish(run: run) }
        let meanwhile = cast.state
        for run in [5, 5, 1] { cast.finish(run: run) }
        expect(
          meanwhile == "executing" && cast.state == "finished" && cast.ends.lines.count == 1,
          """
          expected the fifth run to end it, once, although all call back, got one that was \(meanwhile) when the \
          others had called back, and in the end a download that is \(cast.state), with \
          \(cast.ends.lines.count) announcements of isFinished
          """)
        everyOrder(
          "paused and resumed while its thread comes",
          cause:
            "is it checked that a message still counts, and asked in a second step which run its callback ends?",
          settings: Settings(.exhaustive(preemptions: 1))
        ) { scene in
          let cast = Cast()
          cast.download.start()
          scene.thread("P") {
            cast.download.pause()
            cast.download.resume()
          }
          scene.finally {
            cast.settle()
            let runs = cast.runs
            for run in 1..<max(1, runs) { cast.finish(run: run) }
            let meanwhile = cast.state
            cast.finish(run: runs)
            cast.network.stopAndWait()
            scene.expect(
              meanwhile == "executing" && cast.state == "finished",
              """
              of the runs that have begun, the last one ends it, and no other (got \(runs) runs, one that is \
              \(meanwhile) before the last one calls back, and \(cast.state) in the end)
              """)
          }
        }
      }
    }
    judge(end)
  }

  @Test func `A paused download that is cancelled ends`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let cast = Cast()
        let queue = MiniOperationQueue()
        queue.maxConcurrentOperationCount = 1
        let begun = Milestone()
        let (other, next) = (Cast(begun: { _ in begun.reach() }), MiniOperation())
        cast.download.start()
        cast.settle()
        cast.download.pause()
        cast.download.cancel()
        cast.settle()
        expect(
          cast.state == "finished" && cast.ends.lines.count == 1,
          """
          expected a finished download, got one that is \(cast.state): nothing else ends it, and its \
          queue waits for it forever
          """)
        guard cast.download.isFinished else { return }
        queue.addOperations([other.download, next], waitUntilFinished: false)
        begun.wait()
        other.download.pause()
        other.download.cancel()
        expect(
          queue.empties() && next.isFinished,
          """
          expected the queue to continue behind a download that was paused and cancelled, got: \
          \(queue.stallReport())
          """)
      }
    }
    judge(end)
  }

  @Test func `A refused call returns false and changes nothing`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let cast = Cast()
        let changes = Notes()
        let observation = cast.download.observe(\Download.isPaused) { download, _ in
          changes(download.isPaused ? "paused" : "not paused")
        }
        let download = cast.download
        var answers = ["\(download.resume())"]
        download.start()
        answers += ["\(download.resume())", "\(download.pause())", "\(download.pause())"]
        answers += ["\(download.resume())", "\(download.resume())"]
        cast.settle()
        cast.finish(run: cast.runs)
        answers += ["\(download.pause())", "\(download.resume())"]
        expect(
          answers == ["false", "false", "true", "false", "true", "false", "false", "false"],
          """
          expected resume, start, resume, pause, pause, resume, resume, the end, pause and resume to be \
          answered false, -, false, true, false, true, false, -, false, false, got \
          \(answers.joined(separator: ", ")): a refused caller must get false
          """)
        expect(
          changes.lines == ["paused", "not paused"] && cast.state == "finished",
          """
          expected isPaused to be announced when it changes and, as the task says, at no other time, got \(changes.text) and a \
          download that is \(cast.state)
          """)
        let other = Cast()
        other.download.start()
        other.download.cancel()
        expect(!other.download.pause(), "expected a cancelled download to refuse a pause, got true")
        observation.invalidate()
      }
    }
    judge(end)
  }
}
