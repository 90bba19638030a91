import ExerciseSupport
import Explorer
import MiniOperations
import Testing

@testable import Exercise12

@Suite(.serialized, .requirements) struct Depth {
  @Test func `Every change of isExecuting and isFinished is announced`() async {
    await inOwnProcess {
      for story in Story.allCases {
        let screen = Screen()
        let fixture = Fixture(line: story.line { screen.fetch })
        screen.fetch = fixture.fetch
        story.happen(to: fixture.fetch, fixture.line)
        _ = fixture.delivered
        screen.fetch = nil
        // Cancelled before its start, it may be executing for a moment or not.
        expect(
          (story == .cancelBeforeStart || fixture.executing.lines == ["false to true", "true to false"])
            && fixture.finished.lines == ["false to true"],
          """
          \(story.rawValue): expected isExecuting to change from false to true to false, and isFinished from \
          false to true, got the changes \(fixture.executing.text) of isExecuting, and \
          \(fixture.finished.text) of isFinished. Is each change between willChangeValue and didChangeValue? \
          ("unknown" is a change without willChangeValue)
          """)
      }
      let (fixture, executing) = (Fixture(), Notes())
      let observation = fixture.fetch.observe(\.isExecuting, options: [.old, .new]) { fetch, change in
        executing(value: change)
        if !fetch.isCancelled { fetch.cancel() }
      }
      fixture.fetch.start()
      let answer = fixture.delivered
      observation.invalidate()
      expect(
        executing.lines == ["true", "false"] && answer == ".cancelled",
        """
        cancel() by an observer when isExecuting becomes true: expected isExecuting to become false, and \
        .cancelled, got \(executing.text), and \(answer)
        """)
    }
  }

  @Test func `No lock is held while observers, the transfer and stop are called`() async {
    await inOwnProcess {
      let blocked = Notes()
      let screen = Screen()
      /// Calls `body` on another thread, which a lock held by this one would block, and waits for it.
      let call: @Sendable (String, @escaping @Sendable () -> Void) -> Void = { place, body in
        guard blocked.lines.isEmpty else { return }
        if !returns(body) { blocked(place) }
      }
      let answers: [(expected: String, fetch: Fixture)] = [
        (
          "\"cached\"",
          Fixture { done in
            call("done in the transfer") { done(.success("cached")) }
            return {}
          }
        ),
        (
          ".cancelled",
          Fixture { done in return { call("done in stop") { done(.failure(.failed("stopped"))) } } }
        ),
      ]
      for (expected, fixture) in answers {
        screen.fetch = fixture.fetch
        let keys: [KeyPath<MiniOperation, Bool>] = [\.isExecuting, \.isFinished]
        let observations = keys.map { key in
          (fixture.fetch as MiniOperation).observe(key) { fetch, _ in
            call("isFinished in an observer") { _ = (fetch.isExecuting, fetch.isFinished) }
          }
        }
        let hasReturned = returns {
          fixture.fetch.start()
          fixture.fetch.cancel()
        }
        let delivered = hasReturned ? fixture.delivered : "nothing"
        for observation in observations { observation.invalidate() }
        expect(
          hasReturned && blocked.lines.isEmpty && delivered == expected,
          """
          calls on another thread, which the transfer, stop and observers wait for: expected all to return, \
          and \(expected), got \
          \(delivered)\(blocked.lines.first.map { ", and a call of \($0) that blocks" } ?? "")
          """)
      }
    }
  }

  @Test func `done and cancel() do not wait for the receiver, which delivers the answer in every mode`() async
  {
    await inOwnProcess {
      for story in [Story.done, .failure, .cancel] {
        let (fixture, busy, free) = (Fixture(), Milestone(), Milestone())
        fixture.receiver.post {
          busy.reach()
          _ = free.wait() || free.wait()
        }
        busy.wait()
        let hasReturned = returns { story.happen(to: fixture.fetch, fixture.line) }
        let stops = fixture.line.stops
        // Too late: it has finished, and the answer is on its way.
        if hasReturned { fixture.fetch.cancel() }
        fixture.receiver.mode = "tracking"
        free.reach()
        let delivered = fixture.delivered
        expect(
          hasReturned && delivered == story.answer && fixture.line.stops == stops,
          """
          \(story.rawValue), while the receiver is busy, cancel(), and then the receiver is in the mode \
          tracking: expected the calls to return, \(story.answer), and no call of stop by the second \
          cancel(), got calls that \(hasReturned ? "return" : "block"), \(delivered), and \
          \(fixture.line.stops - stops) calls of stop
          """)
      }
      let (line, receiver, blocked) = (Line(), RunLoopThread(name: "receiver"), Notes())
      let screen = Screen()
      let fetch = Fetch(line.transfer, for: receiver) { _ in
        if !returns({ line.done?(.success("again")) }) { blocked("done") }
        if !returns({ screen.fetch?.cancel() }) { blocked("cancel()") }
        blocked("completion")
      }
      screen.fetch = fetch
      fetch.start()
      line.done?(.success("page"))
      receiver.postAndWait {}
      screen.fetch = nil
      expect(
        blocked.lines == ["completion"],
        """
        done and cancel() on another thread while the completion runs: expected both to return, got blocked: \
        \(blocked.text)
        """)
    }
  }

