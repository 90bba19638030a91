import ExerciseSupport
import MiniOperations
import Testing

@testable import Exercise10

extension Depth {
  @Test func `Thousands of messages, posted by threads and by messages, keep their order`() async {
    await inOwnProcess {
      let (mailbox, run) = (NetworkThread(), Log<Int>())
      let post: @Sendable (Int) -> Void = { number in
        _ = mailbox.post {
          run.add(number)
          if number == 50 { for later in 101...3000 { _ = mailbox.post { run.add(later) } } }
          if number == 100 { _ = mailbox.post { mailbox.stop() } }
        }
      }
      for number in 1...100 { if number % 10 > 0 { post(number) } else { _ = returns { post(number) } } }
      let isBack = returns { mailbox.run() }
      let wrong = run.entries.enumerated().first { $0.offset + 1 != $0.element }
      expect(
        isBack && run.entries.count == 3000 && wrong == nil,
        """
        expected 1 to 3000 to run in order, where each tenth of the first 100 is posted by another thread and 50 posts \
        101 to 3000, got \(run.entries.count) messages\
        \(wrong.map { ", and \($0.element) as number \($0.offset + 1)" } ?? ""): is there one list, and does it keep its \
        order when it grows?
        """)
    }
  }

  @Test func `After stop(), postAndWait on the serving thread returns true only if its message has run`()
    async
  {
    await inOwnProcess {
      let (mailbox, trace) = (NetworkThread(), Notes())
      let isAccepted = mailbox.post {
        mailbox.stop()
        trace("\(mailbox.postAndWait { trace("1") })")
      }
      let isBack = isAccepted && returns { mailbox.run() }
      expect(
        isBack && ["1, true", "false"].contains(trace.text),
        """
        expected postAndWait after stop() in a message to run 1 and return true, or to return false, got \(trace.text)\
        \(isBack ? "" : ", and no return of run()"): what is returned where the message has run?
        """)
    }
  }

  @Test func `A message can call run of another mailbox, and wait for a mailbox that another thread serves`()
    async
  {
    await inOwnProcess {
      let (outer, inner, trace) = (NetworkThread(), NetworkThread(), Notes())
      _ = inner.post {
        trace("\(inner.postAndWait { trace("1") })")
        trace("\(outer.postAndWait { trace("2") })")
        inner.stop()
      }
      _ = outer.post {
        inner.run()
        trace("\(outer.postAndWait { trace("3") })")
        outer.stop()
      }
      let isServed = returns { outer.run() }
      expect(
        isServed && trace.text == "1, true, 2, true, 3, true",
        """
        expected postAndWait of both mailboxes to run 1, 2 and 3 at once, where a message of one calls run() of the \
        other, got \(trace.text)\(isServed ? "" : ", and a call that does not return"): can a thread serve two mailboxes?
        """)
      let (asking, asked, told) = (NetworkThread(), NetworkThread(), Notes())
      _ = asked.post { told("1") }
      _ = asking.post {
        let thread = here()
        Threads.start(named: "other server") { asked.run() }
        let isDone = asked.postAndWait { told(here() == thread ? "2 on the wrong thread" : "2") }
        told("\(isDone)")
        asked.stop()
        asking.stop()
      }
      let isBack = returns { asking.run() }
      expect(
        isBack && told.text == "1, 2, true",
        """
        expected postAndWait of a mailbox that another thread serves to return after 1 and 2 have run there, called in \
        a message, got \(told.text): is it known which mailbox the calling thread serves?
        """)
    }
  }

  @Test func `Messages are released when they have run, and the mailbox after run() has returned`() async {
    await inOwnProcess {
      let (objects, alive) = (Lifetimes(), Notes())
      @Sendable func message(_ name: String) -> NetworkThread.Message {
        let object = objects.object(name)
        return { withExtendedLifetime(object) {} }
      }
      @Sendable func report() { alive(objects.alive.filter { $0 != "the mailbox" }.joined(separator: ", ")) }
      do {
        let mailbox = objects.observe(NetworkThread(), as: "the mailbox")
        _ = mailbox.post(message("a posted message"))
        _ = mailbox.post { _ = mailbox.postAndWait(message("a message inside another")) }
        // One may still be retained while the next one runs.
        _ = mailbox.post {}
        _ = mailbox.post { report() }
        if mailbox.post({ mailbox.stop() }) { mailbox.run() }
      }
      expect(
        objects.alive.isEmpty && alive.lines == [""],
        """
        expected two messages to be released when another one has run after them, and the mailbox when run() has \
        returned, got \(alive.lines) alive after the messages and \(objects.alive) after run(): is a message removed \
        from the mailbox before it runs?
        """)
      let mailbox = NetworkThread()
      Threads.start(named: "server") { mailbox.run() }
      let isBack = returns {
        for _ in 1...3 { _ = mailbox.postAndWait(message("a message that a caller waited for")) }
        for _ in 1...2 { _ = mailbox.postAndWait {} }
        report()
        mailbox.stop()
      }
      expect(
        isBack && objects.alive.isEmpty && alive.lines == ["", ""],
        """
        expected messages of postAndWait to be released when two others have run after them, got \(alive.lines.last ?? "") \
        alive: what is stored for a waiting caller, and when is it removed?
        """)
    }
  }

  @Test func `When a message is released, its objects may call the mailbox`() async {
    await inOwnProcess {
      let (mailbox, trace) = (NetworkThread(), Notes())
      let isBack = returns {
        do {
          let object = ReleaseObserver {
            trace("\(mailbox.postAndWait { trace("2") })")
            _ = mailbox.post {
              trace("3")
              mailbox.stop()
            }
          }
          _ = mailbox.post {
            trace("1")
            withExtendedLifetime(object) {}
          }
          // The first one may be retained until this one has run.
          _ = mailbox.post {}
        }
        mailbox.run()
      }
      expect(
        isBack && trace.text == "1, 2, true, 3",
        """
        expected 1, 2, true, 3, where the deinit of an object that only message 1 refers to calls postAndWait for 2 and \
        post for 3, and a message without effect follows 1, got \(trace.text)\(isBack ? "" : ", and no return"): is a \
        lock held where a message is released, and when is a message released that has run?
        """)
    }
  }
}
