import ExerciseSupport
import Foundation
import MiniOperations
import Synchronization
import Testing

@testable import Exercise13

extension `Save and restore` {
  @Test func `A file that cannot be read is an error and stays where it is`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        try withFile { file in
          let (old, new) = (DeskFixture(isSuspended: true), DeskFixture(isSuspended: true))
          for text in ["a", "b", "c"] { old.desk.add(Letter(String(repeating: text, count: 100))) }
          let saved = old.desk.closing(file)
          let whole = (try? Data(contentsOf: file)) ?? Data()
          // In the middle of the second letter.
          try whole.prefix(whole.count / 2).write(to: file)
          let restored = new.desk.restoring(file)
          let operations = new.queue.operationCount
          let folder = file.deletingLastPathComponent().path
          let left = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
          let isAsItWas = (try? Data(contentsOf: file)) == whole.prefix(whole.count / 2)
          // Its place can be used again.
          try whole.write(to: file)
          let restoredThen = new.desk.restoring(file)
          expect(
            saved == "3 saved" && restored == "an error" && operations == 0,
            """
            expected an error and no operations from a file that was cut off, got \(saved), then \(restored) and \
            \(operations) operations
            """)
          expect(
            left == [file.lastPathComponent] && isAsItWas && restoredThen == "3 restored",
            """
            expected the file and nothing else to stay, as it was, so that it can be inspected, and a whole file in its \
            place to be restored, got \(left), \(isAsItWas ? "as it was" : "changed"), then \(restoredThen)
            """)
        }
      }
    }
    judge(end)
  }

  @Test func `When the file cannot be written, the desk continues to send`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        withFile { file in
          let letters = Log<Letter>()
          let old = DeskFixture(isSuspended: true) { letters.add($0) }
          for text in ["c", "d", "e", "f"] { old.desk.add(Letter(text)) }
          for text in ["a", "b"] { old.desk.add(Letter(text, priority: 8)) }
          let saved = old.desk.closing(file.appending(path: "no such folder"))
          for text in ["g", "h"] { old.desk.add(Letter(text)) }
          old.sendAll()
          let urgent = ["a", "b"].map { Letter($0, priority: 8) }
          let expected = urgent + ["c", "d", "e", "f", "g", "h"].map { Letter($0) }
          expect(
            saved == "an error" && letters.entries == expected,
            """
            expected an error, and a and b, which are urgent, c to f, and g and h, which were added afterwards, to be \
            sent all the same, as they were, got \(saved), sent: \(letters.text). What has happened to the operations \
            by the time the file is written, and what does the desk remember of a close that failed?
            """)
        }
      }
    }
    judge(end)
  }

  @Test func `A file that cannot be written completely does not exist`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        withFile { file in
          let old = DeskFixture(isSuspended: true)
          let texts = ["a", "b", "c"].map { String(repeating: $0, count: 4000) }
          for text in texts { old.desk.add(Letter(text)) }
          let saved = withFilesUpTo(bytes: 4096) { old.desk.closing(file) }
          let isThere = FileManager.default.fileExists(atPath: file.path)
          expect(
            saved == "an error" && !isThere,
            """
            expected an error and no file where there was no room for the whole, got \(saved) and \
            \(isThere ? "a part of one" : "none"): under what name is it written, and when does it get its own?
            """)
          old.sendAll()
          expect(
            old.sent.lines == texts,
            "expected 3 letters to be sent all the same, in their order, got \(old.sent.lines.count)")
        }
      }
    }
    judge(end)
  }

  @Test func `Texts and priorities come back as they were`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        var dice = Dice()
        // What separates or ends a text in some format.
        let texts = [
          "", " a ", "\n", "\r\n", "\t|,;", "\0", "\u{1E}\u{1F}", "</string>", "e\u{301}", "👩‍👩‍👧",
        ]
        for round in 0..<20 {
          withFile { file in
            // There is none of the last five numbers, so these are sent among the normal ones.
            let priorities = [-8, -4, 0, 4, 8, 3, -5, 100, .max, .min]
            let letters = (0..<(round == 0 ? 300 : dice.roll(1...12))).map { number in
              Letter(
                dice.once(in: 2) ? texts[dice.roll(0...9)] : "\(number) \"né\\\n\(dice.next())",
                priority: priorities[dice.roll(0...9)])
            }
            let back = Log<Letter>()
            let (old, new) = (DeskFixture(isSuspended: true), DeskFixture(isSuspended: true) { back.add($0) })
            for letter in letters { old.desk.add(letter) }
            _ = old.desk.closing(file)
            _ = new.desk.restoring(file)
            new.sendAll()
            // The most urgent first, among equals in their order.
            let expected = [[8], [4], [0, 3, -5, 100, .max, .min], [-4], [-8]].flatMap { numbers in
              letters.filter { numbers.contains($0.priority) }
            }
            // By their bytes: == takes an accent of its own and one that is part of a letter for the same.
            let areTextsRight =
              back.entries.map { Array($0.text.utf8) } == expected.map { Array($0.text.utf8) }
            expect(
              back.entries == expected && areTextsRight,
              """
              expected \(letters.count) letters as they were, in the order of their priorities, \
              \(expected.map(\.priority)), got \(back.entries.map(\.priority)), the texts \
              \(areTextsRight ? "right" : "not so") (seed \(dice.seed)): is \
              everything in the file that the operation is made of?
              """)
          }
        }
      }
    }
    judge(end)
  }

  @Test func `Saved at any moment, each letter is sent exactly once`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        // One pair at a time: the first that goes wrong is reported, and the process ends.
        guard DeskAction.areSafe(.add, .add), DeskAction.areSafe(.add, .send),
          DeskAction.areSafe(.close, .send),
          DeskAction.areSafe(.failToClose, .send),
          DeskAction.areSafe(.failToClose, .send, thenCancelled: true),
          DeskAction.areSafe(.close, .close), DeskAction.areSafe(.failToClose, .close),
          DeskAction.areSafe(.close, .add), DeskAction.areSafe(.failToClose, .add),
          DeskAction.areSafe(.close, .restore),
          DeskAction.areSafe(.close, .cancel), DeskAction.areSafe(.failToClose, .cancel),
          aLetterThatIsAddedMeanwhileIsSent()
        else { return }
        var dice = Dice()
        for round in 0..<60 {
          let isFine = withFileResult { file in
            let count = dice.roll(5...40)
            let (limit, moment) = (dice.roll(1...3), dice.roll(1...count))
            let reached = Milestone()
            let old = DeskFixture(atATime: limit) { _ in reached.reach() }
            let new = DeskFixture(atATime: limit)
            let texts = (0..<count).map { "\(dice.seed)-\($0)" }
            let probe = old.desk.add(Letter(texts[0]))
            expect(
              old.queue.empties() && probe.isFinished, "expected the first letter to be sent, got nothing")
            guard probe.isFinished else { return false }
            for text in texts.dropFirst() { old.desk.add(Letter(text)) }
            reached.wait(for: moment)
            // Sometimes it fails first, and what was held back for the file is sent after all.
            if dice.once(in: 2) { _ = old.desk.closing(file.appending(path: "no such folder")) }
            let saved = old.desk.closing(file)
            _ = new.desk.restoring(file)
            old.sendAll()
            new.sendAll()
            let sent = old.sent.lines + new.sent.lines
            expect(
              sent.sorted() == texts.sorted(),
              """
              expected \(count) letters to be sent once each, got \(sent.count), \(Set(sent).count) of them \
              different (\(saved), round \(round), seed \(dice.seed)). A queue that was suspended may have \
              chosen an operation already: what checks last whether a letter was saved?
              """)
            return sent.sorted() == texts.sorted()
          }
          if !isFine { return }
        }
      }
    }
    judge(end)
  }

  @Test func `Nothing is kept of a desk that was closed`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        for story in ["was closed", "could not be closed", "was closed from inside send", "was restored"] {
          withFile { file in
            weak var desk: Desk?
            weak var sent: Notes?
            var saved = ""
            do {
              let itself = Synchronization.Mutex<Desk?>(nil)
              let fixture = DeskFixture { letter in
                guard story == "was closed from inside send", letter.text == "closing" else { return }
                _ = itself.withLock { $0.take() }?.closing(file.appendingPathExtension("inside"))
              }
              (desk, sent) = (fixture.desk, fixture.sent)
              itself.withLock { $0 = fixture.desk }
              fixture.desk.add(Letter("closing"))
              fixture.sendAll()
              itself.withLock { $0 = nil }
              fixture.queue.isSuspended = true
              fixture.desk.add(Letter("a"))
              fixture.desk.add(Letter("cancelled")).cancel()
              if story == "could not be closed" {
                _ = fixture.desk.closing(file.appending(path: "no such folder"))
              } else {
                saved = fixture.desk.closing(file)
              }
              if story == "was restored" { _ = fixture.desk.restoring(file) }
              fixture.sendAll()
            }
            expect(
              saved == (story == "could not be closed" ? "" : "1 saved"),
              "expected one letter to be saved, got \(saved)")
            expect(
              desk == nil && sent == nil,
              """
              expected a desk that \(story), and what its send holds, to be freed when one letter was sent, one saved or \
              sent and one cancelled, got \(desk == nil ? "its send" : "the desk") alive: does it keep operations that \
              keep it?
              """)
          }
        }
      }
    }
    judge(end)
  }
}

/// As `withFile`, for a body that says how it went.
private func withFileResult(_ body: (URL) -> Bool) -> Bool {
  var isFine = false
  withFile { isFine = body($0) }
  return isFine
}
