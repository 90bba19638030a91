import ExerciseSupport
import Explorer
import MiniOperations
import Testing

@testable import Exercise12

@Suite(.serialized, .requirements) struct Core {
  @Test func `The answer of the transfer is delivered on the receiver's thread`() async {
    await inOwnProcess {
      let answers: [Fetch.Answer] = [
        .success("page"), .success(""), .failure(.failed("no line")), .failure(.cancelled),
      ]
      for answer in answers {
        let fixture = Fixture()
        let hasReturned = returns { fixture.fetch.start() }
        let during = fixture.state
        fixture.line.done?(answer)
        expect(
          hasReturned && during == "executing" && fixture.delivered == answer.text
            && fixture.state == "finished" && fixture.finished.lines == ["false to true"]
            && (answer == .failure(.cancelled) || fixture.line.stops == 0),
          """
          start(), then done(\(answer.text)): expected the fetch to be executing, then finished, isFinished \
          to be announced once, and \(answer.text) to be delivered on the receiver's thread, got \(during), \
          then \(fixture.state), announced: \(fixture.finished.text), delivered: \(fixture.delivered), \
          \(fixture.line.stopCalls)
          """)
      }
    }
  }

  @Test func `A transfer may call done before it returns`() async {
    await inOwnProcess {
      let fixture = Fixture(line: Line { $0.done?(.success("cached")) })
      fixture.fetch.start()
      expect(
        fixture.delivered == "\"cached\"" && fixture.state == "finished",
        """
        the transfer calls done before it returns: expected "cached" and a finished fetch, got \
        \(fixture.delivered), and \(fixture.state). Does start() change the state after the transfer has \
        returned?
        """)
    }
  }

  @Test func `Only the first call of done counts`() async {
    await inOwnProcess {
      let fixture = Fixture()
      fixture.fetch.start()
      fixture.line.done?(.success("first"))
      fixture.line.done?(.failure(.failed("second")))
      fixture.fetch.cancel()
      expect(
        fixture.delivered == "\"first\"" && fixture.line.stops == 0
          && fixture.finished.lines == ["false to true"],
        """
        start(), done(first), done(second), cancel(): expected one answer "first", no call of stop, and one \
        announcement of isFinished, got \(fixture.delivered), \(fixture.line.stopCalls), announced: \
        \(fixture.finished.text). Which calls still find stop, or the completion, after the first one?
        """)
    }
  }

  @Test
  func `A fetch that is cancelled while its transfer runs stops the transfer once and answers .cancelled`()
    async
  {
    await inOwnProcess {
      let fixture = Fixture()
      fixture.fetch.start()
      for _ in 1...2 { fixture.fetch.cancel() }
      fixture.line.done?(.success("too late"))
      expect(
        fixture.delivered == ".cancelled" && fixture.line.stops == 1 && fixture.state == "finished",
        """
        start(), cancel(), cancel(), done(page): expected one answer .cancelled, one call of stop, and a \
        finished fetch, got \(fixture.delivered), \(fixture.line.stopCalls), and \(fixture.state)
        """)
      // Some transfers call back in stop.
      let calling = Fixture { done in return { done(.failure(.failed("stopped"))) } }
      calling.fetch.start()
      calling.fetch.cancel()
      expect(
        calling.delivered == ".cancelled" && calling.state == "finished",
        """
        start(), cancel(), and stop calls done(error): expected one answer .cancelled, got \
        \(calling.delivered), and \(calling.state). Is it decided first which answer counts, or is the \
        transfer stopped first?
        """)
      everyOrder(
        "two calls of cancel()", cause: "do both threads find the closure that stops the transfer?",
        settings: Settings(.exhaustive(preemptions: 1))
      ) { scene in
        let fixture = Fixture()
        fixture.fetch.start()
        for name in ["A", "B"] { scene.thread(name) { fixture.fetch.cancel() } }
        scene.finally {
          fixture.receiver.stopAndWait()
          scene.expect(
            fixture.answers.lines == [".cancelled"] && fixture.line.stops == 1,
            """
            one answer .cancelled, and one call of stop (got \(fixture.answers.text), \(fixture.line.stops) \
            calls)
            """)
        }
      }
    }
  }

  @Test func `A fetch that is cancelled before its start begins no transfer and answers when it is started`()
    async
  {
    await inOwnProcess {
      let fixture = Fixture()
      fixture.fetch.cancel()
      let before = "\(fixture.state), delivered: \(fixture.delivered)"
      fixture.fetch.start()
      expect(
        before == "waiting, delivered: nothing" && fixture.line.begins == 0
          && fixture.delivered == ".cancelled" && fixture.state == "finished",
        """
        cancel(), start(): expected a waiting fetch and nothing delivered before start(), then no transfer, \
        .cancelled, and a finished fetch, got \(before), then \(fixture.line.begins) transfers, \
        \(fixture.delivered), and \(fixture.state). A queue removes only operations that it has started
        """)
    }
  }

