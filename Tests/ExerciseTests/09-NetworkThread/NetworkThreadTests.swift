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
        guard isBack else { return }
        // Each tenth comes from another thread, many come while others wait, and all are done where run was called.
        let (busy, done, places) = (NetworkThread(), Log<Int>(), Log<Bool>())
        let server = Log<ObjectIdentifier>()
        let message: @Sendable (Int) -> NetworkThread.Message = { number in
          {
            done.add(number)
            places.add(server.entries == [ObjectIdentifier(Foundation.Thread.current)])
            if number == 50 { for later in 101...3000 { _ = busy.post { done.add(later) } } }
            if number == 100 { _ = busy.post { busy.stop() } }
          }
        }
        for number in 1...100 {
          if number % 10 > 0 {
            _ = busy.post(message(number))
          } else {
            _ = returns { _ = busy.post(message(number)) }
          }
        }
        let isThrough = returns {
          server.add(ObjectIdentifier(Foundation.Thread.current))
          busy.run()
        }
        let wrong = done.entries.enumerated().first { $0.offset + 1 != $0.element }
        expect(
          isThrough && done.entries.count == 3000 && wrong == nil,
          """
          expected the messages 1 to 3000 in order, where each tenth of the first 100 came from another thread and \
          message 50 posted those from 101 on, got \(done.entries.count) \
          messages\(wrong.map { ", and \($0.element) as number \($0.offset + 1)" } ?? ""): is there one list for all \
          threads, and does it keep its order when it grows?
          """)
        expect(
          places.entries == Array(repeating: true, count: 100),
          "expected every message to be done on the thread that called run, got another one: which thread calls the messages?"
        )
        // Each posts the next one.
        let (relay, count) = (NetworkThread(), Milestone())
        @Sendable func passOn(_ left: Int) {
          count.reach()
          if left > 1 { _ = relay.post { passOn(left - 1) } } else { relay.stop() }
        }
        _ = relay.post { passOn(50_000) }
        let isOver = returns { relay.run() }
        expect(
          isOver && count.count == 50_000,
          """
          expected 50000 messages, each posted by the one before, got \(count.count)\(isOver ? "" : ", and no return"): \
          does something grow with each message that is done?
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
          // Another thread posts while 3 waits.
          _ = returns { _ = thread.post { notes("4") } }
          thread.stop()
          notes("1 ends")
        }
        _ = thread.post { notes("2") }
        let isBack = answer && returns { thread.run() }
        expect(
          isBack && notes.text == "1 begins, true, 1 ends, 2, 3, 4",
          """
          expected 1, during which 3 is accepted, and 4 from another thread, then 2, 3, 4, got \(notes.text): can a \
          message post another one, and stop the thread, while it runs? Is there one list for all that is posted?
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
          // On the thread itself, which has not returned yet. There postAndWait may do it or refuse it.
          after.add(thread.post { notes("late") })
          let own = Milestone()
          let isDone = thread.postAndWait { own.reach() }
          notes(own.count == (isDone ? 1 : 0) ? "own" : "\(isDone) for a message done \(own.count) times")
        }
        let before = [thread.post { notes("1") }, thread.post(second)]
        thread.stop()
        thread.stop()
        after.add(thread.post { notes("late") })
        let isBack =
          returns { after.add(thread.postAndWait { notes("late") }) } && returns { thread.run() }
        // Also when the thread is gone.
        after.add(thread.post { notes("late") })
        let isAnswered = returns { after.add(thread.postAndWait { notes("late") }) }
        expect(
          before == [true, true] && after.entries == [false, false, false, false, false] && isBack
            && isAnswered && notes.text == "1, 2, own",
          """
          expected two messages to be accepted and done, and five more to be refused, one of them while the second \
          is done, the last two when run had returned, got \(before), \(after.entries) and \(notes.text): does run \
          check the mail first and the stop afterwards? On the thread itself, true means done, and false not done.
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
          // Again, and one inside the other.
          let isDone = thread.postAndWait {
            notes("3 begins")
            notes("\(thread.postAndWait { notes("4") })")
            notes("\(thread.post { notes("7") })")
            notes("3 ends")
          }
          notes("\(isDone)")
          notes("1 ends")
        }
        // When a message is released, its thread is still the one that serves the mailbox.
        do {
          let farewell = ReleaseObserver { notes("\(thread.postAndWait { notes("6") })") }
          _ = thread.post {
            notes("5")
            _ = farewell
          }
        }
        _ = thread.post { _ = thread.post { thread.stop() } }
        let isBack = answer && returns { thread.run() }
        expect(
          isBack
            && notes.text
              == "1 begins, 2, true, 3 begins, 4, true, true, 3 ends, true, 1 ends, 5, 6, true, 7",
          """
          expected 2 to be done inside 1, then 3, with 4 inside, then 5, which was posted before, 6 when 5 is released, and \
          7, which 3 posted, got \(notes.text)\(isBack ? "" : ", and no return"): a message that waits for another one \
          of the same thread waits for itself. From when to when is a thread the one that serves the mailbox?
          """)
        guard isBack else { return }
        // A message runs another mailbox; meanwhile its thread serves both.
        let (outer, inner, nested) = (NetworkThread(), NetworkThread(), Notes())
        _ = inner.post {
          nested("\(inner.postAndWait { nested("1") })")
          nested("\(outer.postAndWait { nested("2") })")
          inner.stop()
        }
        _ = outer.post {
          inner.run()
          nested("\(outer.postAndWait { nested("3") })")
          outer.stop()
        }
        let isServed = returns { outer.run() }
        expect(
          isServed && nested.text == "1, true, 2, true, 3, true",
          """
          expected 1, 2 and 3 to be done at once by a thread that serves one mailbox inside a message of another, got \
          \(nested.text)\(isServed ? "" : ", and no return"): can a thread serve more than one mailbox?
          """)
        // The thread of another mailbox waits as any other thread does.
        let (asking, asked, told) = (NetworkThread(), NetworkThread(), Notes())
        _ = asked.post { told("1") }
        _ = asking.post {
          let here = ObjectIdentifier(Foundation.Thread.current)
          Threads.start(named: "waiting") { asked.run() }
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
}
