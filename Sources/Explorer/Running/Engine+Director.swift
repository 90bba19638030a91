import Threading

// What the framework, the stand-ins and the scenario call on the engine.

extension Engine: Director {
  func perform(_ request: DirectedRequest, on resource: UInt64, label: () -> String) -> Bool {
    entered {
      // What a check or a watch reads must not be paused in between.
      if isInspecting {
        passOver(request, on: resource)
        return true
      }
      switch request {
      case .note: recorder?.did(current, .note, 0, label, self)
      case .acquire(let owner, let isRecursive):
        acquire(resource, of: owner, isRecursive: isRecursive, label: label)
      case .tryToAcquire(let isRecursive, let deadline):
        return tryToAcquire(resource, isRecursive: isRecursive, until: deadline, label: label)
      case .release(let owner): release(resource, of: owner, label: label)
      case .wait(let owner, let deadline, let mayLastForever):
        return wait(on: resource, of: owner, until: deadline, mayLastForever: mayLastForever, label: label)
      case .wakeOne(let owner): wake(resource, of: owner, all: false, label: label)
      case .wakeAll(let owner): wake(resource, of: owner, all: true, label: label)
      case .access(let isChange): access(resource, isChange: isChange, name: label)
      case .order(let order): orderMemory(at: resource, order)
      case .getResult: RaceDetector.getResults()
      case .unseen: resources.notes.unseen.insert(label())
      }
      return true
    }
  }

  // MARK: Steps

  func reach(_ step: DirectedStep, on resource: UInt64, label: () -> String) {
    entered {
      guard !isInspecting else { return inspected(resource) }
      recorder?.intends(current, label, threads, isInner: !Recorder.Row.Kind(step).isShown)
      if case .point = step {
        // The code behind a label may touch anything, so its order matters to everything.
        yield(isPrivate: false)
        footprint = .everything
        resources.notes.stoodAtPoint(current)
      } else {
        let index = resources.index(of: resource)
        yield(isPrivate: resources.isPrivate(index, of: current))
        use(index, isWrite: step.isChange)
        if step.isChange, resource == CancellationHandler.flags.value { resources.notes.cancelledTask() }
        if isSuspicious, step.isOfProgram { footprint.add(Footprint.ordinary, isWrite: false) }
        // Numbers in the order of first use: an object that is created only once
        // in a process would shift all others.
        record.mix(UInt64(index) << 1 | (step.isRead ? 1 : 0))
        if step.isOrdering { synchronise(index, isChange: step.isChange) }
      }
      recorder?.did(current, Recorder.Row.Kind(step), resource, label, self)
    }
  }

  /// Adds a resource to what the running step has touched.
  func use(_ index: Int, isWrite: Bool) {
    resources.use(index, by: current, isSetUp: phase != .running)
    footprint.add(resources[index].bit, isWrite: isWrite)
  }

  /// The code that follows may write ordinary variables of a module whose accesses are not seen.
  func assumeUntrackedWrites() {
    if isSuspicious { footprint.add(Footprint.ordinary, isWrite: true) }
  }

  // MARK: Checks and watches

  /// A request of a check or a watch: only that it reads the resource matters.
  private func passOver(_ request: DirectedRequest, on resource: UInt64) {
    switch request {
    case .acquire, .tryToAcquire: inspected(resource)
    case .note, .release, .wait, .wakeOne, .wakeAll, .access, .order, .getResult, .unseen: break
    }
  }

  /// A resource that a check after every step reads is never private.
  func inspected(_ id: UInt64) {
    if inspection.checksAlways, let index = resources.known(id) { resources.becameShared(index) }
  }

  // MARK: Reports and names

  func checkAtEnd(_ unfinished: @escaping @Sendable () -> String?) {
    entered {
      if !isInspecting { checksAtEnd.append(unfinished) }
    }
  }

  func ignoring<Result>(_ body: () -> Result) -> Result { entered(body) }

  func report(misuse message: String) { find(.misuse, message) }

  func nameResource() -> UInt64 {
    entered { resources.make(by: current) }
  }

  func local<Value: AnyObject & Sendable>(to object: UInt64?, _ make: () -> Value) -> Value {
    entered {
      let key = object ?? 1 << 63 | threads[current].number
      if let known = locals[key] as? Value { return known }
      let value = make()
      locals[key] = value
      return value
    }
  }
}

// By hand: `==` of a type from another module is a call that is looked up each time, and these are asked at
// each point.
extension DirectedStep {
  fileprivate var isRead: Bool { if case .read = self { true } else { false } }

  /// Whether other threads may see a difference.
  fileprivate var isChange: Bool {
    switch self {
    case .read, .look: false
    case .write, .announce, .post, .begin, .count, .point: true
    }
  }

  /// Whether the program's own code follows.
  fileprivate var isOfProgram: Bool { if case .count = self { false } else { true } }

  /// Whether it orders other memory: ordinary variables do not.
  fileprivate var isOrdering: Bool {
    switch self {
    case .read, .write: false
    case .announce, .post, .begin, .look, .count, .point: true
    }
  }
}
