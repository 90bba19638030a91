import ExerciseSupport
import Explorer
import MiniOperations
import Testing

@testable import Exercise10

@Suite(.serialized, .requirements) struct Depth {
  @Test func `In every order of posting and stop(), accepted messages run and refused ones do not`() async {
    await inOwnProcess {
      everyOrder(
        "post and stop",
        cause: "is the thread woken by stop(), and does it empty the mailbox before run() returns?",
        settings: settings(.exhaustive(preemptions: 1))
      ) { scene in
        let (mailbox, accepted, run) = (NetworkThread(), Log<Int>(), Log<Int>())
        if mailbox.post({ run.add(0) }) { accepted.add(0) }
        scene.thread("serving") { mailbox.run() }
        scene.thread("A") { if mailbox.post({ run.add(1) }) { accepted.add(1) } }
        scene.thread("B") { mailbox.stop() }
        scene.finally {
          scene.expect(
            run.entries == accepted.entries && run.entries.first == 0,
            """
            accepted messages run, 0 first, and no others (got \(accepted.entries) accepted, \(run.entries) \
            run)
            """)
        }
      }
      everyOrder(
        "postAndWait and stop", cause: "does stop() wake a caller whose message has not run yet?",
        settings: settings(.exhaustive(preemptions: 1), surprises: 0)
      ) { scene in
        let (mailbox, trace) = (NetworkThread(), Notes())
        scene.thread("serving") { mailbox.run() }
        scene.thread("A") { trace("\(mailbox.postAndWait { trace("1") })") }
        scene.thread("B") { mailbox.stop() }
        scene.finally {
          scene.expect(
            ["1, true", "false"].contains(trace.text),
            """
            postAndWait returns true after its message, or false, and its message does not run (got \
            \(trace.text))
            """)
        }
      }
    }
  }

  @Test func `In every order of two callers, postAndWait returns when its own message has run`() async {
    await inOwnProcess {
      everyOrder(
        "two threads call postAndWait",
        cause: "can the signal for one thread wake another, which then does not pass it on?",
        settings: settings(.exhaustive(preemptions: 1), surprises: 0)
      ) { scene in
        let (mailbox, trace, back) = (NetworkThread(), Notes(), Log<String>())
        scene.thread("serving") { mailbox.run() }
        for name in ["A", "B"] {
          scene.thread(name) {
            let isDone = mailbox.postAndWait {
              scene.point("\(name)'s message")
              trace("\(name) runs")
            }
            trace(isDone ? "\(name) returns" : "\(name) refused")
            if back.add(name) == 2 { mailbox.stop() }
          }
        }
        scene.finally {
          let lines = trace.lines
          let isRight = ["A", "B"].allSatisfy { name in
            lines.filter { $0.hasPrefix(name) } == ["\(name) runs", "\(name) returns"]
          }
          scene.expect(isRight, "each call returns after its message has run (got \(trace.text))")
        }
      }
    }
  }

  @Test func `In every order, postAndWait does not wait for messages that run after its own`() async {
    await inOwnProcess {
      everyOrder(
        "the next message waits for the caller",
        cause:
          "does a caller wait for its own message, and not for an empty mailbox or a number of messages?",
        settings: settings(.exhaustive(preemptions: 1), surprises: 0)
      ) { scene in
        let (mailbox, trace, back) = (NetworkThread(), Notes(), Flag("postAndWait has returned"))
        scene.thread("serving") { mailbox.run() }
        scene.thread("A") {
          let isAccepted = mailbox.post { trace("1, \(mailbox.postAndWait { trace("2") })") }
          guard isAccepted else { return mailbox.stop() }
          let isDone = mailbox.postAndWait {
            trace("3")
            _ = mailbox.post {
              back.wait()
              trace("4")
            }
          }
          trace("\(isDone)")
          back.raise()
          mailbox.stop()
        }
        scene.finally {
          scene.expect(
            trace.text == "2, 1, true, 3, true, 4",
            "2 in 1, then 3, the return of postAndWait, and 4 (got \(trace.text))")
        }
      }
      everyOrder(
        "a message of another thread waits for the caller",
        cause: "is a caller woken when its message has run, or when all that were removed together have?",
        settings: settings(.exhaustive(preemptions: 1), surprises: 0)
      ) { scene in
        let (mailbox, trace, back) = (NetworkThread(), Notes(), Flag("postAndWait has returned"))
        scene.thread("serving") { mailbox.run() }
        scene.thread("A") {
          trace("\(mailbox.postAndWait { trace("1") })")
          back.raise()
          mailbox.stop()
        }
        scene.thread("B") { _ = mailbox.post { if trace.lines.contains("1") { back.wait() } } }
        scene.finally {
          scene.expect(trace.text == "1, true", "postAndWait returns after 1 has run (got \(trace.text))")
        }
      }
    }
  }

  @Test func `After a spurious wake-up, postAndWait and run continue to wait`() async {
    await inOwnProcess {
      everyOrder(
        "a wait returns without a signal", cause: "is every wait in a while loop, and not after an if?",
        settings: settings(.exhaustive(preemptions: 1))
      ) { scene in
        let (mailbox, trace) = (NetworkThread(), Notes())
        scene.thread("serving") { mailbox.run() }
        scene.thread("A") {
          trace("\(mailbox.postAndWait { trace("1") })")
          mailbox.stop()
        }
        scene.finally {
          scene.expect(
            trace.text == "1, true", "postAndWait returns true after 1 has run (got \(trace.text))")
        }
      }
    }
  }
}
