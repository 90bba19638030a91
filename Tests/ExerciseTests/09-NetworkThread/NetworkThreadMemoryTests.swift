import ExerciseSupport
import Explorer
import Foundation
import MiniOperations
import Testing

@testable import Exercise09

extension `A thread with a mailbox` {
  @Test func `A thread without mail sleeps`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let (served, notes) = (NetworkThread(), Notes())
        _ = served.post { notes("1") }
        served.stop()
        guard returns({ served.run() }), notes.text == "1" else {
          return expect(false, "expected the message that was posted to be done, got \(notes.text)")
        }
        // Without another post, a sleeping thread is found to wait forever. That is what is wanted here.
        var settings = Settings()
        (settings.maxSteps, settings.watchdog) = (300, .milliseconds(500))
        let mails: [(name: String, post: @Sendable (NetworkThread) -> Void)] = [
          ("no post", { _ in }),
          ("one message", { thread in _ = thread.post {} }),
          (
            "two messages, one of them inside the other",
            { thread in _ = thread.post { _ = thread.postAndWait {} } }
          ),
        ]
        for (mail, post) in mails {
          let exploration = Explorer.explore(mail, settings) { stage in
            let thread = NetworkThread()
            post(thread)
            stage.thread("N") { thread.run() }
          }
          let sleeps = exploration.finding?.kind == .deadlock || exploration.finding?.kind == .unseenBlock
          expect(
            sleeps,
            """
            expected a thread that waits for mail after \(mail), got one that continues without any:
            \(exploration)
            likely cause: is the mailbox checked again and again, or does run return too early?
            """)
          if !sleeps { return }
        }
      }
    }
    judge(end)
  }

  @Test func `Nothing is kept of messages that are done, nor of a thread that has ended`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let canary = NetworkThread()
        guard canary.post({ canary.stop() }), returns({ canary.run() }) else {
          return expect(
            Bool(false), "expected run to do a message that stops the thread, and to return, got neither")
        }
        var count = 0
        weak var forgotten: NetworkThread?
        weak var message: Milestone?
        var isLetGo = false
        let early = Notes()
        do {
          let thread = NetworkThread()
          forgotten = thread
          do {
            let one = Milestone()
            message = one
            var answers = [thread.post { one.reach() }]
            // Done by run, and done at once inside another; in the message after the next, it is released.
            for isInside in [false, true] {
              let other = Milestone()
              let remaining = Remaining(other)
              answers.append(
                thread.post {
                  if isInside { _ = thread.postAndWait { other.reach() } } else { other.reach() }
                })
              answers.append(thread.post {})
              answers.append(thread.post { early(remaining.isThere ? "kept" : "gone") })
            }
            answers.append(thread.post { thread.stop() })
            if answers.allSatisfy({ $0 }) { thread.run() }
            count = one.count
          }
          isLetGo = message == nil
        }
        expect(count == 1, "expected the message to be done once, got \(count) times")
        expect(
          isLetGo && forgotten == nil && early.text == "gone, gone",
          """
          expected a message to be released when it is done, and the thread when it has ended, got \
          \(early.text == "gone, gone" ? isLetGo ? "a thread" : "a message" : "a message, while others are done,") \
          that is kept: is a message removed from the mailbox before it is done?
          """)
        // One that a caller waited for, too, when the caller is back and the next one is done.
        let waited = Notes()
        do {
          let thread = NetworkThread()
          Threads.start(named: "served") { thread.run() }
          let remaining = Log<Remaining>()
          let isBack = returns {
            for _ in 1...3 {
              let other = Milestone()
              remaining.add(Remaining(other))
              _ = thread.postAndWait { other.reach() }
            }
            _ = thread.postAndWait {}
            _ = thread.postAndWait { waited("\(remaining.entries.count { $0.isThere }) kept") }
            thread.stop()
          }
          expect(
            isBack && waited.lines == ["0 kept"],
            """
            expected messages that callers waited for to be released when they are done and two more are done after \
            them, got \(waited.text): what is stored for a caller that waits, and when is it removed?
            """)
        }
        // What a message holds may post when it is released with the message.
        let (last, notes) = (NetworkThread(), Notes())
        do {
          let farewell = ReleaseObserver {
            let isAccepted = last.post {
              notes("done")
              last.stop()
            }
            notes("\(isAccepted)")
          }
          _ = last.post { _ = farewell }
        }
        let isBack = returns { last.run() }
        expect(
          isBack && notes.lines == ["true", "done"],
          """
          expected a message that is posted by a deinit, when another message is released, to be accepted and done, \
          got \(notes.text)\(isBack ? "" : ", and a run that does not return"): is a lock held where a message is \
          released, or is it kept until the next one comes?
          """)
      }
    }
    judge(end)
  }
}

// MARK: - Fixtures

/// Whether something is still held by others.
private final class Remaining: @unchecked Sendable {
  // Unchecked: it is written once, before any thread has it.
  private weak var object: Milestone?

  init(_ object: Milestone) { self.object = object }

  var isThere: Bool { object != nil }
}
