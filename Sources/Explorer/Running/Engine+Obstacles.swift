import MiniOperations

// What only the stand-ins need from the engine: locks that are not recursive,
// and waits for anything that is neither a lock nor a signal.

extension Engine {
  func tryToAcquire(_ lock: UInt64, isRecursive: Bool, until deadline: Duration?, label: () -> String) -> Bool
  {
    guard !isInspecting else {
      isLookedAt(lock)
      return true
    }
    let index = resources.index(of: lock, reachedBy: current)
    if isWrittenDown { resources[index].label = label() }
    recorder?.intends(current, { "try to lock \(label())" }, threads)
    if let deadline, deadline > time, resources[index].holder != current || !isRecursive {
      threads[current].isOpen = { [unowned self] in resources[index].holder == nil }
      threads.set(current, to: .awaits(resource: index, until: deadline))
      setSurprisable(true)
      footprint.add(Footprint.clock, isWrite: false)
    }
    yield(isPrivate: resources.isPrivate(index, of: current))
    threads.set(current, to: .ready)
    threads[current].isOpen = nil
    if let deadline {
      if threads[current].isSurprised { passTime(to: deadline) }
      threads[current].hasAwaited = true
      footprint.add(Footprint.clock, isWrite: true)
    }
    if isRecursive, resources[index].holder == current {
      resources[index].depth += 1
      use(index, isWrite: true)
    } else if resources[index].holder == nil {
      take(index, depth: 1, .program)
    } else {
      use(index, isWrite: false)
      recorder?.did(current, .lock, lock, { "do not get \(label())" }, self)
      return false
    }
    recorder?.did(current, .lock, lock, { "lock \(label()) at the first try" }, self)
    return true
  }

  func await(
    _ resource: UInt64, until deadline: Duration?, label: () -> String,
    isOpen: @escaping @Sendable () -> Bool
  ) -> Bool {
    guard !isInspecting else {
      isLookedAt(resource)
      return true
    }
    let index = resources.index(of: resource, reachedBy: current)
    if let recorder {
      resources[index].label = label()
      recorder.intends(current, { "wait for \(label())" }, threads)
      if !isOpen() { recorder.did(current, .wait, resource, { "wait for \(label())" }, self) }
    }
    let isLate = deadline.map { $0 <= time } == true
    if deadline != nil { footprint.add(Footprint.clock, isWrite: false) }
    setSurprisable(deadline != nil)
    threads[current].isOpen = isOpen
    threads.set(current, to: isLate ? .ready : .awaits(resource: index, until: deadline))
    yield(isPrivate: (isLate || isOpen()) && resources.isPrivate(index, of: current))
    if let deadline, threads[current].isSurprised { passTime(to: deadline) }
    threads.set(current, to: .ready)
    threads[current].isOpen = nil
    threads[current].hasAwaited = true
    use(index, isWrite: true)
    synchronise(index)
    if deadline != nil { footprint.add(Footprint.clock, isWrite: true) }
    let hasOpened = isOpen()
    recorder?.did(
      current, .wait, resource, { hasOpened ? "get \(label())" : "no longer wait for \(label())" }, self)
    return hasOpened
  }
}

extension Engine {
  func local<Value: AnyObject & Sendable>(to object: UInt64?, _ make: () -> Value) -> Value {
    let object = object ?? 1 << 63 | threads[current].number
    if let known = locals[object] as? Value { return known }
    let value = make()
    locals[object] = value
    return value
  }
}
