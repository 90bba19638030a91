import ExerciseSupport
import MiniOperations
import Synchronization
import Testing

@testable import Exercise03

extension `A concurrent operation` {
  @Test func `Each change is announced once, and observers of the end see that it no longer executes`()
    async
  {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let late = LateWork()
        let operation = Transfer(work: late.work())
        let announcements = Announcements(of: operation)
        _ = returns { operation.start() }
        late.sayDone()
        announcements.end()
        expect(
          announcements.areWhole,
          """
          expected isExecuting to become true and false again and isFinished to become true, each \
          announced once and never both true, got \(announcements.notes.text): which is changed first, which is announced \
          first, and how are the keys spelled?
          """)
        for story in [
          "the work is done later", "the work is done at once", "it was cancelled before its start",
        ] {
          let late = LateWork()
          let atOnce: Transfer.Work = { done in done() }
          let operation = Transfer(work: story.hasSuffix("at once") ? atOnce : late.work())
          let watch = Watch(operation)
          if story.hasPrefix("it was cancelled") { operation.cancel() }
          _ = returns { operation.start() }
          late.sayDone()
          watch.end()
          expect(
            watch.surprises.lines.isEmpty && operation.isFinished,
            """
            expected a value to change between willChangeValue and didChangeValue of its own key and at no other time, \
            and an end, where \(story), got \(watch.surprises.text), and \(operation.shown): is one of the two computed \
            from something that changes sooner?
            """)
        }
      }
    }
    judge(end)
  }

  @Test func `If done is called twice and it is started again, it ends once`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        for isCancelled in [false, true] {
          let late = LateWork()
          let operation = Transfer(work: late.work())
          let announcements = Announcements(of: operation)
          _ = returns { operation.start() }
          late.sayDone()
          if isCancelled { operation.cancel() }
          late.sayDone()
          _ = returns { operation.start() }
          announcements.end()
          expect(
            late.begins == 1 && operation.isFinished && announcements.areWhole,
            """
            expected one beginning, and each change announced once, where done and start are called again after the end\
            \(isCancelled ? " and a cancel" : ""), got \(late.begins) beginnings, \(announcements.notes.text), and \
            \(operation.shown): where is it checked whether it has ended already, and is a change announced before it is \
            certain?
            """)
        }
        // From inside each announcement, on its thread and on one that the observer waits for.
        for isElsewhere in [false, true] {
          let (late, returned, stuck) = (LateWork(), Notes(), Notes())
          let operation = Transfer(work: late.work())
          let announcements = Announcements(of: operation) { moment in
            let again: @Sendable () -> Void = {
              late.sayDone()
              operation.start()
              _ = operation.shown
              returned(moment)
            }
            // One that does not return is enough to know, and to wait for.
            guard isElsewhere else { return again() }
            if stuck.lines.isEmpty, !returns(again) { stuck(moment) }
          }
          _ = returns { operation.start() }
          late.sayDone()
          announcements.end()
          expect(
            late.begins == 1 && operation.isFinished && announcements.areWhole && returned.lines.count == 6,
            """
            expected one beginning, and each change announced once, where each of 6 observers calls done and start again \
            \(isElsewhere ? "on another thread, and waits for it" : "on its own thread"), got \(late.begins) beginnings, \
            \(announcements.notes.text), and \(returned.lines.count) of them that have returned: is a lock held while a \
            change is announced, or is a claim only made after an announcement?
            """)
        }
      }
    }
    judge(end)
  }
}

/// Looks at both values in each announcement, and notes those that have changed where they must not.
private final class Watch: Sendable {
  let surprises = Notes()
  private let known = Synchronization.Mutex(["isExecuting": false, "isFinished": false])
  private let changing = Synchronization.Mutex<Set<String>>([])
  private let observations = Synchronization.Mutex<[MiniObservation]>([])

  init(_ operation: Transfer) {
    let keys = [("isExecuting", \MiniOperation.isExecuting), ("isFinished", \MiniOperation.isFinished)]
    let observations = keys.map { name, key in
      operation.observe(key, options: [.prior]) { [self] operation, change in
        if !change.isPrior { know(name, is: operation[keyPath: key]) }
        for (other, key) in keys { look(other, is: operation[keyPath: key], when: name, change.isPrior) }
        if change.isPrior { changing.withLock { _ = $0.insert(name) } }
      }
    }
    self.observations.withLock { $0 = observations }
  }

  private func know(_ name: String, is value: Bool) {
    changing.withLock { _ = $0.remove(name) }
    known.withLock { $0[name] = value }
  }

  private func look(_ name: String, is value: Bool, when announced: String, _ isPrior: Bool) {
    guard !changing.withLock({ $0.contains(name) }), known.withLock({ $0[name] != value }) else { return }
    surprises("\(name) is \(value) in \(isPrior ? "will" : "did")ChangeValue of \(announced)")
  }

  func end() { for observation in observations.withLock({ $0 }) { observation.invalidate() } }
}
