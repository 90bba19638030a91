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
          "calls back", "calls back before its transfer has returned", "calls back twice", "fails",
          "is cancelled", "is cancelled while its transfer begins", "is cancelled before its start",
        ] {
          for holder in ["nothing", "its owner", "its transfer's callback"] {
            let found = Remains.of(Ending(ending), heldBy: holder)
            expect(
              found.answers == 1 && found.kept.isEmpty,
              """
              expected one answer and then nothing kept of a fetch that \(ending), while \(holder) holds it, got \
              \(found.answers) answers, and still there: \(found.kept.joined(separator: ", ")). The screen holds the \
              fetch, and the completion the screen; the transfer holds its callback, and the way to stop it the \
              transfer. What breaks these cycles, even if the end comes before there is a way to stop?
              """)
            if found.answers != 1 || !found.kept.isEmpty { return }
          }
        }
      }
    }
    judge(end)
  }
}

/// What happens to a fetch.
private struct Ending {
  let name: String

  init(_ name: String) { self.name = name }

  /// What happens while the transfer begins.
  func takePlace(in line: Line, of fetch: Fetch?) {
    if name.hasSuffix("has returned") { line.call(.success("a page")) }
    if name.hasSuffix("transfer begins") { fetch?.cancel() }
  }

  /// What happens to the fetch otherwise; it is started.
  func takePlace(with fetch: Fetch, _ line: Line) {
    if name == "is cancelled before its start" { fetch.cancel() }
    fetch.start()
    switch name {
    case "calls back": line.call(.success("a page"))
    case "calls back twice": for _ in 1...2 { line.call(.success("a page")) }
    case "fails": line.call(.failure(.failed("no line")))
    case "is cancelled": fetch.cancel()
    default: break
    }
  }
}

/// What is left of a fetch that was answered.
private struct Remains {
  let answers: Int
  let kept: [String]

  static func of(_ ending: Ending, heldBy holder: String) -> Remains {
    let (receiver, answers) = (RunLoopThread(name: "receiver"), Notes())
    var held: [Any] = []
    weak var screen: Screen?
    weak var line: Line?
    weak var fetch: Fetch?
    do {
      let owner = Screen()
      let transfer = Line(beginning: { [weak owner] line in
        ending.takePlace(in: line, of: owner?.fetch.withLock { $0 })
      })
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
