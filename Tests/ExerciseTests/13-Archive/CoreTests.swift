import ExerciseSupport
import Explorer
import Foundation
import MiniOperations
import Testing

@testable import Exercise13

@Suite(.serialized, .requirements) struct Core {
  @Test func `Messages whose sending has not begun are saved, and sent in the same order after restore`()
    async
  {
    await inOwnProcess {
      withFile { file in
        let (old, new) = (Fixture(["a", "b", "a"]), Fixture())
        // A message whose operation is not ready has not begun either.
        let other = MiniBlockOperation {}
        old.queue.operations.dropFirst().first?.addDependency(other)
        let saved = old.outbox.closing(file)
        other.start()
        old.sendAll()
        expect(
          saved == "3" && old.sent.lines.isEmpty,
          """
          add a, b and a, then close: expected close to return 3 and the queue to send none of them, got \
          \(saved), and \(old.sent.text) sent. Do the operations of saved messages still send?
          """)
        let restored = new.outbox.restoring(file)
        new.sendAll()
        expect(
          restored == "3" && new.sent.lines == ["a", "b", "a"],
          """
          restore with another outbox: expected 3, and a, b, a to be sent in this order, got \(restored), \
          and \(new.sent.text) sent
          """)
      }
    }
  }

  @Test func `A message whose sending has begun is completed and not saved`() async {
    await inOwnProcess {
      withFile { file in
        let old = Fixture(["a"])
        old.sendAll()
        old.queue.isSuspended = true
        old.outbox.add(Message("b"))
        let saved = old.outbox.closing(file)
        expect(
          old.sent.lines == ["a"] && saved == "1",
          "a is sent, b is added, then close: expected 1 saved, got \(saved), sent before: \(old.sent.text)")
      }
      everyOrder(
        "close while a is being sent", cause: "is a message saved because its operation has not finished?",
        settings: Settings(.exhaustive(preemptions: 1))
      ) { scene in
        let (workers, begun, sent) = (SteppedWorkers(), Flag("a is being sent"), Notes())
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        let outbox = Outbox(MiniOperationQueue(workers: workers)) { message in
          if message.text == "a" { begun.raise() }
          sent(message.text)
        }
        for text in ["a", "b"] { outbox.add(Message(text)) }
        scene.thread("worker") { workers.run() }
        scene.thread("closing") {
          begun.wait()
          _ = outbox.closing(file)
        }
        scene.finally {
          workers.run()
          let before = sent.text
          _ = outbox.restoring(file)
          workers.run()
          scene.expect(
            sent.lines == ["a", "b"],
            "a is sent once, then b, at once or after restore (got \(before), then \(sent.text))")
        }
      }
    }
  }

  @Test func `A cancelled message is neither saved nor sent`() async {
    await inOwnProcess {
      withFile { file in
        let (old, new) = (Fixture(), Fixture())
        let operations = ["c", "a", "b", "a"].map { old.outbox.add(Message($0)) }
        operations[0].cancel()
        operations[3].cancel()
        let saved = old.outbox.closing(file)
        let restored = new.outbox.restoring(file)
        for fixture in [old, new] { fixture.sendAll() }
        expect(
          saved == "2" && restored == "2" && old.sent.lines.isEmpty && new.sent.lines == ["a", "b"],
          """
          add c, a, b and a, cancel the operations of c and of the second a, then close and restore: \
          expected 2, 2, and a, b sent in this order, got \(saved), \(restored), and \(new.sent.text) sent. \
          Equal messages are separate messages: is one identified by its text?
          """)
      }
    }
  }

  @Test func `restore removes the file; if it is missing or damaged, restore throws and changes nothing`()
    async
  {
    await inOwnProcess {
      withFile { file in
        let (old, new) = (Fixture(["first", "second", "third"]), Fixture())
        let saved = old.outbox.closing(file)
        let whole = (try? Data(contentsOf: file)) ?? Data()
        let damaged = whole.prefix(whole.count / 2)
        try? damaged.write(to: file)
        let refused = new.outbox.restoring(file)
        let isUnchanged = (try? Data(contentsOf: file)) == damaged
        expect(
          saved == "3" && refused == "an error" && new.queue.operationCount == 0 && isUnchanged,
          """
          restore a file that ends in the middle: expected an error, no operation and the same file, got \
          \(refused), \(new.operations) and \(isUnchanged ? "the same file" : "no such file")
          """)
        try? whole.write(to: file)
        let results = [new.outbox.restoring(file), new.outbox.restoring(file)]
        let isThere = FileManager.default.fileExists(atPath: file.path)
        expect(
          results == ["3", "an error"] && !isThere,
          """
          restore a whole file twice: expected 3, then an error, and no file left, got \
          \(results.joined(separator: ", then ")), and \(isThere ? "the file" : "no file")
          """)
      }
    }
  }

