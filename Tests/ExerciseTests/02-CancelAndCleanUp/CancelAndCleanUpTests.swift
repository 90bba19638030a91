import ExerciseSupport
import MiniOperations
import Testing

@testable import Exercise02

@Suite(.serialized, .requirements) struct `Cancel and clean up` {
  @Test func `All parts are copied, in their order, between opening and closing`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        var dice = Dice()
        for belt in [Belt(dice.parts(3...5)), Belt([])] {
          let operation = Copy(belt)
          operation.start()
          let expected = belt.calls(upTo: belt.allCalls.count)
          expect(
            belt.notes.lines == expected,
            """
            expected \(expected.joined(separator: ", ")), got \(belt.notes.text): is each part written before \
            the next one is asked for, until next returns nil?
            """)
        }
        let (source, target) = (Numbers(count: 100_000), Checksum())
        Copy(from: source, to: target).start()
        expect(
          target.isSame(as: Numbers(count: 100_000)),
          """
          expected 100000 parts in their order, negative ones, zeros and equal ones among them, got \(target.count), or \
          as many others: does the code call itself for each part instead of using a loop? Does it depend on a part's \
          value?
          """)
      }
    }
    judge(end)
  }

  @Test func `An error ends the work and is kept, whatever call it comes from`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        var dice = Dice()
        let parts = dice.parts(2...3)
        var ended: [(operation: Copy, error: (any Error)?)] = []
        for number in Belt(parts).allCalls.indices {
          // A source or a target that uses tasks itself may throw the second one.
          for error in [Jam(number: dice.roll(1...999)), CancellationError()] as [any Error] {
            let belt = Belt(parts, surpriseAt: number) { throw error }
            let operation = Copy(belt)
            operation.start()
            let calls = belt.notes.lines.filter { !$0.hasPrefix("close") }
            let expected = Array(belt.allCalls.prefix(number + 1))
            let holds = operation.isFinished && operation.shownError == "\(error)" && calls == expected
            expect(
              holds,
              """
              expected \(error), and no call after '\(belt.allCalls[number])', which threw it, got \
              \(operation.shownError) after \(belt.notes.text): is every error caught where it ends the work, and \
              stored, whatever its type?
              """)
            if !holds { return }
            ended.append((operation, error))
          }
        }
        let fine = Copy(Belt(parts))
        fine.start()
        for (operation, error) in ended + [(fine, nil)] {
          let expected = error.map { "\($0)" } ?? "no error"
          expect(
            operation.shownError == expected,
            """
            expected \(expected) for one of several copies, got \(operation.shownError): does each of them \
            keep its own?
            """)
        }
      }
    }
    judge(end)
  }

  @Test func `Whichever call throws, what was opened is closed once, the last opened first`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        var dice = Dice()
        let parts = dice.parts(2...3)
        for number in Belt(parts).allCalls.indices {
          let belt = Belt(parts, surpriseAt: number) { throw Jam(number: 1) }
          Copy(belt).start()
          let expected = belt.calls(upTo: number, hasFailed: true)
          let holds = belt.notes.lines == expected
          expect(
            holds,
            """
            expected \(expected.joined(separator: ", ")) when '\(belt.allCalls[number])' throws, got \
            \(belt.notes.text): is there a way out without closing, or one that closes what is not \
            open?
            """)
          if !holds { return }
        }
        // Two of one type, and one that is both.
        for isOne in [false, true] {
          for failing in 0...5 {
            let notes = Notes()
            let source = Pipe("source", notes, failing)
            let target = isOne ? source : Pipe("target", notes, failing)
            Copy(from: source, to: target).start()
            let name = isOne ? "source" : "target"
            let calls = ["open source", "open \(name)", "next", "write", "next"]
            let closings = ["close \(name)", "close source"].suffix(failing)
            let expected = Array(calls.prefix(failing + 1)) + closings
            let holds = notes.lines == expected
            expect(
              holds,
              """
              expected \(expected.joined(separator: ", ")) where \(isOne ? "one object is" : "two of one type are") the \
              source and the target, got \(notes.text): is it closed once for each time it was opened?
              """)
            if !holds { return }
          }
        }
      }
    }
    judge(end)
  }

  @Test func `A cancel is not an error, and after it at most one more call begins`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        var dice = Dice()
        let parts = dice.parts(3...4)
        for number in Belt(parts).allCalls.indices {
          let (belt, operation) = copyThatIsCancelled(in: number, parts)
          operation.start()
          let allowed = belt.callsWhenCancelled(in: number).map { $0.filter { !$0.hasPrefix("close") } }
          let calls = belt.notes.lines.filter { !$0.hasPrefix("close") }
          let holds = allowed.contains(calls) && operation.isCancelled && operation.error == nil
          expect(
            holds,
            """
            expected one more call at most after a cancel during '\(belt.allCalls[number])', and no error, got \
            \(belt.notes.text), \(operation.shownError): is isCancelled checked in each iteration, and after opening?
            """)
          if !holds { return }
        }
      }
    }
    judge(end)
  }

  @Test func `Whenever it is cancelled, what was opened is closed once, the last opened first`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        var dice = Dice()
        let parts = dice.parts(3...4)
        for way in Way.all(calls: Belt(parts).allCalls.count) {
          let (belt, operation) = way.make(parts)
          let seen = Notes()
          let observation = operation.observe(\.isFinished) { operation, _ in
            seen((operation as? Copy)?.shownError ?? "no copy")
          }
          operation.start()
          observation.invalidate()
          // A cancel after the end comes too late for everything.
          operation.cancel()
          belt.forget()
          let allowed = way.allowed(of: parts)
          let holds = allowed.contains(belt.notes.lines)
          expect(
            holds,
            """
            expected \(allowed[0].joined(separator: ", ")) of a copy \(way), got \(belt.notes.text): which thread \
            closes, main on its way out or another?
            """)
          let hasError = operation.error != nil
          let isKept =
            hasError == way.hasError ?? hasError && Set(seen.lines) == [operation.shownError]
          expect(
            isKept,
            """
            expected \(way.hasError.map { $0 ? "the error" : "no error" } ?? "an error or none") of a copy \(way), and the \
            same from the announcement of its end on, got \(seen.text), then \(operation.shownError): where is it \
            stored, and when?
            """)
          if !holds || !isKept { return }
        }
        everyOrder(
          "a cancel meets a copy",
          cause:
            "does the thread that cancels close anything, between two calls or when it believes that none is left?"
        ) { scene in
          let belt = Belt([10], surpriseAt: 0)
          for number in belt.allCalls.indices {
            belt.surprise(callsLater: number) { scene.point("call \(number + 1)") }
          }
          let operation = Copy(belt)
          let observation = operation.observe(\.isFinished) { _, _ in belt.notes("the end") }
          scene.thread("M") { operation.start() }
          scene.thread("N") { operation.cancel() }
          scene.finally {
            belt.forget()
            observation.invalidate()
            let allowed = ([[]] + belt.allCalls.indices.map { belt.calls(upTo: $0) }).map { $0 + ["the end"] }
            scene.expect(
              allowed.contains(belt.notes.lines) && operation.error == nil,
              "what was opened is closed when the last call is over (got \(belt.notes.text), and \(operation.shownError))"
            )
          }
        }
      }
    }
    judge(end)
  }
}

/// A copy, and a belt that cancels it in the call of that number.
func copyThatIsCancelled(in number: Int, _ parts: [Int]) -> (Belt, Copy) {
  let belt = Belt(parts, surpriseAt: number)
  let operation = Copy(belt)
  belt.surprise(with: { operation.cancel() })
  return (belt, operation)
}
