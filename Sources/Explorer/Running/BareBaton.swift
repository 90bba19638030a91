import MiniOperations

/// Two threads that do nothing but hand the baton to each other: the measure for the engine's speed.
package enum BareBaton {
  /// How long so many hand-overs take.
  package static func seconds(handOvers: Int) -> Double {
    let (ours, theirs) = (Baton(), Baton())
    let rounds = handOvers / 2
    Threads.start(named: "bare baton") {
      for _ in 0..<rounds {
        theirs.take()
        ours.give()
      }
    }
    let begin = ContinuousClock.now
    for _ in 0..<rounds {
      theirs.give()
      ours.take()
    }
    return (ContinuousClock.now - begin) / .seconds(1)
  }
}
