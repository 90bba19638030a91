import ExerciseSupport
import MiniOperations
import Testing

@testable import Exercise07

@Suite(.serialized, .requirements) struct `One at a time, on threads` {
  @Test func `Adding, suspending and resuming do not wait for the piece that runs`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let (open, called) = (Milestone(), Milestone())
        let runner = SerialRunner { Threads.start(named: "launched", $0) }
        let (begun, ended) = (Log<Int>(), Log<Int>())
        // Before anything is waited for: does it do anything?
        let bench = Bench()
        bench.add(0)
        bench.run()
        guard bench.ended == [0] else {
          return expect(
            Bool(false), "expected the piece that was added to be done, got \(bench.notes.text)")
        }
        runner.add {
          begun.add(1)
          // Called while this piece runs; it continues when all four have returned.
          Threads.start(named: "caller") {
            runner.add { begun.add(2) }
            runner.suspend()
            runner.resume()
            _ = runner.drop()
            called.reach()
          }
          ended.add(called.wait() ? 1 : -1)
          open.reach()
        }
        let isThrough = open.wait()
        expect(
          isThrough && ended.entries == [1],
          """
          expected add, suspend, resume and drop to return while a piece runs, got one that waits for its end: \
          is the piece done while a lock is held?
          """)
        guard isThrough else { return }
        for (name, call) in Release.calls {
          // launch does not return before another thread's call has returned.
          let (launched, runners, calls, isBack) = (
            Launched(), Log<SerialRunner>(), Log<String>(), Log<Bool>()
          )
          let runner = SerialRunner { closure in
            launched.add(closure)
            if calls.add(name) == 1 { isBack.add(returns { runners.entries.forEach(call) }) }
          }
          runners.add(runner)
          runner.add {}
          let got = isBack.entries == [false] ? "a caller that waits" : "no call of launch"
          expect(
            isBack.entries == [true],
            """
            expected \(name) to return on another thread while launch is called, got \(got): is a lock held during \
            the call of launch?
            """)
          if isBack.entries != [true] { return }
        }
        for place in Release.allCases {
          for (name, call) in Release.calls {
            let bench = Bench()
            let isOver = returns {
              place.happen(bench, call)
              bench.runner.resume()
              bench.run()
              bench.runner.resume()
              bench.add(9)
              bench.run()
            }
            let holds = isOver && bench.notes.lines.contains("called") && bench.ended.last == 9
            expect(
              holds,
              """
              expected \(name) to return in the deinit of an object that is released \(place.rawValue), and 9, added \
              afterwards, to be done, got \(isOver ? bench.notes.text : "no return"): is a piece released while a lock \
              is held?
              """)
            if !holds { return }
          }
        }
      }
    }
    judge(end)
  }

  @Test func `A runner that is suspended or has no work keeps no thread`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let bench = Bench()
        bench.add(1)
        let isBack = bench.run()
        bench.add(2) { [runner = bench.runner] in runner.suspend() }
        bench.add(3)
        let isBackFromSuspension = bench.run()
        expect(
          bench.ended == [1, 2],
          "expected 1 and 2 to be done, got \(bench.notes.text): is a thread launched when work comes?")
        expect(
          isBack && isBackFromSuspension,
          """
          expected the launched closure to return, got one that still waits after 3 seconds \
          \(isBack ? "while the runner is suspended" : "for more work"): can it return, and another one be \
          launched later?
          """)
        let idle = Bench()
        idle.runner.resume()
        idle.runner.suspend()
        idle.add(1)
        expect(
          idle.launched.take() == nil,
          """
          expected no thread for a runner without work that is resumed, and none for one that is suspended and has \
          work, got one that was launched: what is checked before the call of launch?
          """)
      }
    }
    judge(end)
  }

  @Test func `Two runners do not wait for each other`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let bench = Bench()
        bench.add(1)
        bench.run()
        guard bench.ended == [1] else {
          return expect(false, "expected 1, which was added, to be done, got \(bench.notes.text)")
        }
        for (name, before, call, expected) in Visit.all {
          let (first, other, seen) = (Bench(), Bench(), Log<[Int]>())
          before(other)
          first.add(1) {
            call(
              other,
              {
                first.runner.resume()
                first.runHere()
              })
            other.runHere()
            seen.add(other.ended)
            first.add(3)
            first.runHere()
          }
          first.add(2)
          first.run()
          let holds =
            seen.entries == [expected]
            && first.notes.text == "1 begins, 1 ends, 2 begins, 2 ends, 3 begins, 3 ends"
          expect(
            holds,
            """
            expected \(name), in piece 1 of another runner, to let \(expected) of its own be done there and then, and 2 \
            and 3 of that other runner to begin after 1, got \(seen.entries.first ?? []) done, and \(first.notes.text): \
            is anything stored per thread instead of per runner?
            """)
          if !holds { return }
        }
        let (meeting, end) = (Milestone(), Milestone())
        let met = Log<Bool>()
        let runners = (0..<2).map { _ in SerialRunner { Threads.start(named: "launched", $0) } }
        for runner in runners {
          runner.add {
            meeting.reach()
            met.add(meeting.wait(for: 2))
            end.reach()
          }
        }
        let isThrough = end.wait(for: 2)
        expect(
          isThrough && met.entries == [true, true],
          """
          expected the pieces of two runners to run at the same time, got one after the other: do the \
          runners share a lock or a thread?
          """)
      }
    }
    judge(end)
  }
}

