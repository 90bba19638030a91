import Behaviours
import Foundation
import TestSupport
import Testing

@testable import stages

/// The behaviour table's rows on every stage: those that it satisfies, and those that it does not.
@Suite struct `The rows of each stage` {
  private static let table = Behaviour.all + Behaviour.ofStages
  private static let rows = Set(table.flatMap(\.ids).filter { $0.contains(/^[OQ]\d+$/) })

  @Test(arguments: Stage.all)
  func `A stage satisfies the rows that it claims, and no other`(stage: Stage) async {
    // Beside one another: a scenario that must fail may stall.
    let failures = await withTaskGroup(of: (ids: [String], failure: String)?.self) { group in
      for behaviour in Self.table {
        group.addTask {
          let isClaimed = behaviour.ids.allSatisfy(stage.rows.contains)
          let events = await behaviour.events(on: Self.classes(of: stage), within: isClaimed ? 60 : 2)
          return events == behaviour.expected ? nil : (behaviour.ids, "\(behaviour): \(events)")
        }
      }
      return await group.reduce(into: [String: String]()) { failures, found in
        for id in found?.ids ?? [] { failures[id] = found?.failure }
      }
    }
    for row in stage.rows { #expect(failures[row] == nil, "stage \(stage.number) claims it") }
    let others = Self.rows.subtracting(stage.rows).subtracting(failures.keys)
    #expect(others == [], "stage \(stage.number) satisfies these, and does not claim them")
  }

  @Test func `Each stage keeps the rows of the stage before it`() {
    for (stage, next) in zip(Stage.all, Stage.all.dropFirst()) {
      #expect(Set(stage.rows).isSubset(of: next.rows), "stage \(next.number) loses rows")
    }
  }

  @Test func `The table has every row that can be observed, and the text counts those of the last stage`()
    throws
  {
    // O25, O29, O31, Q24 and Q26 promise nothing that a program can observe. The others belong to the
    // framework alone, and its own tests show them.
    let others = ["O25", "O29", "O31", "O33", "O39", "O40", "Q22", "Q24", "Q26"]
    let behaviour = try packageFile("Sources/MiniOperations/MiniOperations.docc/Behaviour.md")
    let all = behaviour.matches(of: /(?m)^\| ([OQ]\d+) \|/).map { String($0.output.1) }
    #expect(Self.rows.sorted() == Set(all).subtracting(others).sorted())
    let text = try packageFile("Lessons/Stages/README.md")
    let count = "\(Stage.all[5].rows.count) of its \(Self.rows.count) rows"
    #expect(text.replacing("\n", with: " ").contains(count), "\(count)")
  }

  private static func classes(of stage: Stage) -> any Framework.Type {
    [Stage1.self, Stage2.self, Stage3.self, Stage4.self, Stage5.self, Stage6.self][stage.number - 1]
  }
}
