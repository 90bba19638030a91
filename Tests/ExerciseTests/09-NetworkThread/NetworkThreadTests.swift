import ExerciseSupport
import Explorer
import Foundation
import MiniOperations
import Testing

@testable import Exercise09

@Suite(.serialized, .requirements) struct `A thread with a mailbox` {
  @Test func `What was posted is done in its order`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let (thread, notes) = (NetworkThread(), Notes())
        let answers = (1...4).map { number in thread.post { notes("\(number)") } }
        let early = notes.text
        thread.stop()
        let isBack = returns { thread.run() }
        expect(
          answers == [true, true, true, true] && early == "nothing",
          """
          expected four messages to be accepted and none to be done before run, got \(answers) and \
          \(early): is a message kept until the thread takes it?
          """)
        expect(
          isBack && notes.text == "1, 2, 3, 4",
          """
          expected 1, 2, 3, 4, and run to return, got \(notes.text)\(isBack ? "" : ", and no return"): is the \
          oldest message first, and does run end when the mailbox is stopped and empty?
          """)
      }
    }
    judge(end)
  }

  @Test func `What a message posts is done after what waits already`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let (thread, notes) = (NetworkThread(), Notes())
        let answer = thread.post {
          notes("1 begins")
          notes("\(thread.post { notes("3") })")
          thread.stop()
          notes("1 ends")
        }
        _ = thread.post { notes("2") }
        let isBack = answer && returns { thread.run() }
        expect(
          isBack && notes.text == "1 begins, true, 1 ends, 2, 3",
          """
          expected 1, during which 3 is accepted, then 2, then 3, got \(notes.text): can a message post \
          another one, and stop the thread, while it runs?
          """)
      }
    }
    judge(end)
  }

  @Test func `After a stop nothing is accepted, and what was accepted before is done`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let (thread, notes) = (NetworkThread(), Notes())
        let after = Log<Bool>()
        let second: NetworkThread.Message = {
          notes("2")
          // On the thread itself, which has not returned yet.
          after.add(thread.post { notes("late") })
        }
        let before = [thread.post { notes("1") }, thread.post(second)]
        thread.stop()
        thread.stop()
        after.add(thread.post { notes("late") })
        let isBack =
          returns { after.add(thread.postAndWait { notes("late") }) } && returns { thread.run() }
        // Also when the thread is gone.
        after.add(thread.post { notes("late") })
        expect(
          before == [true, true] && after.entries == [false, false, false, false] && isBack
            && notes.text == "1, 2",
          """
          expected two messages to be accepted and done, and four more to be refused, one of them while the second \
          is done, the last when run had returned, got \(before), \(after.entries) and \(notes.text): does run check the mail first and the stop afterwards?
          """)
      }
    }
    judge(end)
  }

  @Test func `Called on the thread itself, postAndWait does its message at once`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let (thread, notes) = (NetworkThread(), Notes())
        let answer = thread.post {
          notes("1 begins")
          notes("\(thread.postAndWait { notes("2") })")
          notes("1 ends")
        }
        _ = thread.post {
          notes("3")
          thread.stop()
        }
        let isBack = answer && returns { thread.run() }
        expect(
          isBack && notes.text == "1 begins, 2, true, 1 ends, 3",
          """
          expected 2 to be done inside 1, and 3, which was posted before, after both, got \(notes.text): a \
          message that waits for another one of the same thread waits for itself
          """)
        // The thread of another mailbox waits as any other thread does.
        let (asking, asked, told) = (NetworkThread(), NetworkThread(), Notes())
        _ = asked.post { told("1") }
        _ = asking.post {
          let here = ObjectIdentifier(Foundation.Thread.current)
          Threads.start(named: "asked") { asked.run() }
          let isDone = asked.postAndWait {
            told(ObjectIdentifier(Foundation.Thread.current) == here ? "2 on the wrong thread" : "2")
          }
          told("\(isDone)")
          asked.stop()
          told("\(asked.postAndWait { told("3") })")
          asking.stop()
        }
        let isOver = returns { asking.run() }
        expect(
          isOver && told.text == "1, 2, true, false",
          """
          expected a message that posts to another mailbox to wait until 1 and 2 are done there, and to be refused \
          after its stop, got \(told.text): is it known which mailbox the calling thread serves?
          """)
      }
    }
    judge(end)
  }

  @Test func `A thread without mail sleeps`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let (served, notes) = (NetworkThread(), Notes())
        _ = served.post { notes("1") }
        served.stop()
        guard returns({ served.run() }), notes.text == "1" else {
          return expect(false, "expected the message that was posted to be done, got \(notes.text)")
        }
        // Without a post, a sleeping thread is found to wait forever. That is what is wanted here.
        var settings = Settings()
        (settings.maxSteps, settings.watchdog) = (300, .seconds(1))
        let exploration = Explorer.explore("no post", settings) { stage in
          let thread = NetworkThread()
          stage.thread("N") { thread.run() }
        }
        expect(
          exploration.finding?.kind == .deadlock || exploration.finding?.kind == .unseenBlock,
          """
          expected a thread that waits for mail, got one that continues without any:
          \(exploration)
          likely cause: is the mailbox checked again and again, or does run return too early?
          """)
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
            do {
              let other = Milestone()
              let remaining = Remaining(other)
              answers.append(thread.post { other.reach() })
              // In the message after the next, that one is done and forgotten.
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
          isLetGo && forgotten == nil && early.text == "gone",
          """
          expected a message to be released when it is done, and the thread when it has ended, got \
          \(early.text == "gone" ? isLetGo ? "a thread" : "a message" : "a message, while others are done,") \
          that is kept: is a message removed from the mailbox before it is done?
          """)
        // What a message holds may post when it is released with the message.
        let (last, notes) = (NetworkThread(), Notes())
        do {
          let farewell = Farewell {
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

/// Whether something is still held by others.
private final class Remaining: @unchecked Sendable {
  // Unchecked: it is written once, before any thread has it.
  private weak var object: Milestone?

  init(_ object: Milestone) { self.object = object }

  var isThere: Bool { object != nil }
}

/// Does something when it is released.
private final class Farewell: Sendable {
  private let goodbye: @Sendable () -> Void

  init(_ goodbye: @escaping @Sendable () -> Void) { self.goodbye = goodbye }

  deinit { goodbye() }
}
