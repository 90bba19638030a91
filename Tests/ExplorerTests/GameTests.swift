import Synchronization
import Testing

@testable import Explorer

/// "You are the scheduler", played from a script.
@Suite struct `The game` {
  private let scenario = Scenario("lost update") { stage in
    let balance = Shared(100, "balance")
    stage.thread("A") { balance.value -= 30 }
    stage.thread("B") { balance.value -= 50 }
    stage.finally { stage.expect(balance.value == 20, "both amounts are gone") }
  }

  /// The game's output for these answers.
  private func play(_ scenario: Scenario, _ answers: [String], sources: SourceView? = nil) -> [String] {
    let left = Mutex(answers[...])
    return play(scenario, sources: sources) { _ in left.withLock { $0.popFirst() } }
  }

  /// The game's output for a player who sees all of it before each answer.
  private func play(
    _ scenario: Scenario, sources: SourceView? = nil, _ answer: @escaping @Sendable ([String]) -> String?
  ) -> [String] {
    let said = Mutex<[String]>([])
    let screen = Screen(
      width: 80, sources: sources, read: { answer(said.withLock { $0 }) },
      write: { line in said.withLock { $0.append(line) } })
    Game(scenario, Settings(), screen).play()
    return said.withLock { $0 }
  }

  private let wayToFail = ["1", "1", "2", "2", "2", "1"]

  @Test func `The bad state is reached, and the game says in how many moves it can be done`() {
    let said = play(scenario, wayToFail)
    #expect(said.contains("Rule broken: both amounts are gone"))
    #expect(said.contains { $0.hasPrefix("Reached in ") })
    #expect(said.contains("There is no shorter way."), "\(said)")
    #expect(said.contains { $0.contains("The scheduler paused A before row 4; row 2 ran first.") })
  }

