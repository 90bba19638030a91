import ExerciseSupport
import MiniOperations
import Synchronization
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
          // Called while this piece runs; it continues when all three have returned.
          Threads.start(named: "caller") {
            runner.add { begun.add(2) }
            runner.suspend()
            runner.resume()
            called.reach()
          }
          ended.add(called.wait() ? 1 : -1)
          open.reach()
        }
        let isThrough = open.wait()
        expect(
          isThrough && ended.entries == [1],
          """
          expected add, suspend and resume to return while a piece runs, got one that waits for its end: \
          is the piece done while a lock is held?
          """)
        guard isThrough else { return }
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

  @Test func `Two runners do not wait for each other`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let bench = Bench()
        bench.add(1)
        bench.run()
        guard bench.ended == [1] else {
          return expect(false, "expected 1, which was added, to be done, got \(bench.notes.text)")
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

  @Test func `Whatever is added, suspended, dropped and resumed, the order stays and one runs`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        var dice = Dice()
        let bench = Bench()
        var waiting: [Int] = []
        var expected: [Int] = []
        var isSuspended = false
        var added = 0
        var story: [String] = []
        for _ in 0..<200 where bench.ended == expected {
          switch dice.roll(1...6) {
          case 1, 2:
            added += 1
            waiting.append(added)
            story.append("add \(added)")
            bench.add(added)
          case 3:
            isSuspended = true
            story.append("suspend")
            bench.runner.suspend()
          case 4:
            isSuspended = false
            story.append("resume")
            bench.runner.resume()
          case 5 where dice.once(in: 4):
            let count = bench.runner.drop()
            story.append("drop \(count)")
            if count != waiting.count { expected.append(-1) }
            waiting = []
          default:
            story.append("run")
            if !isSuspended {
              expected += waiting
              waiting = []
            }
            if !bench.run() { expected.append(-2) }
          }
        }
        let last = story.suffix(10).joined(separator: ", ")
        expect(
          bench.ended == expected && !expected.isEmpty && bench.isOneAtATime,
          """
          expected \(expected.suffix(4)) to be done last (-1 is a wrong answer of drop, -2 a thread that is \
          kept), got \
          \(bench.ended.suffix(4)), after \(last): can each method be called in each state? \
          (seed \(dice.seed))
          """)
      }
    }
    judge(end)
  }

  @Test func `Work is done after the last reference to the runner is gone, and then nothing is kept`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let launched = Launched()
        let notes = Notes()
        weak var forgotten: SerialRunner?
        weak var done: Milestone?
        weak var dropped: Milestone?
        var isLetGo = false
        do {
          let runner = SerialRunner { launched.add($0) }
          forgotten = runner
          do {
            let (one, other) = (Milestone(), Milestone())
            (done, dropped) = (one, other)
            runner.add { [other] in notes("not dropped \(other.count)") }
            _ = runner.drop()
            runner.add { [one] in notes("done \(one.count)") }
          }
          while let closure = launched.take() { closure() }
          isLetGo = done == nil && dropped == nil
          runner.add { notes("done alone") }
        }
        while let closure = launched.take() { closure() }
        expect(
          notes.lines == ["done 0", "done alone"],
          """
          expected the work that was left to be done, also the last piece, got \(notes.text): is the \
          runner held until then?
          """)
        expect(
          isLetGo && forgotten == nil,
          """
          expected a piece to be gone when it has ended or was dropped, and the runner when all is done, \
          got \(isLetGo ? "a runner" : "a piece") that is kept: what still holds it?
          """)
      }
    }
    judge(end)
  }
}

// MARK: - Fixtures

/// Where an object goes that only a piece holds.
private enum Release: String, CaseIterable {
  case atTheEnd = "at the end of its piece", inADrop = "in a drop", whileSuspended =
    "in a drop while suspended"
  case insideAPiece = "in a drop inside another piece"

  typealias Call = @Sendable (SerialRunner) -> Void

  /// What its deinit may call.
  static let calls: [(name: String, call: Call)] = [
    ("add", { $0.add {} }), ("suspend", { $0.suspend() }), ("resume", { $0.resume() }),
    ("drop", { _ = $0.drop() }),
  ]

  func happen(_ bench: Bench, _ call: @escaping Call) {
    if self == .whileSuspended { bench.runner.suspend() }
    if self == .insideAPiece { bench.add(1) { _ = bench.runner.drop() } }
    // Two, because the second is released when the first has gone.
    for _ in 1...2 {
      let last = Farewell { [runner = bench.runner, notes = bench.notes] in
        call(runner)
        notes("called")
      }
      bench.runner.add { withExtendedLifetime(last) {} }
    }
    if self == .inADrop || self == .whileSuspended { _ = bench.runner.drop() }
    bench.run()
  }
}

/// Does something when it is released.
private final class Farewell: Sendable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  deinit { body() }
}
