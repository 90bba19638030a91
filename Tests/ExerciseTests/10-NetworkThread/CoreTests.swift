import ExerciseSupport
import Explorer
import MiniOperations
import Testing

@testable import Exercise10

@Suite(.serialized, .requirements) struct Core {
  @Test func `Messages run on the thread that called run, in the order in which they were posted`() async {
    await inOwnProcess {
      let (mailbox, trace, wrong) = (NetworkThread(), Notes(), Notes())
      let server = Log<ObjectIdentifier>()
      let answers = (1...4).map { number in
        mailbox.post {
          trace("\(number)")
          if server.entries != [here()] { wrong("\(number)") }
        }
      }
      let early = trace.text
      mailbox.stop()
      let isBack = returns {
        server.add(here())
        mailbox.run()
      }
      expect(
        answers == [true, true, true, true] && early == "nothing",
        """
        expected post to return true four times, and no message to run before run(), got \(answers) and \
        \(early): is a message stored until the thread runs it?
        """)
      expect(
        isBack && trace.text == "1, 2, 3, 4" && wrong.lines.isEmpty,
        """
        expected run() to run 1, 2, 3, 4 on its own thread and to return, after four calls of post and \
        stop(), got \(trace.text), \(wrong.text) on another thread\(isBack ? "" : ", and no return"): is the \
        oldest message first?
        """)
    }
  }

  @Test func `Messages posted by a message run after those already waiting`() async {
    await inOwnProcess {
      let (mailbox, trace) = (NetworkThread(), Notes())
      let isAccepted = mailbox.post {
        trace("1 begins")
        _ = mailbox.post { trace("3") }
        // Another thread posts while 2 and 3 wait.
        _ = returns { _ = mailbox.post { trace("4") } }
        mailbox.stop()
        trace("1 ends")
      }
      _ = mailbox.post { trace("2") }
      let isBack = isAccepted && returns { mailbox.run() }
      expect(
        isBack && trace.text == "1 begins, 1 ends, 2, 3, 4",
        """
        expected 1 begins, 1 ends, 2, 3, 4 where 2 waits, 1 posts 3, and another thread posts 4, got \
        \(trace.text)\(isBack ? "" : ", and no return of run()"): is there one list for all messages?
        """)
    }
  }

  @Test func `After stop() messages are refused, and those accepted before still run`() async {
    await inOwnProcess {
      let (mailbox, trace, late) = (NetworkThread(), Notes(), Log<Bool>())
      let post: @Sendable () -> Void = { late.add(mailbox.post { trace("late") }) }
      let wait: @Sendable () -> Void = { late.add(mailbox.postAndWait { trace("late") }) }
      let accepted = [
        mailbox.post { trace("1") },
        mailbox.post {
          trace("2")
          post()
        },
      ]
      mailbox.stop()
      mailbox.stop()
      // Before run(), in message 2, and when run() has returned.
      post()
      let isBack = returns(wait) && returns { mailbox.run() }
      post()
      let isAnswered = isBack && returns(wait)
      let end = isAnswered ? "" : ", and a call that does not return"
      expect(
        accepted == [true, true] && late.entries == Array(repeating: false, count: 5) && isAnswered
          && trace.text == "1, 2",
        """
        expected two calls of post to return true, three of post and two of postAndWait after stop() to \
        return false, and 1 and 2 to run, got \(accepted), \(late.entries) and \(trace.text)\(end): does \
        run() check for messages first, and for the stop afterwards?
        """)
    }
  }

  @Test func `While a message runs, other threads can post and stop`() async {
    await inOwnProcess {
      for isInside in [false, true] {
        let (mailbox, trace) = (NetworkThread(), Notes())
        let message: NetworkThread.Message = {
          trace("1")
          let isBack = returns {
            _ = mailbox.post { trace("2") }
            mailbox.stop()
          }
          trace(isBack ? "posted and stopped" : "not posted")
        }
        let isAccepted = mailbox.post { if isInside { _ = mailbox.postAndWait(message) } else { message() } }
        let isBack = isAccepted && returns { mailbox.run() }
        expect(
          isBack && trace.text == "1, posted and stopped, 2",
          """
          expected another thread to call post and stop() while 1 \
          runs\(isInside ? " by postAndWait in a message" : ""), and 2 to run after it, got \(trace.text): \
          is a lock held while a message runs?
          """)
      }
    }
  }

