// How the engine explains why its threads cannot continue.

extension Engine {
  /// Which thread waits for which lock or signal, and what it holds.
  var deadlockMessage: String { message("Deadlock: no thread can run.") }

  /// No thread can run, and something that is not directed may be about to wake one of them.
  var unseenWaitMessage: String {
    message(
      "No thread that the Explorer directs can run. What it does not direct may wake one of them, so this need not be a "
        + "deadlock.")
  }

  private func message(_ first: String) -> String {
    var lines = [first]
    for (index, thread) in threads.enumerated() where !thread.hasEnded && !thread.mayWaitForever {
      lines.append("  '\(thread.name)' \(reason(of: index))\(holdings(of: index))")
    }
    return lines.joined(separator: "\n")
  }

  var livelockMessage: String {
    "Livelock: the threads ran for \(maxSteps) steps without ending; the last one was "
      + "'\(threads[current].name)'. They repeat the same steps, or maxSteps is too small."
  }

  private func reason(of index: Int) -> String {
    switch threads[index].state {
    case .wants(let lock):
      let place = place(of: index, waitingFor: lock)
      guard let holder = resources[lock].holder else { return "waits\(place) for \(name(of: lock))" }
      if holder == index { return "waits\(place) for \(name(of: lock)), which it holds itself" }
      let remark = threads[holder].hasEnded ? ", which has ended without unlocking it" : ""
      return "waits\(place) for \(name(of: lock)), held by '\(threads[holder].name)'\(remark)"
    case .waits(let condition, _, _, _):
      return "waits\(place(of: index, waitingFor: condition)) for a signal on \(name(of: condition))"
    case .awaits(let resource, _):
      return "waits\(place(of: index, waitingFor: resource)) for \(name(of: resource))"
    case .suspended:
      return "is suspended\(placeOfAwait(index)), and nothing that the Explorer directs is left that could "
        + "resume it"
    case .declared, .ready, .sleeps, .ended: return "cannot run"
    }
  }

  private func holdings(of index: Int) -> String {
    let held = resources.all.filter { $0.holder == index }
    if held.isEmpty { return "" }
    let names = held.map { lock in
      if let name = platformNames.fullName(of: lock.id) {
        return "\(name), taken\(platformNames.placeTaken(lock.id))"
      }
      return lock.label.isEmpty ? "a lock" : "'\(lock.label)'"
    }
    return "; it holds " + names.joined(separator: " and ")
  }

  private func name(of lock: Int) -> String {
    if let name = platformNames.fullName(of: resources[lock].id) { return name }
    return resources[lock].label.isEmpty ? "a lock" : "'\(resources[lock].label)'"
  }

  /// Where a thread waits for a lock of the platform, as in " at Bank.swift:12".
  private func place(of thread: Int, waitingFor lock: Int) -> String {
    platformNames.fullName(of: resources[lock].id) == nil ? "" : platformNames.place(of: thread)
  }
}

extension Engine {
  var unseenBlockMessage: String {
    // The watchdog may fire before the first thread has been declared.
    let name = threads.indices.contains(current) ? threads[current].name : "set-up"
    return
      "The thread '\(name)' has not reached a point for \(settings.watchdog.inSeconds) s. It is blocked in "
      + "something that the Explorer cannot see (a socket, a library's own queue, a Mutex in a module without the "
      + "setting), or waits in a loop for an ordinary variable, or computes for a long time. Use the types of "
      + "ExplorerStandIns, an Atomic for such a variable, or a longer Settings.watchdog."
  }
}

extension String {
  /// The text without what differs between two runs: a queue without a name is named by its address.
  var withoutAddresses: String {
    // By hand: a livelock has very many texts, and a regular expression would be parsed again for each.
    guard utf8.contains(UInt8(ascii: "x")), let address = firstRange(of: "0x") else { return self }
    return self[..<address.lowerBound]
      + String(self[address.upperBound...].drop(while: \.isHexDigit)).withoutAddresses
  }
}

extension Engine {
  /// The program's line at which a thread is; before its first step, where it was declared.
  func place(of thread: Int) -> SourcePlace? {
    recorder?.places[thread]?.place
      ?? threads[thread].declaration.map { SourcePlace(path: "\($0.file)", line: $0.line) }
  }
}