// MARK: - Fixtures

/// What a runner is asked for inside a piece of another one.
private enum Visit {
  typealias Back = @Sendable () -> Void

  /// What happens before, what happens in that piece, and which pieces are done in it.
  ///
  /// A piece that is added there calls the runner whose piece it is inside of.
  static let all:
    [(
      name: String, before: @Sendable (Bench) -> Void, call: @Sendable (Bench, @escaping Back) -> Void,
      expected: [Int]
    )] = [
      ("an add", { _ in }, { $0.add(4, $1) }, [4]),
      ("a resume", { suspend($0, [4, 5]) }, { bench, _ in bench.runner.resume() }, [4, 5]),
      (
        "a resume after one of its own pieces has suspended it",
        { bench in
          bench.add(4) { bench.runner.suspend() }
          bench.add(5)
          bench.run()
        }, { bench, _ in bench.runner.resume() }, [4, 5]
      ),
      (
        "an add to a suspended one and a resume", { suspend($0, []) },
        { bench, back in
          bench.add(4, back)
          bench.runner.resume()
        }, [4]
      ),
      (
        "a drop and a resume", { suspend($0, [4]) },
        { bench, back in
          _ = bench.runner.drop()
          bench.runner.resume()
          bench.add(5, back)
        }, [5]
      ),
      (
        "a suspension and an add", { $0.add(4) },
        { bench, back in
          bench.runner.suspend()
          bench.add(5, back)
        }, []
      ),
    ]

  private static func suspend(_ bench: Bench, _ numbers: [Int]) {
    bench.runner.suspend()
    for number in numbers { bench.add(number) }
  }
}

/// Where an object goes that only a piece holds.
enum Release: String, CaseIterable {
  case atTheEnd = "at the end of its piece", inADrop = "in a drop", whileSuspended =
    "in a drop while suspended"
  case insideAPiece = "in a drop inside another piece"

  typealias Call = @Sendable (SerialRunner) -> Void

  /// What its deinit may call.
  static let calls: [(name: String, call: Call)] = [
    ("add", { $0.add {} }), ("suspend", { $0.suspend() }), ("resume", { $0.resume() }),
    ("drop", { _ = $0.drop() }),
  ]

  /// Adds a piece that alone holds an object whose deinit makes the call.
  static func add(to bench: Bench, _ call: @escaping Call) {
    let last = ReleaseObserver { [runner = bench.runner, notes = bench.notes] in
      call(runner)
      notes("called")
    }
    bench.runner.add { withExtendedLifetime(last) {} }
  }

  func happen(_ bench: Bench, _ call: @escaping Call) {
    if self == .whileSuspended { bench.runner.suspend() }
    if self == .insideAPiece { bench.add(1) { _ = bench.runner.drop() } }
    // Two, because the second is released when the first has gone.
    for _ in 1...2 { Self.add(to: bench, call) }
    if self == .inADrop || self == .whileSuspended { _ = bench.runner.drop() }
    bench.run()
  }
}
