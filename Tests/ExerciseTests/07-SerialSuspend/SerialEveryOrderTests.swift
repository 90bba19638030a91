import ExerciseSupport
import MiniOperations
import Testing

@testable import Exercise07

@Suite(.serialized, .requirements) struct `One at a time, in every order` {
  @Test func `Two threads that add and suspend lose no piece, in every order`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        everyOrder(
          "added, suspended and resumed",
          cause: "are seeing that nothing is left and returning one step under the lock?"
        ) { scene in
          let pieces = Pieces(scene)
          let runner = SerialRunner { scene.start("launched", $0) }
          scene.thread("A") { runner.add(pieces.make(1)) }
          scene.thread("B") {
            runner.suspend()
            runner.add(pieces.make(2))
            runner.resume()
          }
          scene.finally {
            scene.expect(
              pieces.ended.entries.sorted() == [1, 2] && pieces.atOnce == 1,
              """
              both pieces are done, one at a time (got \(pieces.ended.entries) done, and \
              \(pieces.atOnce) at most at the same time)
              """)
          }
        }
      }
    }
    judge(end)
  }

  @Test func `A piece added after a drop is done, and not before the resume, in every order`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        everyOrder(
          "added, dropped and added again",
          cause: "are checking that a piece may begin and taking it one step under the lock?"
        ) { scene in
          let pieces = Pieces(scene)
          let (dropped, early) = (Log<Int>(), Log<Bool>())
          let runner = SerialRunner { scene.start("launched", $0) }
          scene.thread("A") { runner.add(pieces.make(1)) }
          scene.thread("B") {
            runner.suspend()
            dropped.add(runner.drop())
            runner.add(pieces.make(2))
            early.add(pieces.begun.entries.contains(2))
            runner.resume()
          }
          scene.finally {
            scene.expect(
              pieces.ended.entries.sorted() == (dropped.entries == [1] ? [2] : [1, 2]),
              """
              1 is done or dropped, and 2, added after the drop, is done (got \(pieces.ended.entries) done, \
              and \(dropped.entries.first ?? -1) dropped)
              """)
            scene.expect(
              early.entries == [false] && pieces.atOnce == 1,
              """
              2, added while suspended, waits for the resume, and one runs at a time (got \
              \(early.entries == [true] ? "it before" : "it after") the resume, and \(pieces.atOnce) at most \
              at the same time)
              """)
          }
        }
      }
    }
    judge(end)
  }
}

// MARK: - Fixtures

/// Pieces of work that say when they begin and end, and how many run at the same time.
private final class Pieces: Sendable {
  let (begun, ended) = (Log<Int>(), Log<Int>())
  private let running = Log<Int>()
  private let scene: Scene

  init(_ scene: Scene) { self.scene = scene }

  func make(_ number: Int) -> @Sendable () -> Void {
    { [self] in
      begun.add(number)
      running.add(begun.entries.count - ended.entries.count)
      scene.point("piece \(number) runs")
      ended.add(number)
    }
  }

  /// The most that have run at the same time.
  var atOnce: Int { running.entries.max() ?? 0 }
}
