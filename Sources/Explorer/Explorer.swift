import Terminal

/// Tries the orders in which the threads of a scenario can take turns, and shows the one that fails.
///
/// Write the program as a ``Scenario``, then explore it:
///
///     let exploration = Explorer.explore("lost update") { stage in
///       let balance = Shared(100, "balance")
///       stage.thread("A") { balance.value -= 30 }
///       stage.thread("B") { balance.value -= 50 }
///       stage.finally { stage.expect(balance.value == 20, "both amounts are gone") }
///     }
///     print(exploration)            // the failing schedule as a table
///     exploration.token             // and as a short line, for replay(_:_:_:)
///
/// One thread runs at a time. At each *point* another can run first: when a lock is acquired, at a wait and a
/// signal, when work is given to a queue or begins, when a task is suspended, when an operation is read or
/// announces a change, when a ``Shared`` is used and at each ``point(_:)``. Time is virtual: when all threads
/// wait, it jumps to the first deadline. <doc:YourFirstScenario> lists the points.
public func explore(_ scenario: Scenario, _ settings: Settings = Settings()) -> Exploration {
  let search = Search(scenario, settings)
  return search.directing {
    let (found, schedules, verdict) = search.explore()
    return search.report(found, schedules, verdict)
  }
}

/// Explores the scenario that the closure sets up.
public func explore(
  _ name: String, _ settings: Settings = Settings(), _ body: @escaping @Sendable (Stage) throws -> Void
) -> Exploration {
  explore(Scenario(name, body), settings)
}

/// Runs the one schedule that a token stands for.
public func replay(
  _ token: String, _ scenario: Scenario, _ settings: Settings = Settings()
) -> Exploration {
  let search = Search(scenario, settings)
  return search.directing { search.replay(token) }
}

/// Runs the one schedule that a token stands for, of the scenario that the closure sets up.
public func replay(
  _ token: String, _ name: String, _ settings: Settings = Settings(),
  _ body: @escaping @Sendable (Stage) throws -> Void
) -> Exploration {
  replay(token, Scenario(name, body), settings)
}

/// Makes you the scheduler: on a terminal you pick the thread that runs next,
/// and try to make the scenario fail.
///
/// Threads are not switched at accesses to ordinary variables.
///
/// The program's own lines appear beside the threads. At every point you can
/// step back, start again or ask for the shortest way, and you can play a
/// correct scenario until you have tried everything. Without a terminal it says
/// so and returns.
public func play(_ scenario: Scenario, _ settings: Settings = Settings()) {
  guard Terminal.isInteractive else {
    return print(
      "'\(scenario.name)' can be played on a terminal only, where you pick the thread that runs next.")
  }
  let screen = Screen(
    width: ThreadTable.width, isASCII: !Terminal.hasUnicode, read: { readLine() }, write: { print($0) })
  Game(scenario, settings, screen).play()
}
