import ExerciseSupport
import Foundation
import MiniOperations
import Synchronization
import Testing

@testable import Exercise13

extension `Save and restore` {
  @Test func `Closing returns when nothing is being sent any more`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        guard DeskAction.areWaitedFor() else { return }
        // Two at the same time, each with a file of its own; the end of the letter is news for both.
        for closers in [
          ["another desk's send", "another operation of the queue"],
          ["a thread of its own", "another thread"],
        ] {
          withFile { file in
            let (begun, mayEnd, sign, closed) = (Milestone(), Milestone(), Sign(), Milestone())
            let old = DeskFixture(atATime: 2) { _ in
              begun.reach()
              mayEnd.wait()
            }
            // A letter from a file is like any other.
            old.take(["a"], from: closers[0] == "a thread of its own" ? file : nil)
            let operation = old.queue.operations.first
            // It stays in the queue until it may end. A desk that has added nothing is not waited for.
            let hasBegun = old.queue.operationCount == 1 && begun.wait()
            expect(hasBegun, "expected the letter to be sent, got nothing")
            guard hasBegun else { return }
            // Too late to stop it, and no reason not to wait for it.
            operation?.cancel()
            let close: @Sendable (String) -> Void = { closer in
              _ = old.desk.closing(file.deletingLastPathComponent().appending(path: closer))
              closed.reach()
              sign.give()
            }
            let other = DeskFixture { close($0.text) }
            for closer in closers {
              if closer == "another desk's send" {
                other.desk.add(Letter(closer))
              } else if closer == "another operation of the queue" {
                old.queue.addOperation { close(closer) }
              } else {
                Threads.start(named: closer) { close(closer) }
              }
            }
            sign.waitForAWhile()
            let early = closed.count
            mayEnd.reach()
            let areClosed = closed.wait(for: closers.count)
            expect(
              early == 0 && areClosed && old.sent.lines == ["a"],
              """
              expected close, called from \(closers.joined(separator: " and ")), to return when the letter that was \
              being sent has been sent, got \(early) that returned before and \(closed.count - early) afterwards, \
              sent: \(old.sent.text). The process may end when the desk is closed: which letters does close wait \
              for, and does the end of one wake every thread that waits for it?
              """)
          }
        }
      }
    }
    judge(end)
  }

  @Test func `A desk can be closed from inside send`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        guard DeskAction.areSafe(.close, .sendAndClose), DeskAction.areSafe(.close, .sendAndCloseAnother)
        else { return }
        // One letter is being sent, or two, each of which closes the desk when both have begun; at first it fails.
        for (closers, isRestored) in [(["a"], false), (["a"], true), (["a", "b"], false)] {
          withFile { file in
            let (results, begun, folder) = (Notes(), Milestone(), file.deletingLastPathComponent())
            let itself = Synchronization.Mutex<Desk?>(nil)
            let (old, new) = (
              DeskFixture(isSuspended: true, atATime: closers.count) { letter in
                guard closers.contains(letter.text), let desk = itself.withLock({ $0 }) else { return }
                begun.reach()
                begun.wait(for: closers.count)
                results(desk.closing(folder.appending(path: "no such folder/\(letter.text)")))
                results(desk.closing(folder.appending(path: letter.text)))
              }, DeskFixture()
            )
            itself.withLock { $0 = old.desk }
            old.take(["a", "b", "c"], from: isRestored ? file : nil)
            old.sendAll()
            itself.withLock { $0 = nil }
            for closer in closers { _ = new.desk.restoring(folder.appending(path: closer)) }
            new.sendAll()
            // Of two, the first one to come saves the rest.
            let expected =
              closers.count == 1 ? ["2 saved", "an error"] : ["0 saved", "1 saved", "an error", "an error"]
            let rest = ["a", "b", "c"].dropFirst(closers.count)
            expect(
              results.lines.sorted() == expected && old.sent.lines.sorted() == closers
                && new.sent.lines == Array(rest),
              """
              expected \(rest.joined(separator: " and ")) to be saved while \(closers.joined(separator: " and ")) \
              is being sent, which closes the desk, first with a file that cannot be written, and is sent to its end, \
              got \(results.text), sent before: \(old.sent.text), afterwards: \(new.sent.text). Does close wait for the \
              letter from which it is called, or for another one that waits for it?
              """)
          }
        }
      }
    }
    judge(end)
  }

  @Test func `After a file that could not be written, a letter can still be cancelled`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        withFile { file in
          let old = DeskFixture(isSuspended: true)
          let operations = ["a", "b"].map { old.desk.add(Letter($0)) }
          let saved = old.desk.closing(file.appending(path: "no such folder"))
          let wereCancelled = operations.contains { $0.isCancelled }
          operations[0].cancel()
          old.sendAll()
          expect(
            saved == "an error" && !wereCancelled && old.sent.lines == ["b"]
              && operations.allSatisfy(\.isFinished),
            """
            expected an error, and a, which is cancelled afterwards, not to be sent, got \(saved), sent: \
            \(old.sent.text)\(wereCancelled ? "; the operations were cancelled before" : ""). Do the operations \
            that add has returned still stand for the letters?
            """)
        }
      }
    }
    judge(end)
  }

  @Test func `Equal letters are still separate letters`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        withFile { file in
          let (old, new) = (DeskFixture(), DeskFixture())
          old.desk.add(Letter("a"))
          old.sendAll()
          old.queue.isSuspended = true
          let operations = (1...4).map { _ in old.desk.add(Letter("a")) }
          operations[1].cancel()
          let saved = old.desk.closing(file)
          let restored = new.desk.restoring(file)
          old.sendAll()
          new.sendAll()
          expect(
            saved == "3 saved" && restored == "3 restored" && old.sent.lines == ["a"]
              && new.sent.lines == ["a", "a", "a"],
            """
            expected three of four equal letters to be saved, the fourth being cancelled, though another one \
            was sent before, got \(saved), \(restored), sent before: \(old.sent.text), afterwards: \
            \(new.sent.text). Is a letter identified by its content?
            """)
        }
        // Which of two equal ones is cancelled: the later of those that wait, and one that is saved already.
        withFile { file in
          let (old, new) = (DeskFixture(isSuspended: true), DeskFixture())
          let operations = ["a", "b", "a"].map { old.desk.add(Letter($0)) }
          operations[2].cancel()
          let saved = old.desk.closing(file)
          old.desk.add(Letter("b"))
          operations[1].cancel()
          _ = new.desk.restoring(file)
          for fixture in [old, new] { fixture.sendAll() }
          expect(
            saved == "2 saved" && new.sent.lines == ["a", "b"] && old.sent.lines == ["b"],
            """
            expected a and b to be saved in their order where an equal a behind them is cancelled, and a b that is added \
            afterwards to be sent although the operation of the saved one is cancelled, got \(saved), sent afterwards: \
            \(new.sent.text), by the old desk: \(old.sent.text). Does a cancel look for its letter by its content?
            """)
        }
      }
    }
    judge(end)
  }

  @Test func `A released desk takes no letter with it, and no letter keeps it alive`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        for story in ["was added", "was restored", "is left after a close that failed"] {
          withFile { file in
            let (workers, box) = (SteppedWorkers(), Notes())
            let queue = MiniOperationQueue(workers: workers)
            weak var desk: Desk?
            weak var kept: Notes?
            do {
              let sent = Notes()
              let one = Desk(queue) { letter in
                sent(letter.text)
                box(letter.text)
              }
              (desk, kept) = (one, sent)
              if story == "was restored" {
                _ = DeskFixture(["a"]).desk.closing(file)
                _ = one.restoring(file)
              } else {
                one.add(Letter("a"))
              }
              one.add(Letter("cancelled")).cancel()
              if story.hasSuffix("failed") { _ = one.closing(file.appending(path: "no such folder")) }
            }
            let isFreed = desk == nil
            // One of the next desks may have the same address; none of them has letters yet.
            let desks = (1...9).map { _ in Desk(queue) { _ in } }
            let next = desks.enumerated().map { $1.closing(file.appendingPathExtension("\($0)")) }
            workers.run()
            expect(
              isFreed && next.allSatisfy { $0 == "0 saved" } && box.lines == ["a"],
              """
              expected a desk to be freed while its queue has a letter that \(story), which is not a later desk's and \
              is sent, got a desk that is \(isFreed ? "freed" : "kept"), \(next.first { $0 != "0 saved" } ?? "0 saved") by the next one, sent: \
              \(box.text). What does an operation need of the desk, and what says whose it is?
              """)
            expect(
              kept == nil,
              """
              expected what send holds to be freed when no letter is left in the queue, where one \(story) and one was \
              cancelled, got it alive: do the operations and what they share hold each other?
              """)
          }
        }
      }
    }
    judge(end)
  }
}