  @Test func `postAndWait returns when its message has run`() async {
    await inOwnProcess {
      let (mailbox, trace) = (NetworkThread(), Notes())
      Threads.start(named: "server") { mailbox.run() }
      let isBack = returns { for number in 1...3 { trace("\(mailbox.postAndWait { trace("\(number)") })") } }
      mailbox.stop()
      expect(
        isBack && trace.text == "1, true, 2, true, 3, true",
        """
        expected 1, 2 and 3 to run, and postAndWait to return true after each, got \
        \(trace.text)\(isBack ? "" : ", and a call that does not return"): what does the caller wait for, \
        and what wakes it?
        """)
    }
  }

  @Test func `On the serving thread, postAndWait runs its message at once`() async {
    await inOwnProcess {
      let (mailbox, trace) = (NetworkThread(), Notes())
      let isAccepted = mailbox.post {
        trace("1 begins")
        let isDone = mailbox.postAndWait {
          trace("2 begins")
          trace("\(mailbox.postAndWait { trace("3") })")
          trace("2 ends")
        }
        trace("\(isDone)")
        trace("\(mailbox.postAndWait { trace("4") })")
        trace("1 ends")
      }
      _ = mailbox.post { trace("5") }
      _ = mailbox.post { mailbox.stop() }
      let isBack = isAccepted && returns { mailbox.run() }
      expect(
        isBack && trace.text == "1 begins, 2 begins, 3, true, 2 ends, true, 4, true, 1 ends, 5",
        """
        expected 2 to run inside 1, 3 inside 2, then 4 inside 1, and 5, which was waiting, after 1, got \
        \(trace.text)\(isBack ? "" : ", and a call that does not return"): does a message wait for one that \
        can run only after it?
        """)
    }
  }

  @Test func `While the mailbox is empty, the serving thread sleeps`() async {
    await inOwnProcess {
      let (served, trace) = (NetworkThread(), Notes())
      _ = served.post { trace("1") }
      served.stop()
      let isServed = returns { served.run() } && trace.text == "1"
      expect(isServed, "expected run() to run the message that was posted before, got \(trace.text)")
      // Without another message, a sleeping thread is found to wait forever. That is expected here.
      var settings = Settings()
      (settings.maxSteps, settings.watchdog) = (300, .milliseconds(500))
      for count in 0...1 {
        let exploration = Explorer.explore("\(count) messages", settings) { stage in
          let mailbox = NetworkThread()
          for _ in 0..<count { _ = mailbox.post { _ = mailbox.postAndWait {} } }
          stage.thread("serving") { mailbox.run() }
        }
        expect(
          [.deadlock, .unseenBlock].contains(exploration.finding?.kind),
          """
          expected a thread that waits after \(count) messages, got one that does not:
          \(exploration)
          likely cause: is the mailbox checked again and again, or does run() return too early?
          """)
      }
    }
  }

  @Test func `In every order, a message that is posted while the serving thread falls asleep runs`() async {
    await inOwnProcess {
      everyOrder(
        "a message is posted while the thread falls asleep",
        cause: "can a thread post between the check of the empty mailbox and the wait?", settings: settings()
      ) { scene in
        let (mailbox, trace, hasRun) = (NetworkThread(), Notes(), Flag("1 has run"))
        scene.thread("serving") { mailbox.run() }
        scene.thread("A") {
          let isAccepted = mailbox.post {
            trace("1")
            hasRun.raise()
          }
          if isAccepted { hasRun.wait() }
          mailbox.stop()
        }
        scene.finally { scene.expect(trace.text == "1", "1 is accepted and runs (got \(trace.text))") }
      }
    }
  }
}
