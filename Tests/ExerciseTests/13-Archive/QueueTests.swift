import ExerciseSupport
import Foundation
import MiniOperations
import Testing

@testable import Exercise13

extension `Save and restore` {
  @Test func `What was restored can be saved and restored again, also by the same desk`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        withFile { file in
          let (old, new) = (DeskFixture(isSuspended: true), DeskFixture(isSuspended: true))
          for text in ["a", "b", "c"] { old.desk.add(Letter(text)) }
          var steps = [old.desk.closing(file), new.desk.restoring(file)]
          new.desk.add(Letter("d"))
          for _ in 1...2 { steps += [new.desk.closing(file), new.desk.restoring(file)] }
          new.sendAll()
          steps.append(new.desk.closing(file))
          let expected =
            ["3 saved", "3 restored"] + ["4 saved", "4 restored", "4 saved", "4 restored", "0 saved"]
          expect(
            steps == expected && new.sent.lines == ["a", "b", "c", "d"],
            """
            expected \(expected.joined(separator: ", ")), and a to d sent before the last save, got \
            \(steps.joined(separator: ", ")), sent: \(new.sent.text). Is a letter from a file like any other, and \
            does a closed desk work as before?
            """)
        }
      }
    }
    judge(end)
  }

  @Test func `The queue and the other operations in it stay as their owner has set them`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        guard DeskAction.areSafe(.close, .setTheQueue) else { return }
        for isSuspended in [true, false] {
          withFile { file in
            let (begun, mayEnd, closed) = (Milestone(), Milestone(), Milestone())
            let (ran, results) = (Notes(), Notes())
            let fixture = DeskFixture(isSuspended: isSuspended)
            let other = MiniBlockOperation {
              ran("the other operation ran")
              begun.reach()
              mayEnd.wait()
            }
            fixture.queue.addOperation(other)
            if !isSuspended { begun.wait() }
            let neighbour = Desk(fixture.queue) { ran("\($0.text) was sent") }
            neighbour.add(Letter("a letter of another desk"))
            fixture.desk.add(Letter("a"))
            let observations = [
              fixture.queue.observe(\.isSuspended) { queue, _ in
                results("isSuspended was set to \(queue.isSuspended)")
              },
              fixture.queue.observe(\.maxConcurrentOperationCount) { queue, _ in
                results("the limit was set to \(queue.maxConcurrentOperationCount)")
              },
            ]
            let folder = file.appending(path: "no such folder")
            Threads.start(named: "closing") {
              results(fixture.desk.closing(folder))
              results("suspended: \(fixture.queue.isSuspended)")
              results(fixture.desk.closing(file))
              closed.reach()
            }
            let isClosed = closed.wait()
            let queue = fixture.queue
            results("suspended: \(queue.isSuspended), limit \(queue.maxConcurrentOperationCount)")
            if other.isCancelled { results("the other operation was cancelled") }
            results(isSuspended ? ran.text : "")
            for observation in observations { observation.invalidate() }
            mayEnd.reach()
            fixture.sendAll()
            results(ran.text)
            let expected = [
              "an error", "suspended: \(isSuspended)", "1 saved", "suspended: \(isSuspended), limit 1",
              isSuspended ? "nothing" : "",
              "the other operation ran, a letter of another desk was sent",
            ]
            expect(
              isClosed && results.lines == expected,
              """
              expected a queue \(isSuspended ? "that was suspended" : "in which another operation runs") to be as \
              before, after a close that failed and one that did not, \(expected.joined(separator: ", ")), got \
              \(results.text)\(isClosed ? "" : ", and a close that does not return"): does the desk change, cancel, \
              save or wait for what is not its own, if only for a moment?
              """)
          }
        }
      }
    }
    judge(end)
  }

  @Test func `When its owner resumes the queue meanwhile, each letter is sent exactly once`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        withFile { file in
          let sign = Sign()
          let (old, new) = (DeskFixture(isSuspended: true) { _ in sign.give() }, DeskFixture())
          let (texts, added) = (["a", "b", "c"], Notes())
          // An observer may use the desk, also while the desk adds a letter or cancels one.
          let addAnother: @Sendable (String) -> Void = { [desk = old.desk] text in
            guard !added.lines.contains(text) else { return }
            added(text)
            desk.add(Letter(text))
          }
          let counting = old.queue.observe(\.operationCount) { _, _ in addAnother("d") }
          let operations = texts.map { old.desk.add(Letter($0)) }
          // Whichever is cancelled first, the others may begin while it is.
          let observations = operations.map { operation in
            operation.observe(\.isCancelled) { [queue = old.queue] _, _ in
              queue.isSuspended = false
              addAnother("e")
              sign.waitForAWhile()
            }
          }
          let saved = old.desk.closing(file)
          for observation in observations + [counting] { observation.invalidate() }
          let restored = new.desk.restoring(file)
          old.sendAll()
          new.sendAll()
          let sent = old.sent.lines + new.sent.lines
          expect(
            sent.sorted() == (texts + added.lines).sorted(),
            """
            expected a, b and c, and \(added.text), which observers add, to be sent once each, though the queue is \
            resumed while they are saved, got \(saved), \(restored), sent before: \(old.sent.text), afterwards: \
            \(new.sent.text). Can a letter begin after the check whether it has begun?
            """)
        }
      }
    }
    judge(end)
  }

  @Test func `As many letters are sent at the same time as the queue's limit allows`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let (begun, met) = (Milestone(), Notes())
        let fixture = DeskFixture(isSuspended: true, atATime: 2) { letter in
          begun.reach()
          if begun.wait(for: 2) { met(letter.text) }
        }
        for text in ["a", "b"] { fixture.desk.add(Letter(text)) }
        let count = fixture.queue.operationCount
        expect(count == 2, "expected two operations in the queue, got \(count)")
        guard count == 2 else { return }
        fixture.queue.isSuspended = false
        begun.wait(for: 2)
        fixture.sendAll()
        expect(
          met.lines.sorted() == ["a", "b"],
          """
          expected the second letter to be begun while the first is being sent, at a limit of 2, got that of \
          \(met.text): is a lock held while a letter is sent?
          """)
      }
    }
    judge(end)
  }
}
