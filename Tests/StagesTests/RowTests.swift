import Foundation
import TestSupport
import Testing

@testable import stages

/// The behaviour table's rows, asked of every stage: those that it satisfies, and those that it does not.
@Suite struct `The rows of each stage` {
  /// Left out: O25, O29, O31, Q24 and Q26 cannot be observed in a running program.
  static let all = Set((1...38).map { "O\($0)" } + (1...28).map { "Q\($0)" })
    .subtracting(["O25", "O29", "O31", "Q24", "Q26"])

  @Test(arguments: Stage.all)
  func `A stage satisfies the rows that it claims, and no other`(stage: Stage) async {
    let found = await Self.found(on: stage.number)
    #expect(Set(found.keys) == Self.all, "every row is asked")
    let satisfied = found.filter { $0.value == .held }.keys
    for row in Self.all.sorted() {
      switch (stage.rows.contains(row), satisfied.contains(row)) {
      case (true, false):
        Issue.record("Stage \(stage.number) claims \(row), and the answer is \(found[row] ?? .missing)")
      case (false, true):
        Issue.record("Stage \(stage.number) satisfies \(row), and does not claim it")
      default: break
      }
    }
  }

  @Test func `Each stage keeps what the stage before it satisfied`() {
    for (stage, next) in zip(Stage.all, Stage.all.dropFirst()) {
      #expect(Set(stage.rows).isSubset(of: next.rows), "stage \(next.number) loses rows")
    }
  }

  enum Answer { case held, failed, missing, stoodStill }

  /// Asks one stage every row, each on a thread of its own and for ten seconds at most.
  static func found(on number: Int) async -> [String: Answer] {
    switch number {
    case 1: await found(Probe1.self)
    case 2: await found(Probe2.self)
    case 3: await found(Probe3.self)
    case 4: await found(Probe4.self)
    case 5: await found(Probe5.self)
    default: await found(Probe6.self)
    }
  }

  private static func found<P: Probe>(_ probe: P.Type) async -> [String: Answer] {
    let rows = [OperationRows<P>().rows, EndRows<P>().rows, QueueRows<P>().rows]
      .reduce(into: [:]) { $0.merge($1) { first, _ in first } }
    return await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(returning: rows.mapValues { answer(to: $0) })
      }
    }
  }

  private static func answer(to row: @escaping @Sendable () throws -> Bool) -> Answer {
    let answer = Guarded(Answer.failed)
    let outcome = Outcome.of { _ in
      do { answer.set(try row() ? .held : .failed) } catch { answer.set(.missing) }
      return true
    }
    return outcome.end == .stoodStill ? .stoodStill : answer.value
  }
}
