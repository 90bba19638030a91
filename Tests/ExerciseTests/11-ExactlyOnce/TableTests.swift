import ExerciseSupport
import MiniOperations
import Testing

@testable import Exercise11

extension `Exactly once` {
  @Test func `It announces when it begins to execute and when it stops`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        for ending in FetchEnding.allCases {
          let screen = Screen()
          let cast = Cast(line: Line(beginning: { ending.takePlace(in: $0, of: screen) }))
          screen.fetch.withLock { $0 = cast.fetch }
          let (executing, finished, stuck) = (Notes(), Notes(), Notes())
          let (before, after) = (Notes(), Notes())
          let keys = [
            (\MiniOperation.isExecuting, "isExecuting", executing), (\.isFinished, "isFinished", finished),
          ]
          let observations = keys.map { path, key, changes in
            (cast.fetch as MiniOperation).observe(path, options: [.prior, .old, .new]) { fetch, change in
              guard !change.isPrior else { return before(key) }
              after(key)
              changes(change: change)
              // An observer may wait for another thread that uses the fetch.
              if !returns({ _ = (fetch.isExecuting, fetch.isFinished) }) { stuck(key) }
            }
          }
          ending.takePlace(with: cast.fetch, cast.line)
          // Announced on whatever thread, but before the answer.
          _ = cast.heard
          for observation in observations { observation.invalidate() }
          screen.fetch.withLock { $0 = nil }
          // One that is cancelled before its start may execute for a moment or not.
          let mayBeStill = ending == .cancelBeforeStart && executing.lines.isEmpty
          expect(
            (mayBeStill || executing.lines == ["false to true", "true to false"])
              && finished.lines == ["false to true"],
            """
            expected isExecuting to become true and then false, and isFinished to become true, of a fetch that \
            \(ending.rawValue), got \(executing.text) of isExecuting and \(finished.text) of isFinished: \
            how are the keys spelled, and does each change stand between willChangeValue and didChangeValue? \
            ('unknown' is a change without willChangeValue)
            """)
          expect(
            before.lines.sorted() == after.lines.sorted(),
            """
            expected a didChangeValue after each willChangeValue, of a fetch that \(ending.rawValue), got \
            \(before.text) before a change, and \(after.text) after one: is there a way out between the two calls?
            """)
          expect(
            stuck.lines.isEmpty,
            """
            expected an observer to wait for another thread that reads the fetch's properties, got one that waits for \
            ever, of \(stuck.text): is a lock held while observers are called?
            """)
          guard stuck.lines.isEmpty else { return }
        }
        // Cancelled by an observer, when it executes and nothing is transferred yet.
        let cast = Cast()
        let (executing, finished) = (Notes(), Notes())
        let seen: [(path: KeyPath<MiniOperation, Bool>, values: Notes)] = [
          (\.isExecuting, executing), (\.isFinished, finished),
        ]
        let observations = seen.map { path, values in
          (cast.fetch as MiniOperation).observe(path, options: [.old, .new]) { fetch, change in
            values(value: change)
            if !fetch.isCancelled { fetch.cancel() }
          }
        }
        cast.fetch.start()
        let answer = cast.heard
        for observation in observations { observation.invalidate() }
        expect(
          executing.lines == ["true", "false"] && finished.lines == ["true"] && answer == ".cancelled",
          """
          expected isExecuting to become true and then false, isFinished to become true, and the answer .cancelled, of a \
          fetch that an observer cancels when it executes, got \(executing.text) of isExecuting, \(finished.text) of \
          isFinished and \(answer): does each way to the end announce both?
          """)
      }
    }
    judge(end)
  }

  @Test func `A callback or a cancel does not wait for the receiver`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        for ending in [FetchEnding.callback, .failure, .cancel] {
          let cast = Cast()
          let (busy, free) = (Milestone(), Milestone())
          cast.receiver.post {
            busy.reach()
            _ = free.wait() || free.wait()
          }
          busy.wait()
          let getsThrough = returns { ending.takePlace(with: cast.fetch, cast.line) }
          expect(
            getsThrough,
            """
            expected the caller to return while the receiver does something else, got one that waits, of a fetch that \
            \(ending.rawValue): two threads that wait for each other wait forever. Is the answer posted without a wait?
            """)
          guard getsThrough else { return }
          // Too late for all of them: it has ended, and the answer is on its way.
          let stops = cast.line.stops
          cast.fetch.cancel()
          cast.line.call(.success("too late"))
          cast.receiver.mode = "tracking"
          let isStoppedLate = cast.line.stops > stops
          free.reach()
          expect(
            cast.heard == ending.answer && !isStoppedLate,
            """
            expected the one answer \(ending.answer) of a fetch that \(ending.rawValue), in whatever mode the receiver \
            is by then, got \(cast.heard) and \(isStoppedLate ? "a" : "no") call to stop the transfer after the end: \
            when is it decided what the answer is, and what is left to stop then?
            """)
          guard cast.heard == ending.answer else { return }
        }
        // Where the receiver is busy with the answer itself.
        let (line, heard, free) = (Line(), Milestone(), Milestone())
        let receiver = RunLoopThread(name: "receiver")
        let fetch = Fetch(line.transfer, for: receiver) { _ in
          heard.reach()
          _ = free.wait() || free.wait()
        }
        fetch.start()
        line.call(.success("a"))
        guard heard.wait() else { return expect(Bool(false), "expected an answer, got none") }
        let calls: [(name: String, call: @Sendable () -> Void)] = [
          ("a second callback", { line.call(.success("b")) }), ("a cancel", { fetch.cancel() }),
        ]
        for (name, call) in calls {
          let getsThrough = returns(call)
          expect(
            getsThrough,
            "expected \(name) to return while the completion runs, got one that waits: is it called under a lock?"
          )
          if !getsThrough { return }
        }
        free.reach()
      }
    }
    judge(end)
  }
}
