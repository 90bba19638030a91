import ExerciseSupport
import Explorer
import Foundation
import MiniOperations
import Testing

@testable import Exercise13

@Suite(.serialized, .requirements) struct Depth {
  @Test func `close returns after every message whose sending has begun has been sent`() async {
    await inOwnProcess {
      everyOrder(
        "close while a restored message and another one are being sent",
        cause: "which messages does close wait for: all that are being sent, or one of them?",
        settings: Settings(.exhaustive(preemptions: 0))
      ) { scene in
        let (workers, mayEnd, sent) = (SteppedWorkers(), Flag("may end"), Notes())
        let begun = ["a": Flag("a is being sent"), "b": Flag("b is being sent")]
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        _ = Fixture(["a"]).outbox.closing(file)
        let outbox = Outbox(MiniOperationQueue(workers: workers)) { message in
          begun[message.text]?.raise()
          mayEnd.wait()
          sent(message.text)
        }
        _ = outbox.restoring(file)
        outbox.add(Message("b"))
        scene.thread("worker 1") { workers.run() }
        scene.thread("worker 2") {
          begun["a"]?.wait()
          workers.run()
        }
        scene.thread("closing") {
          for text in ["a", "b"] { begun[text]?.wait() }
          mayEnd.raise()
          _ = outbox.closing(file)
          // Its lock tells the Explorer that the order of this line and of the same one above matters.
          mayEnd.wait()
          scene.expect(sent.lines.count == 2, "a and b have been sent when close returns (got \(sent.text))")
        }
        scene.finally { try? FileManager.default.removeItem(at: file) }
      }
    }
  }

  @Test func `restore throws and adds nothing if the file cannot be removed or another outbox restores it`()
    async
  {
    await inOwnProcess {
      withFile { file in
        _ = Fixture(["a"]).outbox.closing(file)
        let descriptor = open(file.path, O_RDONLY)
        let new = Fixture()
        // By this name the file can be read, but neither renamed nor removed.
        let result = new.outbox.restoring(URL(filePath: "/dev/fd/\(descriptor)"))
        expect(
          result == "an error" && new.queue.operationCount == 0,
          """
          restore a file that can be read and not removed: expected an error and no operation, got \(result) \
          and \(new.operations). Is a message added before the file is removed, or although it cannot be?
          """)
        close(descriptor)
      }
      everyOrder(
        "two outboxes restore one file", cause: "does a message come into the queue before the file is gone?",
        settings: Settings(.exhaustive(preemptions: 1))
      ) { scene in
        let (workers, results) = (SteppedWorkers(), Notes())
        let queue = MiniOperationQueue(workers: workers)
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        _ = Fixture(["a"]).outbox.closing(file)
        for name in ["A", "B"] {
          let outbox = Outbox(queue) { _ in }
          scene.thread(name) {
            _ = queue.operationCount
            results(outbox.restoring(file))
          }
        }
        scene.finally {
          scene.expect(
            results.lines.sorted() == ["1", "an error"] && queue.operationCount == 1,
            """
            one restore returns 1, the other one throws (got \(results.text), \
            \(counted(queue.operationCount)))
            """)
          workers.run()
        }
      }
    }
  }

  @Test
  func
    `After a failed close, the operations that add returned still send and can be cancelled, in every order`()
    async
  {
    await inOwnProcess {
      for isCancelled in [false, true] { expectNothingLost(.failingClose, thenCancelled: isCancelled) }
    }
  }

  @Test func `Messages do not retain the outbox, and releasing the outbox loses no message`() async {
    await inOwnProcess {
      withFile { file in
        for story in ["was added", "was restored", "was saved", "could not be saved"] {
          let (workers, sent) = (SteppedWorkers(), Notes())
          let queue = MiniOperationQueue(workers: workers)
          weak var outbox: Outbox?
          weak var captured: Notes?
          do {
            let inner = Notes()
            let one = Outbox(queue) { message in
              inner(message.text)
              sent(message.text)
            }
            (outbox, captured) = (one, inner)
            if story == "was restored" {
              _ = Fixture(["a"]).outbox.closing(file)
              _ = one.restoring(file)
            } else {
              one.add(Message("a"))
            }
            one.add(Message("cancelled")).cancel()
            if story == "was saved" { _ = one.closing(file) }
            if story == "could not be saved" { _ = one.closing(file.appending(path: "no such folder")) }
          }
          let isReleased = outbox == nil
          // One of the next may have the same address; none of them has a message yet.
          let next = (1...9).map { _ in Outbox(queue) { _ in } }.enumerated().map {
            $1.closing(file.appendingPathExtension("\(story) \($0)"))
          }
          workers.run()
          let expected = story == "was saved" ? [] : ["a"]
          expect(
            isReleased && captured == nil && Set(next) == ["0"] && sent.lines == expected,
            """
            release the outbox when the message a \(story): expected the outbox to be released, \
            \(expected.count) sent by the queue, the captures of send to be released then, and 0 from close \
            of a later outbox, got an outbox that is \(isReleased ? "released" : "alive"), \(sent.text) \
            sent, captures that are \(captured == nil ? "released" : "alive"), and \(next.max() ?? "") from \
            close
            """)
        }
      }
    }
  }
}
