import ExerciseSupport
import Foundation
import MiniOperations
import Testing

@testable import Exercise13

@Suite(.serialized, .requirements) struct `Save and restore` {
  @Test func `Remaining letters are saved, and sent by the desk that restores them`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        withFile { file in
          let (old, new) = (DeskFixture(isSuspended: true), DeskFixture())
          let operations = ["a", "b", "c"].map { old.desk.add(Letter($0)) }
          // The owner lets one wait for something else; it has not begun either.
          let other = MiniBlockOperation {}
          operations[1].addDependency(other)
          let saved = old.desk.closing(file)
          expect(
            saved == "3 saved", "expected 3 letters to be saved, one of which is not ready, got \(saved)")
          other.start()
          old.sendAll()
          expect(
            old.sent.lines.isEmpty && old.queue.operationCount == 0,
            """
            expected nothing to be sent by the old desk once it was saved, got \(old.sent.text): what becomes of \
            the operations whose letters are in the file?
            """)
          let restored = new.desk.restoring(file)
          new.sendAll()
          expect(
            restored == "3 restored" && new.sent.lines == ["a", "b", "c"],
            "expected a, b and c to be restored and sent in their order, got \(restored), sent \(new.sent.text)"
          )
          let folder = file.deletingLastPathComponent().path
          let left = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
          expect(
            left.isEmpty,
            "expected the file to be gone once it was restored, got \(left.count) left, under whatever name")
        }
      }
    }
    judge(end)
  }

  @Test func `A letter that was sent is not saved`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        withFile { file in
          let (old, new) = (DeskFixture(), DeskFixture())
          old.desk.add(Letter("a"))
          old.sendAll()
          old.queue.isSuspended = true
          old.desk.add(Letter("b"))
          let saved = old.desk.closing(file)
          _ = new.desk.restoring(file)
          new.sendAll()
          expect(
            saved == "1 saved" && old.sent.lines == ["a"] && new.sent.lines == ["b"],
            """
            expected a to be sent before and b afterwards, got \(saved), sent before: \(old.sent.text), \
            afterwards: \(new.sent.text)
            """)
        }
      }
    }
    judge(end)
  }

  @Test func `A letter that is being sent is sent to its end and not saved`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        withFile { file in
          let (begun, mayEnd, sign, closed) = (Milestone(), Milestone(), Sign(), Milestone())
          let results = Notes()
          let old = DeskFixture { letter in
            guard letter.text == "a" else { return }
            begun.reach()
            mayEnd.wait()
          }
          old.queue.isSuspended = true
          old.desk.add(Letter("a"))
          let other = old.desk.add(Letter("b"))
          expect(old.queue.operationCount == 2, "expected two operations, got \(old.queue.operationCount)")
          guard old.queue.operationCount == 2 else { return }
          old.queue.isSuspended = false
          begun.wait()
          // The first continues until the desk has decided about the second.
          let observation = other.observe(\.isCancelled) { _, _ in sign.give() }
          Threads.start(named: "closing") {
            results(old.desk.closing(file))
            sign.give()
            closed.reach()
          }
          sign.waitForAWhile()
          mayEnd.reach()
          let isClosed = closed.wait()
          observation.invalidate()
          let new = DeskFixture()
          _ = new.desk.restoring(file)
          new.sendAll()
          old.sendAll()
          let sent = old.sent.lines + new.sent.lines
          expect(
            isClosed && old.sent.lines.contains("a") && sent.sorted() == ["a", "b"],
            """
            expected a, which was being sent, to be sent by the old desk, and each letter to be sent once, got \
            \(results.text), sent before: \(old.sent.text), afterwards: \(new.sent.text)
            """)
        }
      }
    }
    judge(end)
  }

  @Test func `A cancelled letter is neither saved nor sent`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        withFile { file in
          let (old, new) = (DeskFixture(isSuspended: true), DeskFixture())
          // One by its owner, and one by the owner of the queue, before a is added.
          old.desk.add(Letter("c"))
          old.queue.cancelAllOperations()
          old.desk.add(Letter("a"))
          old.desk.add(Letter("b")).cancel()
          let saved = old.desk.closing(file)
          _ = new.desk.restoring(file)
          old.sendAll()
          new.sendAll()
          expect(
            saved == "1 saved" && new.sent.lines == ["a"] && old.sent.lines.isEmpty,
            "expected a alone to be saved and sent afterwards, got \(saved), sent: \(new.sent.text)")
        }
      }
    }
    judge(end)
  }

  @Test func `A file is restored once, even by two desks at the same time`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        // So long that both have read it before either comes further.
        let long = String(repeating: "long \" letter\n", count: 40_000)
        for round in 0..<6 {
          withFile { file in
            let text = round == 0 ? "a" : long
            let old = DeskFixture(isSuspended: true)
            old.desk.add(Letter(text))
            let saved = old.desk.closing(file)
            let (first, second, here, both) = (DeskFixture(), DeskFixture(), Milestone(), Milestone())
            for fixture in [first, second] {
              Threads.start(named: "restoring") {
                here.reach()
                here.wait(for: 2)
                if round > 0 { _ = fixture.desk.restoring(file) }
                both.reach()
              }
            }
            both.wait(for: 2)
            // In the first round one after the other.
            let late = first.desk.restoring(file) + ", " + second.desk.restoring(file)
            for fixture in [first, second] { fixture.sendAll() }
            let sent = first.sent.lines + second.sent.lines
            expect(
              saved == "1 saved" && sent == [text]
                && late == (round == 0 ? "1 restored, an error" : "an error, an error"),
              """
              expected a letter to be sent once, whether two restore the file one after the other or at the same \
              time, got \(saved), then \(late), sent \(sent.count) times, round \(round). Is the file removed \
              once it has been read, and which desk adds the letters if two have read it?
              """)
          }
        }
        // Often, because the third may come too late when the others have both processors.
        for _ in 0..<16 { replaceWhileItIsRead(long + long) }
      }
    }
    judge(end)
  }
}

