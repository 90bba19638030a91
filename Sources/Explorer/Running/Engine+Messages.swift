// How the engine explains why its threads cannot go on.

extension Engine {
  /// Who waits for whom, holding what.
  var deadlockMessage: String {
    var lines = ["Deadlock: nobody can go on."]
    for (index, thread) in threads.enumerated() where !thread.hasEnded && !thread.waitsForWork {
      lines.append("  '\(thread.name)' \(reason(of: thread))\(holdings(of: index))")
    }
    return lines.joined(separator: "\n")
  }

  var livelockMessage: String {
    "The threads went on for \(settings.maxSteps) steps without coming to an end; "
      + "the last to run was '\(threads[current].name)'. Something turns round in a circle, "
      + "or maxSteps is too small."
  }

  private func reason(of thread: DirectedThread) -> String {
    switch thread.state {
    case .wants(let lock):
      guard let holder = resources[lock].holder else { return "wants \(name(of: lock))" }
      if threads[holder].name == thread.name { return "wants \(name(of: lock)), which it holds itself" }
      return "wants \(name(of: lock)), which '\(threads[holder].name)' holds"
    case .waits(let condition, _, _): return "waits on \(name(of: condition))"
    case .awaits(let resource, _, _): return "waits for \(name(of: resource))"
    case .declared, .ready, .sleeps, .ended: return "cannot go on"
    }
  }

  private func holdings(of index: Int) -> String {
    let held = resources.all.filter { $0.holder == index }
    if held.isEmpty { return "" }
    let names = held.map { $0.label.isEmpty ? "a lock" : "'\($0.label)'" }
    return ", holding " + names.joined(separator: " and ")
  }

  private func name(of lock: Int) -> String {
    resources[lock].label.isEmpty ? "a lock" : "'\(resources[lock].label)'"
  }
}

extension Engine {
  var unseenBlockMessage: String {
    "The thread '\(threads[current].name)' has not reached a point for \(settings.watchdog.inSeconds) s. It "
      + "waits in something that the explorer cannot see (an NSLock, a Mutex, a semaphore, a socket), or it "
      + "computes for very long. Use the framework's RecursiveLock and Condition, or raise the watchdog."
  }
}

extension String {
  /// The text without what differs between two runs: a queue that has no name is called by its address.
  var withoutAddresses: String { replacing(#/ 0x[0-9a-f]+/#, with: "") }
}