  @Test func `When the answer is delivered, the fetch has finished`() async {
    await inOwnProcess {
      /// A fetch whose completion notes whether it has finished.
      @Sendable func fetch(_ story: Story, for receiver: RunLoopThread, _ seen: Notes) -> (Screen, Line) {
        let screen = Screen()
        let line = story.line { screen.fetch }
        screen.fetch = Fetch(line.transfer, for: receiver) { _ in
          seen(screen.fetch.map { $0.isFinished && !$0.isExecuting } == true ? "finished" : "unfinished")
          screen.fetch = nil
        }
        return (screen, line)
      }
      for story in Story.allCases {
        everyOrder(
          "\(story.rawValue), and the receiver",
          cause: "is the completion posted before isFinished is announced?",
          settings: Settings(.exhaustive(preemptions: 1))
        ) { scene in
          let (receiver, seen) = (RunLoopThread(name: "receiver"), Notes())
          let (screen, line) = fetch(story, for: receiver, seen)
          scene.thread("A") { if let fetch = screen.fetch { story.happen(to: fetch, line) } }
          scene.finally {
            receiver.stopAndWait()
            scene.expect(
              seen.lines == ["finished"], "the completion finds a finished fetch (got \(seen.text))")
          }
        }
        let (receiver, seen) = (RunLoopThread(name: "receiver"), Notes())
        let (screen, line) = fetch(story, for: receiver, seen)
        receiver.postAndWait { if let fetch = screen.fetch { story.happen(to: fetch, line) } }
        receiver.postAndWait {}
        expect(
          seen.lines == ["finished"],
          """
          \(story.rawValue), on the receiver's own thread: expected a finished fetch at the completion, got \
          \(seen.text)
          """)
      }
    }
  }

  @Test func `If done and cancel(), or two calls of done, happen at the same time, one answer is delivered`()
    async
  {
    await inOwnProcess {
      for second in ["done", "cancel()"] {
        everyOrder(
          "done and \(second)",
          cause: "can two threads find that the fetch has not finished before either of them finishes it?",
          settings: Settings(.exhaustive(preemptions: 1))
        ) { scene in
          let fixture = Fixture()
          fixture.fetch.start()
          scene.thread("A") { fixture.line.done?(.success("a")) }
          scene.thread("B") {
            if second == "done" { fixture.line.done?(.success("b")) } else { fixture.fetch.cancel() }
          }
          scene.finally {
            fixture.receiver.stopAndWait()
            let (answers, stops) = (fixture.answers.lines, fixture.line.stops)
            scene.expect(
              answers.count == 1 && fixture.state == "finished",
              "there is one answer (got \(fixture.answers.text), \(fixture.state))")
            if second == "done" {
              scene.expect(stops == 0, "stop is not called (got \(stops) calls)")
            } else {
              scene.expect(stops <= 1, "stop is called at most once (got \(stops) calls)")
            }
          }
        }
      }
    }
  }

  @Test
  func `A fetch that is cancelled while it starts answers .cancelled and stops a transfer that has begun`()
    async
  {
    await inOwnProcess {
      everyOrder(
        "start() and cancel()",
        cause: "can cancel() be called after the check in start() and before stop is stored?"
      ) { scene in
        let fixture = Fixture()
        scene.thread("start") { fixture.fetch.start() }
        scene.thread("cancel") { fixture.fetch.cancel() }
        scene.finally {
          fixture.receiver.stopAndWait()
          let line = fixture.line
          scene.expect(
            fixture.answers.lines == [".cancelled"] && fixture.state == "finished",
            "the answer is .cancelled (got \(fixture.answers.text), \(fixture.state))")
          scene.expect(
            line.stops == line.begins,
            "each transfer that has begun is stopped (got \(line.begins) begun, \(line.stops) stopped)")
        }
      }
      let (screen, seen) = (Screen(), Notes())
      let fixture = Fixture(
        line: Line { line in
          screen.fetch?.cancel()
          line.done?(.success("page"))
          seen("called back")
        })
      screen.fetch = fixture.fetch
      fixture.fetch.start()
      screen.fetch = nil
      expect(
        seen.lines == ["called back"] && fixture.delivered == ".cancelled",
        """
        cancel(), then done(page), both before the transfer returns: expected one answer .cancelled, got \
        \(fixture.delivered)
        """)
    }
  }

  @Test func `After the answer, the fetch, its completion and its transfer are released`() async {
    await inOwnProcess {
      for story in Story.allCases {
        let (lifetimes, answers) = (Lifetimes(), Notes())
        do {
          // The screen retains the fetch, the completion the screen, stop the transfer, and that one done.
          let (receiver, screen) = (RunLoopThread(name: "receiver"), Screen())
          let line = story.line { [weak screen] in screen?.fetch }
          let fetch = Fetch(line.transfer, for: receiver) { [screen] in
            answers($0.text)
            _ = screen
          }
          screen.fetch = fetch
          lifetimes.observe(screen, as: "the screen")
          lifetimes.observe(fetch, as: "the fetch")
          lifetimes.observe(line, as: "the transfer")
          story.happen(to: fetch, line)
          receiver.stopAndWait()
        }
        expect(
          answers.lines == [story.answer] && lifetimes.alive.isEmpty,
          """
          \(story.rawValue): expected one answer \(story.answer), and everything to be released then, got \
          \(answers.text), and alive: \(lifetimes.alive.joined(separator: ", ")). The completion retains the \
          screen, which retains the fetch
          """)
      }
    }
  }
}
