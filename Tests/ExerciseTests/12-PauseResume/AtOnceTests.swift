import ExerciseSupport
import Explorer
import MiniOperations
import Testing

@testable import Exercise12

extension `Pause and resume` {
  @Test func `While its work begins, it can be paused and cancelled`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let simple = Cast()
        simple.download.start()
        simple.settle()
        expect(simple.runs == 1, "expected the work to be begun, got nothing: does start() post it?")
        // Before it is waited for.
        guard simple.runs == 1 else { return }
        let (begun, paused) = (Milestone(), Milestone())
        let cast = Cast(begun: { _ in
          begun.reach()
          _ = paused.wait() || paused.wait()
        })
        cast.download.start()
        begun.wait()
        let getsThrough = returns {
          cast.download.pause()
          cast.download.cancel()
        }
        paused.reach()
        expect(
          getsThrough,
          """
          expected pause() and cancel() to return while the work begins, got a caller that waits: is a lock \
          held while the work is called?
          """)
        cast.settle()
        expect(cast.state == "finished", "expected a finished download, got one that is \(cast.state)")
        let calls = Log<String>()
        let again = Cast(begun: { download in
          // Called inside the work of the first run.
          if calls.add("begun") == 1 { calls.add("\(download.pause()) and \(download.resume())") }
        })
        again.download.start()
        again.settle()
        again.settle()
        again.finish(run: 1)
        expect(
          again.state == "executing" && again.runs == 2 && calls.entries.contains("true and true"),
          """
          expected work that pauses and resumes its own download to be begun anew, and its end to come too late, got a \
          download that is \(again.state), with its work begun \(again.runs) times: does a run count as over \
          as soon as its work has been begun?
          """)
      }
    }
    judge(end)
  }

  @Test func `Every change of isExecuting and isPaused is announced, including those by a cancel`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let cast = Cast()
        let (executing, paused) = (Notes(), Notes())
        let observations = [
          cast.download.observe(\.isExecuting, options: [.old, .new]) { executing(value: $1) },
          cast.download.observe(\Download.isPaused, options: [.old, .new]) { paused(value: $1) },
        ]
        cast.download.start()
        cast.download.pause()
        cast.download.resume()
        cast.download.pause()
        cast.download.cancel()
        for observation in observations { observation.invalidate() }
        let expected = ["true", "false", "true", "false"]
        expect(
          executing.lines == expected && paused.lines == expected,
          """
          expected isExecuting and isPaused to be announced as true, false, true and false by start, pause, \
          resume, pause and cancel, got \(executing.text) of isExecuting and \(paused.text) of isPaused: \
          which keys does each change touch, how are they spelled, and is each of willChangeValue and \
          didChangeValue called?
          """)
        let waiting = Cast()
        let early = Notes()
        let observation = waiting.download.observe(\Download.isPaused, options: [.old, .new]) {
          early(value: $1)
        }
        waiting.download.pause()
        waiting.download.resume()
        observation.invalidate()
        expect(
          early.lines == ["true", "false"],
          """
          expected isPaused to be announced as true and false by pause and resume before the start, got \
          \(early.text)
          """)
      }
    }
    judge(end)
  }

  @Test func `Cancelled while it is started or resumed, it ends`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        for call in ["start", "resume"] {
          let isFine = everyOrder(
            "\(call) and cancel",
            cause: "does \(call)() or cancel() check something first, and act on it later?",
            settings: Settings(.exhaustive(preemptions: 1))
          ) { scene in
            let cast = Cast()
            if call == "resume" {
              // In this order nothing is posted yet.
              cast.download.pause()
              cast.download.start()
            }
            scene.thread("R") {
              if call == "start" { cast.download.start() } else { cast.download.resume() }
            }
            scene.thread("C") { cast.download.cancel() }
            scene.finally {
              cast.network.stopAndWait()
              scene.expect(
                cast.state == "finished", "it finishes without its work (got one that is \(cast.state))")
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

  @Test func `Paused while its work ends, it has ended or is paused`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        everyOrder(
          "pause and end",
          cause: "is it checked whether the run still counts, and the download changed in a second step?",
          settings: Settings(.exhaustive(preemptions: 1))
        ) { scene in
          let (cast, answers) = (Cast(), Notes())
          cast.download.start()
          scene.thread("E") {
            cast.settle()
            cast.finish(run: 1)
          }
          scene.thread("P") { answers(cast.download.pause() ? "paused" : "finished") }
          scene.finally {
            cast.network.stopAndWait()
            scene.expect(
              cast.state == answers.text,
              "it is \(answers.text), as pause() returned (got one that is \(cast.state))")
            let ends = cast.ends.lines.count
            scene.expect(
              ends == (answers.text == "finished" ? 1 : 0),
              "isFinished is announced once if it has finished, and otherwise not (got \(ends) times)")
          }
        }
      }
    }
    judge(end)
  }

  @Test func `Cancelled before its thread comes, it ends without its work`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let cast = Cast()
        cast.whileNetworkIsBusy {
          cast.download.start()
          cast.download.cancel()
        }
        expect(
          cast.state == "finished" && cast.runs == 0,
          """
          expected a finished download whose work was not begun, got one that is \(cast.state), with its \
          work begun \(cast.runs) times
          """)
        let other = Cast()
        other.download.cancel()
        other.settle()
        let before = other.download.isFinished
        other.download.start()
        other.settle()
        expect(
          !before && other.state == "finished" && other.runs == 0 && other.ends.lines.count == 1,
          """
          expected one that was cancelled before its start to finish when it is started, and not earlier, got \
          \(before ? "one that had finished before" : "one that is \(other.state)"), with its work begun \
          \(other.runs) times: only start may finish it
          """)
      }
    }
    judge(end)
  }
}