/// While two desks restore one file, the second a little later, a third saves to its place as soon as it is gone.
private func replaceWhileItIsRead(_ long: String) {
  withFile { file in
    let early = file.appendingPathExtension("early")
    let half = "half " + long.prefix(long.count / 2)
    _ = DeskFixture([half]).desk.closing(early)
    _ = DeskFixture([long]).desk.closing(file)
    let (first, second, third, last) = (DeskFixture(), DeskFixture(), DeskFixture(["c"]), DeskFixture())
    let (here, ended) = (Milestone(), Milestone())
    let saved = Notes()
    let steps: [@Sendable () -> Void] = [
      { _ = first.desk.restoring(file) },
      // This desk is in the middle of its reading when the first has read.
      { _ = (second.desk.restoring(early), second.desk.restoring(file)) },
    ]
    for step in steps {
      Threads.start(named: "restoring") {
        here.reach()
        here.wait(for: 3)
        step()
        ended.reach()
      }
    }
    Threads.start(named: "closing") {
      here.reach()
      here.wait(for: 3)
      while FileManager.default.fileExists(atPath: file.path), ended.count < 2 { sched_yield() }
      saved(third.desk.closing(file))
      ended.reach()
    }
    ended.wait(for: 3)
    _ = last.desk.restoring(file)
    let sent = [first, second, third, last].flatMap { fixture in
      fixture.sendAll()
      return fixture.sent.lines
    }
    expect(
      saved.lines == ["1 saved"] && sent.sorted() == ["c", half, long].sorted(),
      """
      expected three letters to be sent once each where a desk saves its letter to a place while another one \
      restores the file that lay there, got \(saved.text), then \(sent.map { $0.prefix(4) }) sent: can the file \
      that is removed be another one than the file that was read?
      """)
  }
}
