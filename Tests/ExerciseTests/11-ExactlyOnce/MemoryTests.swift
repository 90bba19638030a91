import ExerciseSupport
import MiniOperations
import Testing

@testable import Exercise11

extension `Exactly once` {
  @Test func `A fetch without any other reference still answers`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let (receiver, line, answers) = (RunLoopThread(name: "receiver"), Line(), Notes())
        do {
          let fetch = Fetch(line.transfer, for: receiver) { answers($0.text) }
          fetch.start()
        }
        // The receiver is busy until the transfer has released its callback.
        receiver.postAndWait {
          line.call(.success("a page"))
          line.forget()
        }
        receiver.postAndWait {}
        expect(
          answers.lines == ["\"a page\""],
          """
          expected the answer "a page", got \(answers.lines): started by hand, the fetch has no owner \
          but its transfer. Does the callback hold it, and does what it posts hold what it needs? Or do they \
          use a weak reference that is nil by then?
          """)
      }
    }
    judge(end)
  }

  @Test func `Nothing is kept once the answer is delivered`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        for ending in [
          "calls back", "calls back before its transfer has returned", "is cancelled",
          "is cancelled while its transfer begins", "is cancelled before its start",
        ] {
          let receiver = RunLoopThread(name: "receiver")
          let answers = Notes()
          weak var screen: Screen?
          weak var line: Line?
          weak var fetch: Fetch?
          do {
            let owner = Screen()
            let transfer = Line(beginning: { [weak owner] line in
              if ending.hasSuffix("has returned") { line.call(.success("a page")) }
              if ending.hasSuffix("transfer begins") { owner?.fetch.withLock { $0 }?.cancel() }
            })
            let owned = Fetch(transfer.transfer, for: receiver) { [owner] in
              answers($0.text)
              _ = owner
            }
            owner.fetch.withLock { $0 = owned }
            (screen, line, fetch) = (owner, transfer, owned)
            if ending == "is cancelled before its start" { owned.cancel() }
            owned.start()
            if ending == "calls back" { transfer.call(.success("a page")) }
            if ending == "is cancelled" { owned.cancel() }
          }
          receiver.postAndWait {}
          receiver.stopAndWait()
          expect(answers.lines.count == 1, "expected one answer, got \(answers.text)")
          let kept = [
            screen.map { _ in "the screen" }, line.map { _ in "the transfer" },
            fetch.map { _ in "the fetch" },
          ]
          expect(
            kept.compactMap { $0 }.isEmpty,
            """
            expected everything to be released after a fetch that \(ending), got \
            \(kept.compactMap { $0 }.joined(separator: ", ")) still there: the screen holds the fetch, and the \
            completion the screen; the transfer holds its callback, and the way to stop it the transfer. What breaks \
            these cycles, even if the end comes before there is a way to stop?
            """)
        }
      }
    }
    judge(end)
  }
}
