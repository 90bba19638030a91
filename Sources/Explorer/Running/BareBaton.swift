import Threading

/// Two threads that do nothing but hand the baton to each other: the measure for the engine's speed.
package enum BareBaton {
  /// How long that many hand-overs take, on the core of the last exploration: others may be faster or slower.
  package static func seconds(handOvers: Int) -> Double {
    let (ours, theirs, end) = (Baton(), Baton(), Baton())
    let rounds = handOvers / 2
    let core = Core.last
    Threads.start(named: "bare baton") {
      core.keepCallingThread()
      for _ in 0..<rounds {
        theirs.take()
        ours.give()
      }
    }
    Threads.start(named: "bare baton") {
      core.keepCallingThread()
      for _ in 0..<rounds {
        theirs.give()
        ours.take()
      }
      end.give()
    }
    let begin = ContinuousClock.now
    end.take()
    return (ContinuousClock.now - begin) / .seconds(1)
  }
}
