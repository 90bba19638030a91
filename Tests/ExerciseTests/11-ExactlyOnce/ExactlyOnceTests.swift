import ExerciseSupport
import MiniOperations
import Testing

@testable import Exercise11

@Suite(.serialized) struct `Exactly once` {
  @Test func `The answer of a transfer arrives on the thread that was asked for`() async {
    await #expect(processExitsWith: .fulfilled, stopped) {
      fulfil {
        for answer in [Fetch.Answer.success("a page"), .failure(.failed("no line"))] {
          let cast = Cast()
          #expect(
            returns { cast.fetch.start() } && cast.fetch.isExecuting && !cast.fetch.isFinished,
            """
            expected start() to return and the fetch to execute while its transfer goes on, got \(cast.state): \
            does start() begin the transfer, and do isExecuting and isFinished tell what the fetch does?
            """)
          cast.line.call(answer)
          #expect(
            cast.heard == answer.text,
            """
            expected \(answer.text) on the receiver's thread, got \(cast.heard): is the completion posted to \
            the receiver when the transfer calls back?
            """)
          #expect(
            cast.fetch.isFinished && !cast.fetch.isExecuting && cast.ends.lines.count == 1,
            """
            expected a finished fetch that has announced it once, got \(cast.state) and \
            \(cast.ends.lines.count) announcements of isFinished: which of willChangeValue and didChangeValue \
            is missing, or is there twice?
            """)
        }
      }
    }
  }

  @Test func `A transfer may call back before it has returned`() async {
    await #expect(processExitsWith: .fulfilled, stopped) {
      fulfil {
        let stops = Notes()
        let cast = Cast { done in
          done(.success("cached"))
          return { stops("stop") }
        }
        cast.fetch.start()
        #expect(
          cast.heard == "\"cached\"" && cast.fetch.isFinished && !cast.fetch.isExecuting,
          """
          expected the answer "cached" and a finished fetch, got \(cast.heard) and \(cast.state): does \
          start() make it execute again, after the callback has ended it?
          """)
        cast.fetch.cancel()
        #expect(
          stops.lines.isEmpty && cast.heard == "\"cached\"",
          """
          expected a cancel after the end to do nothing, got \(stops.lines.count) calls to stop the transfer \
          and \(cast.heard): what is there to stop when the transfer is over?
          """)
      }
    }
  }

  @Test func `A second callback changes nothing`() async {
    await #expect(processExitsWith: .fulfilled, stopped) {
      fulfil {
        let cast = Cast()
        cast.fetch.start()
        cast.line.call(.success("first"))
        cast.line.call(.failure(.failed("second")))
        cast.fetch.cancel()
        #expect(
          cast.heard == "\"first\"",
          """
          expected the one answer "first", got \(cast.heard): a transfer has called back twice. Who \
          remembers that the answer was given?
          """)
        #expect(
          cast.ends.lines.count == 1,
          """
          expected isFinished to be announced once, got \(cast.ends.lines.count) times: is the end announced \
          before somebody asks whether it is the first?
          """)
      }
    }
  }

  @Test func `A fetch that is cancelled while it runs stops its transfer and answers`() async {
    await #expect(processExitsWith: .fulfilled, stopped) {
      fulfil {
        let cast = Cast()
        cast.fetch.start()
        cast.fetch.cancel()
        cast.fetch.cancel()
        cast.line.call(.success("too late"))
        #expect(
          cast.heard == ".cancelled",
          """
          expected the one answer .cancelled, got \(cast.heard): whoever asked must hear of every end, and of \
          one only
          """)
        #expect(
          cast.line.stops == 1 && cast.fetch.isFinished && cast.ends.lines.count == 1,
          """
          expected a transfer stopped once and a fetch that has finished once, got \(cast.line.stops) stops, \
          \(cast.state) and \(cast.ends.lines.count) announcements: does cancel() reach the transfer?
          """)
      }
    }
  }

  @Test func `A fetch that is cancelled before its start transfers nothing and answers when it is started`()
    async
  {
    await #expect(processExitsWith: .fulfilled, stopped) {
      fulfil {
        let cast = Cast()
        cast.fetch.cancel()
        let before = "\(cast.heard) and \(cast.state)"
        cast.fetch.start()
        #expect(
          cast.heard == ".cancelled" && cast.fetch.isFinished && cast.line.begins == 0,
          """
          expected no transfer, the answer .cancelled and a finished fetch, got \(cast.line.begins) transfers, \
          \(cast.heard) and \(cast.state): what does start() look at first?
          """)
        #expect(
          before == "nothing and one that has not begun" && cast.ends.lines.count == 1,
          """
          expected nothing to end before the start, got \(before) before it and \(cast.ends.lines.count) \
          announcements of isFinished in all: an operation that finishes before its queue has started it \
          confuses the queue. Who must end one that has not begun?
          """)
      }
    }
  }

  @Test func `A fetch that nobody holds any more still answers`() async {
    await #expect(processExitsWith: .fulfilled, stopped) {
      fulfil {
        let (receiver, line, answers) = (RunLoopThread(name: "receiver"), Line(), Notes())
        do {
          let fetch = Fetch(line.transfer, for: receiver) { answers($0.text) }
          fetch.start()
        }
        line.call(.success("a page"))
        receiver.postAndWait {}
        #expect(
          answers.lines == ["\"a page\""],
          """
          expected the answer "a page", got \(answers.lines): started by hand, the fetch is held by nobody \
          but its transfer. Does the callback hold it, or does it look for an object that is gone?
          """)
      }
    }
  }

  @Test func `Nothing is kept once the answer was given`() async {
    await #expect(processExitsWith: .fulfilled, stopped) {
      fulfil {
        for ending in ["calls back", "is cancelled", "is cancelled before its start"] {
          let receiver = RunLoopThread(name: "receiver")
          let answers = Notes()
          weak var screen: Screen?
          weak var line: Line?
          weak var fetch: Fetch?
          do {
            let (owner, transfer) = (Screen(), Line())
            let owned = Fetch(transfer.transfer, for: receiver) { [owner] in
              answers($0.text)
              _ = owner
            }
            owner.fetch.withLock { $0 = owned }
            (screen, line, fetch) = (owner, transfer, owned)
            if ending == "is cancelled before its start" { owned.cancel() }
            owned.start()
            if ending == "calls back" { transfer.call(.success("a page")) } else { owned.cancel() }
          }
          receiver.postAndWait {}
          receiver.stopAndWait()
          #expect(answers.lines.count == 1, "expected one answer, got \(answers.lines.count)")
          let kept = [
            screen.map { _ in "the screen" }, line.map { _ in "the transfer" },
            fetch.map { _ in "the fetch" },
          ]
          #expect(
            kept.compactMap { $0 }.isEmpty,
            """
            expected everything to be let go of after a fetch that \(ending), got \
            \(kept.compactMap { $0 }.joined(separator: ", ")) still there: the screen holds the fetch, and the \
            completion the screen; the transfer holds its callback, and the way to stop it the transfer. Who \
            cuts these circles?
            """)
        }
      }
    }
  }
}
