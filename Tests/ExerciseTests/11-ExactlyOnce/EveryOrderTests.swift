import ExerciseSupport
import Explorer
import MiniOperations
import Testing

@testable import Exercise11

extension `Exactly once` {
  @Test func `Of two callbacks and a cancel at once, one is answered`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        everyOrder(
          "one answer",
          cause: "do two threads check whether the fetch has ended before either of them ends it?",
          settings: Settings(.exhaustive(preemptions: 1))
        ) { scene in
          let cast = Cast()
          cast.fetch.start()
          scene.thread("A") { cast.line.call(.success("a")) }
          scene.thread("B") { cast.line.call(.success("b")) }
          scene.thread("C") { cast.fetch.cancel() }
          scene.finally {
            cast.receiver.stopAndWait()
            let (heard, ends) = (cast.answers.text, cast.ends.lines.count)
            scene.expect(cast.answers.lines.count == 1, "there is one answer (got \(heard))")
            scene.expect(ends == 1, "isFinished is announced once (got \(ends) times)")
            scene.expect(cast.fetch.isFinished, "the fetch has finished (got \(cast.state))")
            let stops = heard == ".cancelled" ? 1 : 0
            scene.expect(
              cast.line.stops == stops,
              "a transfer is stopped once by the cancel that is answered (got \(cast.line.stops) stops, and \(heard))"
            )
          }
        }
        everyOrder(
          "one stop",
          cause: "do two cancels find the way to stop before either of them takes it?",
          settings: Settings(.exhaustive(preemptions: 1))
        ) { scene in
          let cast = Cast()
          cast.fetch.start()
          for name in ["A", "B"] { scene.thread(name) { cast.fetch.cancel() } }
          scene.finally {
            cast.receiver.stopAndWait()
            let heard = cast.answers.text
            scene.expect(
              heard == ".cancelled" && cast.line.stops == 1,
              "two cancels stop the transfer once and give one answer (got \(cast.line.stops) stops, and \(heard))"
            )
          }
        }
      }
    }
    judge(end)
  }

  @Test func `A cancel while the fetch starts is answered, and leaves no transfer running`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        everyOrder(
          "cancelled start",
          cause: "does the cancel come after the check of start() and before there is anything to stop?"
        ) { scene in
          let cast = Cast()
          scene.thread("S") { cast.fetch.start() }
          scene.thread("C") { cast.fetch.cancel() }
          scene.finally {
            cast.receiver.stopAndWait()
            let line = cast.line
            scene.expect(
              cast.answers.lines == [".cancelled"], "the answer is .cancelled (got \(cast.answers.text))")
            scene.expect(cast.fetch.isFinished, "the fetch has finished (got \(cast.state))")
            scene.expect(
              line.stops == line.begins,
              "what was begun is stopped once (got \(line.begins) begun, \(line.stops) stopped)")
          }
        }
        everyOrder(
          "a callback while the fetch starts",
          cause: "is the way to stop stored although the fetch has ended meanwhile, or is about to?",
          // Two: the callback comes when the transfer has begun, and the end when start has returned.
          settings: Settings(.exhaustive(preemptions: 2))
        ) { scene in
          let parcels = Parcels()
          let cast = Cast(line: Line(parcel: { _ in parcels.make() }))
          scene.thread("S") { cast.fetch.start() }
          scene.thread("A") { cast.line.call(.success("a")) }
          scene.finally {
            // Where it came before the transfer had begun.
            if !cast.fetch.isFinished { cast.line.call(.success("a")) }
            cast.receiver.stopAndWait()
            scene.expect(cast.answers.lines == ["\"a\""], "the answer is the text (got \(cast.answers.text))")
            scene.expect(!parcels.isKept, "the way to stop is released (got one that the fetch keeps)")
          }
        }
        everyOrder(
          "cancelled start, and a callback before it has returned",
          cause: "does the cancel end what the callback has ended?",
          settings: Settings(.exhaustive(preemptions: 1))
        ) { scene in
          let cast = Cast(line: Line(beginning: { $0.call(.success("a")) }))
          scene.thread("S") { cast.fetch.start() }
          scene.thread("C") { cast.fetch.cancel() }
          scene.finally {
            cast.receiver.stopAndWait()
            let (heard, ends, stops) = (cast.answers, cast.ends.lines.count, cast.line.stops)
            scene.expect(
              heard.lines == ["\"a\""] || heard.lines == [".cancelled"],
              "there is one answer, the text or .cancelled (got \(heard.text))")
            scene.expect(
              cast.fetch.isFinished && ends == 1 && stops <= 1,
              """
              the fetch has finished once, and its transfer is stopped once at most (got \(cast.state), announced \
              \(ends) times, \(stops) stops)
              """)
          }
        }
      }
    }
    judge(end)
  }

  @Test func `When the answer arrives, the fetch has finished`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        for ending in FetchEnding.allCases {
          let holds = everyOrder(
            "finished by then, of one that \(ending.rawValue)",
            cause: "is the completion posted before the end was announced? The receiver does not wait.",
            settings: Settings(.exhaustive(preemptions: 1))
          ) { scene in
            let (receiver, screen, seen) = (RunLoopThread(name: "receiver"), Screen(), Notes())
            let line = Line(beginning: { ending.takePlace(in: $0, of: screen) })
            let shown = fetch(line, for: receiver, on: screen, seen)
            scene.thread("A") { ending.takePlace(with: shown, line) }
            scene.finally {
              receiver.stopAndWait()
              screen.fetch.withLock { $0 = nil }
              scene.expect(seen.lines == ["finished"], "the fetch is finished by then (got \(seen.text))")
            }
          }
          if !holds { return }
        }
        // Where everything happens on the receiver's own thread.
        for ending in FetchEnding.allCases {
          let (receiver, screen, seen) = (RunLoopThread(name: "receiver"), Screen(), Notes())
          let line = Line(beginning: { ending.takePlace(in: $0, of: screen) })
          let shown = fetch(line, for: receiver, on: screen, seen)
          receiver.postAndWait { ending.takePlace(with: shown, line) }
          receiver.postAndWait {}
          screen.fetch.withLock { $0 = nil }
          expect(
            seen.lines == ["finished"],
            """
            expected a finished fetch when the answer arrives, of one that \(ending.rawValue), on the receiver's thread, \
            got \(seen.text): is the completion called before the end was announced?
            """)
        }
      }
    }
    judge(end)
  }

  @Test func `A hundred fetches with careless transfers, cancelled now and then, answer once each`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let probe = Cast { done in
          done(.success("a page"))
          return {}
        }
        probe.fetch.start()
        // Before a hundred of them are waited for.
        let heard = probe.heard
        guard probe.fetch.isFinished else {
          Issue.record(
            """
            expected a fetch to finish when its transfer calls back, got \(probe.state), and \(heard) as its \
            answer: does start() make it execute again, after the callback has ended it?
            """)
          return
        }
        var dice = Dice()
        let seed = dice.seed
        let receiver = RunLoopThread(name: "receiver")
        let answers = (0..<100).map { _ in Notes() }
        let callers = (0..<3).map { RunLoopThread(name: "caller \($0)") }
        let answered = Milestone()
        let queue = MiniOperationQueue()
        let isCareless = (0..<100).map { _ in Bool.random(using: &dice) }
        let isEarly = (0..<100).map { _ in Int.random(in: 0..<4, using: &dice) == 0 }
        let cancelling = (0..<100).map { _ in Int.random(in: 0..<3, using: &dice) == 0 }
        let fetches = (0..<100).map { number in
          Fetch(
            { done in
              if isEarly[number] { done(.success("\(seed + UInt64(number))")) }
              callers[number % 3].post { done(.success("\(seed + UInt64(number))")) }
              if isCareless[number] { callers[(number + 1) % 3].post { done(.failure(.failed("again"))) } }
              return {}
            }, for: receiver,
            completion: {
              answers[number]($0.text)
              answered.reach()
            })
        }
        for number in 0..<100 {
          queue.addOperation(fetches[number])
          if cancelling[number] { fetches[number].cancel() }
        }
        expect(
          queue.empties(),
          """
          expected all fetches to finish, got \(fetches.count { !$0.isFinished }) that did not (seed \(seed)). \
          \(queue.stallReport().lines.first.map { "The first of them \($0.reason)" } ?? "")
          """)
        // A fetch has finished before it is answered, so the queue may be empty a little earlier.
        answered.wait(for: 100)
        for caller in callers + [receiver] { caller.postAndWait {} }
        for number in 0..<100 {
          let allowed = ["\"\(seed + UInt64(number))\"", ".failed(\"again\")", ".cancelled"]
          let heard = answers[number].lines
          let isAllowed =
            heard.count == 1 && allowed.contains(heard[0]) && (heard != [".cancelled"] || cancelling[number])
          expect(
            isAllowed,
            """
            expected one answer of fetch \(number), its text or why there is none, got \(heard) (seed \
            \(seed), \(isEarly[number] ? "called back at once, " : "")\
            \(isCareless[number] ? "called back twice, " : "")\(cancelling[number] ? "" : "not ")cancelled)
            """)
          if !isAllowed { break }
        }
      }
    }
    judge(end)
  }
}

// MARK: - Fixtures

/// Makes the fetch of a screen; `seen` gets its state at the moment of the answer.
private func fetch(_ line: Line, for receiver: RunLoopThread, on screen: Screen, _ seen: Notes) -> Fetch {
  let made = Fetch(line.transfer, for: receiver) { _ in
    let fetch = screen.fetch.withLock { $0 }
    seen(fetch?.isFinished == true && fetch?.isExecuting == false ? "finished" : "unfinished")
  }
  screen.fetch.withLock { $0 = made }
  return made
}