  @Test func `A started fetch answers even if nothing else refers to it`() async {
    await inOwnProcess {
      for story in Story.allCases {
        let (receiver, answers, screen) = (RunLoopThread(name: "receiver"), Notes(), Screen())
        let line = story.line { screen.fetch }
        // The receiver is busy until only the fetch itself can retain the completion.
        receiver.postAndWait {
          screen.fetch = Fetch(line.transfer, for: receiver) { answers($0.text) }
          if let fetch = screen.fetch { story.happen(to: fetch, line) }
          screen.fetch = nil
          line.forget()
        }
        receiver.postAndWait {}
        expect(
          answers.lines == [story.answer],
          """
          \(story.rawValue), and then nothing refers to the fetch: expected \(story.answer), got \
          \(answers.text). What retains the completion until it is called?
          """)
      }
      let (line, receiver, answers) = (Line(), RunLoopThread(name: "receiver"), Notes())
      do { Fetch(line.transfer, for: receiver) { answers($0.text) }.start() }
      line.done?(.success("page"))
      receiver.postAndWait {}
      expect(
        answers.lines == ["\"page\""],
        """
        start(), the last reference is released, done(page): expected "page", got \(answers.text). Does done \
        retain the fetch?
        """)
    }
  }

  @Test func `The completion and stop are released in every order, even while others retain the fetch`() async
  {
    await inOwnProcess {
      everyOrder(
        "start() and done", cause: "is stop stored although the fetch has finished, or is about to?",
        settings: Settings(.exhaustive(preemptions: 1))
      ) { scene in
        let (receiver, lifetimes) = (RunLoopThread(name: "receiver"), Lifetimes())
        let (line, answers) = (Line(), Notes())
        let fetch = Fetch(stopHolding(lifetimes, line), for: receiver) { answers($0.text) }
        scene.thread("start") { fetch.start() }
        scene.thread("done") { line.done?(.success("page")) }
        scene.finally {
          // In the orders in which the transfer had not begun.
          if !fetch.isFinished { line.done?(.success("page")) }
          receiver.stopAndWait()
          scene.expect(
            answers.lines == ["\"page\""] && lifetimes.alive.isEmpty,
            "the page is delivered, and stop is released (got \(answers.text), alive: \(lifetimes.alive))")
        }
      }
      for story in Story.allCases {
        let (receiver, screen, lifetimes) = (RunLoopThread(name: "receiver"), Screen(), Lifetimes())
        let (line, answers) = (story.line { screen.fetch }, Notes())
        let fetch = Fetch(stopHolding(lifetimes, line), for: receiver) {
          [held = lifetimes.object("the completion")] answer in
          withExtendedLifetime(held) { answers(answer.text) }
        }
        screen.fetch = fetch
        story.happen(to: fetch, line)
        receiver.stopAndWait()
        screen.fetch = nil
        // The test retains the fetch, and the line done.
        let alive = withExtendedLifetime((fetch, line)) { lifetimes.alive }
        expect(
          answers.lines == [story.answer] && alive.isEmpty,
          """
          \(story.rawValue), while the test retains the fetch: expected \(story.answer), and then nothing to \
          be alive that only the completion or stop retains, got \(answers.text), and alive: \
          \(alive.joined(separator: ", "))
          """)
      }
      weak var unstarted: Fetch?
      do {
        let fetch = Fetch({ _ in {} }, for: RunLoopThread(name: "receiver")) { _ in }
        unstarted = fetch
      }
      expect(unstarted == nil, "a fetch that is never started: expected it to be released, got it alive")
    }
  }
}

/// The transfer of a line, whose stop also retains an object of its own.
private func stopHolding(_ lifetimes: Lifetimes, _ line: Line) -> Fetch.Transfer {
  { [transfer = line.transfer] done in
    let stop = transfer(done)
    return { [held = lifetimes.object("stop")] in withExtendedLifetime(held) { stop() } }
  }
}
