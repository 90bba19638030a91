import ExerciseSupport
import MiniOperations
import Testing

@testable import Exercise10

extension Depth {
  @Test func `Messages are released when they have run, and the mailbox when run() has returned`() async {
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
        expected two messages to be released when another one has run after them, and the mailbox when run() \
        has returned, got \(alive.lines) alive after the messages and \(objects.alive) after run(): is a \
        message removed from the mailbox before it runs?
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
        expected messages of postAndWait to be released when two others have run after them, got \
        \(alive.lines.last ?? "") alive: what is stored for a waiting caller, and when is it removed?
        """)
    }
  }
}