  @Test func `A step back undoes one move, even at the end`() {
    let said = play(scenario, wayToFail.dropLast() + ["b", "2", "b", "q"])
    let menus = said.filter { $0.hasPrefix("  1  ") }
    #expect(menus.count >= 6, "\(said)")
    let atTheEnd = play(scenario, wayToFail + ["b", "q"])
    #expect(
      atTheEnd.last { $0.hasPrefix("  1  ") }
        == play(scenario, wayToFail.dropLast() + ["q"]).last {
          $0.hasPrefix("  1  ")
        })
  }

  @Test func `Start again is the first position, in the middle and at the end`() {
    let first = play(scenario, ["q"]).filter { $0.hasPrefix("  ") }
    for moves in [["1", "1"], wayToFail] {
      let said = play(scenario, moves + ["r", "q"])
      #expect(said.filter { $0.hasPrefix("  ") }.suffix(first.count) == first[...], "\(said)")
    }
  }

  @Test func `Show me shows the shortest way at every point, and keeps the position`() {
    for count in 0...wayToFail.count {
      let said = play(scenario, wayToFail.prefix(count) + ["s", "s", "q"])
      let shown = said.filter { $0.contains("read balance → 100  ◀") }
      #expect(shown.count >= 2, "after \(count) moves: \(said)")
      #expect(said.contains { $0.contains("Your position is unchanged.") })
    }
  }

  @Test func `Rows keep their numbers from move to move, and none is marked before the end`() {
    let said = play(scenario, wayToFail)
    let tables = said.filter { $0.hasPrefix("\n     A") }.map { $0.split(separator: "\n").dropFirst() }
    #expect(tables.count > 3)
    var known: [String: String] = [:]
    for table in tables {
      for row in table where row.prefix(5).contains(where: \.isNumber) {
        let number = String(row.prefix(3))
        let text = row.dropFirst(5).replacing("◀", with: "").filter { $0 != " " }
        #expect(known[number, default: String(text)] == text, "row \(number)")
        known[number] = String(text)
      }
    }
    for table in tables.dropLast() { #expect(!table.joined().contains("◀"), "\(table)") }
  }

  @Test func `The program's own lines are side by side, with a mark at each thread's next line`() {
    let scenario = Scenario("lines") { stage in
      let balance = Shared(100, "balance")
      stage.thread("A") {
        let before = balance.value
        balance.value = before - 30
      }
      stage.thread("B") { balance.value -= 50 }
      stage.finally { stage.expect(balance.value == 20, "both amounts are gone") }
    }
    let said = play(scenario, ["1", "1", "q"], sources: SourceView())
    #expect(
      said.contains { $0.contains("A  GameTests.swift") && $0.contains("B  GameTests.swift") }, "\(said)")
    #expect(
      said.contains { $0.contains(#/▶ +\d+ +stage.thread\("B"\)/#) },
      "not begun, it stands where it is declared")
    #if os(Linux)
      #expect(said.contains { $0.contains(#/▶ +\d+ +let before = balance.value/#) }, "\(said)")
      #expect(said.contains { $0.contains(#/▶ +\d+ +balance.value = before - 30/#) }, "\(said)")
    #endif
  }

  @Test func `A correct program can be played, and the game reports when everything has been tried`() {
    let right = Scenario("right") { stage in
      let (one, other) = (Shared(0, "one"), Shared(0, "other"))
      stage.thread("A") {
        one.value = 1
        _ = other.value
      }
      stage.thread("B") {
        other.value = 1
        _ = one.value
      }
      stage.finally { stage.expect(one.value + other.value == 2, "both are written") }
    }
    // Takes the first thread that has not been tried, and a step back where all have.
    let said = play(right) { said in
      if said.contains(where: { $0.hasPrefix("You have tried everything") }) { return "q" }
      guard said.last?.hasPrefix("What next?") == false else { return "b" }
      let menu = said[((said.lastIndex(of: "") ?? 0) + 1)...].filter { $0.hasPrefix("  ") }
      return menu.firstIndex { !$0.hasSuffix("(all tried)") }.map { "\($0 + 1)" } ?? "b"
    }
    #expect(said.contains { $0.hasPrefix("The search found no order in which it fails") }, "\(said)")
    var all = Settings(.exhaustive(preemptions: nil))
    all.skipsEquivalent = false
    let orders = Explorer.explore(right, all).schedules
    #expect(said.contains("You have tried everything: \(orders) orders, and there is no other."), "\(orders)")
  }

  @Test func `An invalid thread number is asked for again, and the end of the input ends the game`() {
    let said = play(scenario, ["7", "x", "q"])
    #expect(said.contains("'7' is none of the numbers above."))
    #expect(said.contains("'x' is none of the numbers above."))
    #expect(play(scenario, []).last?.hasPrefix("It can be done in ") == true)
  }

  @Test func `A scenario that is not deterministic cannot be played`() {
    let coin = Coin()
    let said = play(
      Scenario("dice") { stage in
        let (one, other) = (Shared(0, "one"), Shared(0, "other"))
        stage.thread("A") { (coin.toss() ? one : other).value = 1 }
        stage.thread("B") { _ = one.value + other.value }
        stage.finally { stage.expect(false, "never") }
      }, [])
    #expect(said.first?.hasPrefix("'dice' cannot be played.") == true, "\(said)")
  }
}

/// The lines of a program beside each other.
@Suite struct `The source view` {
  private let view = SourceView { path in
    path == "/a/Long.swift" ? (1...9).map { "    line \($0) \(String(repeating: "x", count: 40))" } : nil
  }

  @Test func `Each thread has a column with its file and five lines, the next one marked`() {
    let place = SourcePlace(path: "/a/Long.swift", line: 4)
    let text = view.text(
      [
        SourceView.Column(thread: "A", place: place),
        SourceView.Column(thread: "B", place: nil, remark: "has ended"),
      ], width: 60)
    #expect(
      text == [
        "  A  Long.swift                B", "      2  line 2 xxxxxxxxxxxx…  has ended",
        "      3  line 3 xxxxxxxxxxxx…", "  ▶   4  line 4 xxxxxxxxxxxx…", "      5  line 5 xxxxxxxxxxxx…",
        "      6  line 6 xxxxxxxxxxxx…",
      ])
  }

  @Test func `Without a readable file nothing is shown`() {
    #expect(view.text([SourceView.Column(thread: "A", place: nil)], width: 60).isEmpty)
  }
}