  @Test func `Texts and priorities are restored unchanged`() async {
    await inOwnProcess {
      withFile { file in
        // Some of them separate or end a text in some format.
        let texts = [
          "", " a ", "\n", "\r\n", "\t|,;", "\0", "\u{1E}\u{1F}", "</string>", "\"\\", "e\u{301}", "👩‍👩‍👧",
        ]
        // The last five are no priorities, so these operations have the normal one.
        let priorities = [-8, -4, 0, 4, 8, 3, -5, 100, .max, .min]
        let messages = (0..<110).map { Message(texts[$0 % 11], priority: priorities[$0 % 10]) }
        let back = Log<Message>()
        let (old, new) = (Fixture(), Fixture { back.add($0) })
        for message in messages { old.outbox.add(message) }
        _ = old.outbox.closing(file)
        _ = new.outbox.restoring(file)
        new.sendAll()
        let expected = [[8], [4], [0, 3, -5, 100, .max, .min], [-4], [-8]].flatMap { level in
          messages.filter { level.contains($0.priority) }
        }
        // Their bytes, because == takes a combined accent and a precomposed letter for equal.
        let wrong = zip(back.entries, expected).first {
          Array($0.text.utf8) != Array($1.text.utf8) || $0.priority != $1.priority
        }
        expect(
          back.entries.count == 110 && wrong == nil,
          """
          save and restore 110 messages: expected all of them, the most urgent first, got \
          \(back.entries.count), the first that differs: \
          \(wrong.map { "\($0) where \($1) was expected" } ?? "none")
          """)
      }
    }
  }

  @Test func `If the file cannot be written, close throws and all messages are sent`() async {
    await inOwnProcess {
      withFile { file in
        let old = Fixture(["a", "b"])
        let saved = old.outbox.closing(file.appending(path: "no such folder"))
        old.outbox.add(Message("c"))
        old.sendAll()
        expect(
          saved == "an error" && old.sent.lines == ["a", "b", "c"],
          """
          add a and b, close in a folder that does not exist, add c: expected an error, and a, b, c sent, \
          got \(saved), and \(old.sent.text) sent. What has happened to the operations by the time the file \
          is written?
          """)
      }
      withFile { file in
        let texts = ["a", "b", "c"].map { String(repeating: $0, count: 4000) }
        let old = Fixture(texts)
        let saved = withFilesUpTo(bytes: 4096) { old.outbox.closing(file) }
        let isThere = FileManager.default.fileExists(atPath: file.path)
        old.sendAll()
        expect(
          saved == "an error" && !isThere && old.sent.lines == texts,
          """
          close where the disk has no room for the whole file: expected an error, no file, and 3 messages \
          sent, got \(saved), \(isThere ? "a part of the file" : "no file"), and \(old.sent.lines.count) sent
          """)
      }
    }
  }

  @Test
  func
    `close sets no property of the queue, not even for a moment, and leaves its other operations unchanged`()
    async
  {
    await inOwnProcess {
      for isSuspended in [true, false] {
        withFile { file in
          let (begun, mayEnd, ran, changes) = (Milestone(), Milestone(), Notes(), Notes())
          let fixture = Fixture()
          let queue = fixture.queue
          let other = MiniBlockOperation {
            begun.reach()
            mayEnd.wait()
            ran("the other operation")
          }
          queue.addOperation(other)
          Outbox(queue) { ran($0.text) }.add(Message("another outbox's message"))
          if !isSuspended {
            queue.isSuspended = false
            begun.wait()
          }
          fixture.outbox.add(Message("a"))
          let observations = [
            queue.observe(\.isSuspended) { _, _ in changes("isSuspended") },
            queue.observe(\.maxConcurrentOperationCount) { _, _ in changes("maxConcurrentOperationCount") },
          ]
          let isClosed = returns { changes(fixture.outbox.closing(file)) }
          for observation in observations { observation.invalidate() }
          mayEnd.reach()
          fixture.sendAll()
          let state = isSuspended ? "suspended" : "running another operation"
          let end = isClosed ? "" : ", and a close that does not return: does it wait for all operations?"
          expect(
            isClosed && changes.lines == ["1"],
            """
            close, with one message in a queue that is \(state): expected it to return 1 and set no property \
            of the queue, got \(changes.text)\(end)
            """)
          expect(
            ran.lines == ["the other operation", "another outbox's message"],
            """
            expected the other operation and the other outbox's message not to be cancelled or saved, got \
            \(ran.text)
            """)
        }
      }
    }
  }

  @Test func `If close is called while the queue sends, each message is sent exactly once`() async {
    await inOwnProcess { for closing in [Closing.close, .failingClose] { expectNothingLost(closing) } }
  }
}
