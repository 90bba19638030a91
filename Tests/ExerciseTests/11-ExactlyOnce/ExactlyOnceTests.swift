import ExerciseSupport
import MiniOperations
import Testing

@testable import Exercise11

@Suite(.serialized, .requirements) struct `Exactly once` {
  @Test func `The answer of a transfer arrives on the thread that was asked for`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let answers: [Fetch.Answer] = [
          .success("a page"), .success(""), .failure(.failed("no line")), .failure(.cancelled),
        ]
        let modes = [RunLoopThread.Mode.default, "tracking"]
        for (answer, mode) in modes.flatMap({ mode in answers.map { ($0, mode) } }) {
          let cast = Cast()
          cast.receiver.mode = mode
          // The owner of the fetch sets a block of its own, and another one later.
          let completed = Milestone()
          cast.fetch.completionBlock = { completed.reach() }
          expect(
            returns { cast.fetch.start() } && cast.fetch.isExecuting && !cast.fetch.isFinished,
            """
            expected start() to return and the fetch to execute while its transfer runs, got \(cast.state): \
            does start() begin the transfer, and do isExecuting and isFinished tell what the fetch does?
            """)
          if mode != .default { cast.fetch.completionBlock = { completed.reach() } }
          cast.line.call(answer)
          expect(
            cast.heard == answer.text,
            """
            expected \(answer.text) on the receiver's thread, which is in the mode \(mode.name), got \
            \(cast.heard): is the completion posted to the receiver when the transfer calls back, for every \
            mode? The completionBlock cannot do that: its owner has set it to something else.
            """)
          expect(
            cast.fetch.isFinished && !cast.fetch.isExecuting && cast.ends.lines.count == 1,
            """
            expected a finished fetch that has announced it once, got \(cast.state) and \
            \(cast.ends.lines.count) announcements of isFinished: is the key spelled isFinished? Is a call \
            of willChangeValue or didChangeValue missing, or made twice?
            """)
          expect(
            !cast.fetch.isFinished || completed.wait(),
            "expected a call of the completionBlock that the owner has set, got none: is the block replaced?")
        }
      }
    }
    judge(end)
  }

  @Test func `A transfer may call back before it has returned`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let stops = Notes()
        let cast = Cast { done in
          done(.success("cached"))
          return { stops("stop") }
        }
        cast.fetch.start()
        expect(
          cast.heard == "\"cached\"" && cast.fetch.isFinished && !cast.fetch.isExecuting,
          """
          expected the answer "cached" and a finished fetch, got \(cast.heard) and \(cast.state): does \
          start() make it execute again, after the callback has ended it?
          """)
        let before = stops.lines.count
        cast.fetch.cancel()
        let after = stops.lines.count
        expect(
          after == before && cast.heard == "\"cached\"",
          """
          expected a cancel after the end to do nothing, got \(after - before) calls to stop the transfer \
          and \(cast.heard): what is there to stop when the transfer is over?
          """)
        // On another thread, and waited for.
        let other = Cast { done in
          stops(
            returns { done(.success("cached")) } ? "the callback returns" : "the callback does not return")
          return {}
        }
        expect(
          returns { other.fetch.start() } && stops.lines.last == "the callback returns"
            && other.heard == "\"cached\"" && other.fetch.isFinished,
          """
          expected the answer "cached" where a transfer waits, before it returns, for its callback on another thread, \
          got \(other.heard), \(other.state) and \(stops.lines.last ?? ""): is a lock held while the transfer begins?
          """)
        // A callback and a cancel, one after the other, before it has returned.
        for isCancelledFirst in [true, false] {
          let screen = Screen()
          let third = Cast(
            line: Line(beginning: { line in
              if !isCancelledFirst { line.call(.success("cached")) }
              screen.fetch.withLock { $0 }?.cancel()
              if isCancelledFirst { line.call(.success("cached")) }
            }))
          screen.fetch.withLock { $0 = third.fetch }
          third.fetch.start()
          let answer = isCancelledFirst ? ".cancelled" : "\"cached\""
          expect(
            third.heard == answer && third.fetch.isFinished,
            """
            expected the one answer \(answer) of a fetch that is cancelled \(isCancelledFirst ? "before" : "after") its \
            transfer calls back, both while the transfer begins, got \(third.heard) and \(third.state): which of the \
            two was first?
            """)
        }
      }
    }
    judge(end)
  }

  @Test func `A second callback changes nothing`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let cast = Cast()
        cast.fetch.start()
        cast.line.call(.success("first"))
        cast.line.call(.failure(.failed("second")))
        cast.fetch.cancel()
        expect(
          cast.heard == "\"first\"",
          """
          expected the one answer "first", got \(cast.heard): a transfer has called back twice. Where is it \
          recorded that the answer was given?
          """)
        expect(
          cast.ends.lines.count == 1,
          """
          expected isFinished to be announced once, got \(cast.ends.lines.count) times: is the end \
          announced before it is checked whether it is the first?
          """)
        // The way to stop holds the last reference to something that calls back once more, and waits for that.
        for ending in FetchEnding.allCases {
          let (screen, calls) = (Screen(), Notes())
          let line = Line(beginning: { ending.takePlace(in: $0, of: screen) }) { done in
            ReleaseObserver { calls(returns { done(.failure(.failed("released"))) } ? "a return" : "none") }
          }
          let other = Cast(line: line)
          screen.fetch.withLock { $0 = other.fetch }
          let hasReturned = returns { ending.takePlace(with: other.fetch, line) }
          screen.fetch.withLock { $0 = nil }
          let heard = other.heard
          other.receiver.stopAndWait()
          let expected = line.begins == 0 ? "nothing" : "a return"
          expect(
            hasReturned && heard == ending.answer && calls.text == expected && other.ends.lines.count == 1,
            """
            expected \(expected) from a callback that comes when the transfer is released, of a fetch that \
            \(ending.rawValue), and the one answer \(ending.answer), got \(calls.text), \(heard) and \
            \(other.ends.lines.count) announcements of isFinished: is the way to stop kept, or released while \
            a lock is held?
            """)
          guard hasReturned, heard == ending.answer, calls.text == expected else { return }
        }
      }
    }
    judge(end)
  }

  @Test func `A fetch that is cancelled while it runs stops its transfer and answers`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let cast = Cast()
        cast.fetch.start()
        cast.fetch.cancel()
        cast.fetch.cancel()
        cast.line.call(.success("too late"))
        expect(
          cast.heard == ".cancelled",
          """
          expected the one answer .cancelled, got \(cast.heard): the caller must get an answer for \
          every end, and only one
          """)
        expect(
          cast.line.stops == 1 && cast.fetch.isFinished && cast.ends.lines.count == 1,
          """
          expected a transfer stopped once and a fetch that has finished once, got \(cast.line.stops) stops, \
          \(cast.state) and \(cast.ends.lines.count) announcements: does cancel() reach the transfer?
          """)
        let other = Cast(line: Line(lastWord: .failure(.failed("stopped"))))
        other.receiver.mode = "tracking"
        other.fetch.start()
        other.fetch.cancel()
        expect(
          other.heard == ".cancelled" && other.fetch.isFinished && other.line.stops == 1,
          """
          expected the one answer .cancelled of a transfer that calls back while it is stopped, got \
          \(other.heard), \(other.state) and \(other.line.stops) stops: is the transfer stopped before it \
          is decided which answer counts? (The receiver is in the mode tracking.)
          """)
      }
    }
    judge(end)
  }

  @Test func `A transfer that is being stopped may wait for its own last callback`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let stops = Notes()
        let cast = Cast { done in
          return {
            stops("stop")
            // On another thread, and waited for.
            if !returns({ done(.failure(.failed("stopped"))) }) { stops("the callback does not return") }
          }
        }
        cast.fetch.start()
        let hasReturned = returns { cast.fetch.cancel() }
        expect(
          hasReturned && stops.lines == ["stop"] && cast.heard == ".cancelled",
          """
          expected cancel to return, and the one answer .cancelled, where stopping a transfer waits for a callback \
          on another thread, got \(hasReturned ? "a return" : "none"), \(stops.text), \(cast.heard): is a \
          lock held while the transfer is stopped?
          """)
      }
    }
    judge(end)
  }

  @Test func `A fetch that is cancelled before its start transfers nothing and answers when it is started`()
    async
  {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let cast = Cast()
        cast.fetch.cancel()
        let before = "\(cast.heard) and \(cast.state)"
        cast.fetch.start()
        expect(
          cast.heard == ".cancelled" && cast.fetch.isFinished && cast.line.begins == 0,
          """
          expected no transfer, the answer .cancelled and a finished fetch, got \(cast.line.begins) transfers, \
          \(cast.heard) and \(cast.state): what does start() check first?
          """)
        expect(
          before == "nothing and one that has not begun" && cast.ends.lines.count == 1,
          """
          expected nothing to end before the start, got \(before) before it and \(cast.ends.lines.count) \
          announcements of isFinished in all: an operation that finishes before its queue has started it \
          confuses the queue. Which method must end one that has not begun?
          """)
      }
    }
    judge(end)
  }
}
