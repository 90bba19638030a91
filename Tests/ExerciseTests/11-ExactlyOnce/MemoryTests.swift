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
        // However it ends, and although the receiver is busy until then.
        for ending in FetchEnding.allCases {
          let (receiver, answers, screen) = (RunLoopThread(name: "receiver"), Notes(), Screen())
          let line = Line(beginning: { ending.takePlace(in: $0, of: screen) })
          let free = Milestone()
          receiver.post { free.wait() }
          do {
            let fetch = Fetch(line.transfer, for: receiver) { answers($0.text) }
            screen.fetch.withLock { $0 = fetch }
            ending.takePlace(with: fetch, line)
            screen.fetch.withLock { $0 = nil }
          }
          line.forget()
          free.reach()
          receiver.postAndWait {}
          expect(
            answers.lines == [ending.answer] && ending.stops.contains(line.stops),
            """
            expected the one answer \(ending.answer) of a fetch that \(ending.rawValue), and is held by no other \
            reference, got \(answers.text), and a transfer that was stopped \(line.stops) times (allowed: \
            \(ending.stops)): what holds the completion until the receiver is free?
            """)
        }
      }
    }
    judge(end)
  }

  @Test func `Nothing is kept once the answer is delivered`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        for ending in FetchEnding.allCases {
          for holder in ["nothing", "its owner", "its transfer's callback"] {
            let found = Remains.of(ending, heldBy: holder)
            expect(
              found.answers == 1 && found.kept.isEmpty,
              """
              expected one answer and then nothing kept of a fetch that \(ending.rawValue), while \(holder) holds it, got \
              \(found.answers) answers, and still there: \(found.kept.joined(separator: ", ")). The screen holds the \
              fetch, and the completion the screen; the transfer holds its callback, and the way to stop it the \
              transfer. What breaks these cycles, even if the end comes before there is a way to stop?
              """)
            if found.answers != 1 || !found.kept.isEmpty { return }
          }
        }
        weak var unstarted: Fetch?
        do {
          let fetch = Fetch({ _ in {} }, for: RunLoopThread(name: "receiver")) { _ in }
          unstarted = fetch
        }
        expect(
          unstarted == nil,
          "expected a fetch that is never started to be released with its last reference, got one that is kept: by what?"
        )
      }
    }
    judge(end)
  }
}

/// What is left of a fetch that was answered.
private struct Remains {
  let answers: Int
  let kept: [String]

  static func of(_ ending: FetchEnding, heldBy holder: String) -> Remains {
    let (receiver, answers) = (RunLoopThread(name: "receiver"), Notes())
    var held: [Any] = []
    weak var screen: Screen?
    weak var line: Line?
    weak var fetch: Fetch?
    do {
      let owner = Screen()
      let transfer = Line(beginning: { [weak owner] line in ending.takePlace(in: line, of: owner) })
      let owned = Fetch(transfer.transfer, for: receiver) { [owner] in
        answers($0.text)
        _ = owner
      }
      owner.fetch.withLock { $0 = owned }
      (screen, line, fetch) = (owner, transfer, owned)
      ending.takePlace(with: owned, transfer)
      if holder == "its owner" { held.append(owned) }
      if holder == "its transfer's callback" { held.append(transfer.callback as Any) }
    }
    receiver.postAndWait {}
    receiver.stopAndWait()
    return withExtendedLifetime(held) {
      let mayStay = holder != "nothing"
      let kept = [
        screen.map { _ in "the screen" }, line.map { _ in "the transfer" },
        mayStay ? nil : fetch.map { _ in "the fetch" },
      ]
      return Remains(answers: answers.lines.count, kept: kept.compactMap { $0 })
    }
  }
}
