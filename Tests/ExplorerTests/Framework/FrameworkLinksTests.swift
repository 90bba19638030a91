import Explorer
import TestSupport
import Testing

@testable import MiniOperations

/// Operations that are linked, dropped and ended by several threads at once.
@Suite(.serialized) struct `Links between operations under every schedule` {
  @Test func `two links in opposite directions`() {
    check("two links in opposite directions") { stage in
      let (a, b) = (MiniOperation(), MiniOperation())
      stage.thread("A") { a.addDependency(b) }
      stage.thread("B") { b.addDependency(a) }
      stage.finally { stage.expect(a.findDependencyCycle()?.count == 2, "each depends on the other") }
    }
  }

  @Test func `a dependency against an announcement of the operation`() {
    check("link against announcement") { stage in
      stage.mayLeaveOperations = true
      let (queue, operation, dependency) = (MiniOperationQueue(), MiniOperation(), MiniOperation())
      queue.isSuspended = true
      queue.addOperation(operation)
      stage.thread("A") {
        operation.addDependency(dependency)
        queue.isSuspended = false
      }
      stage.thread("B") { operation.didChangeValue(forKey: "isReady") }
      stage.finally { stage.expect(!operation.isFinished, "it waits for the dependency") }
    }
  }

  /// Every schedule of it: releasing a reference is not a step, so schedules that seem equivalent are not.
  private var untrusting: Settings {
    var settings = Settings()
    settings.skipsEquivalent = false
    return settings
  }

  @Test func `the last reference to a dependent against the end of its dependency`() {
    check("drop against finish", untrusting) { stage in
      let (dependency, deaths) = (MiniOperation(), Counter())
      let dependent = Held(CancelsDependencies(deaths))
      dependent.object?.addDependency(dependency)
      stage.thread("A") { dependency.start() }
      stage.thread("B") { dependent.object = nil }
      stage.finally {
        stage.expect(dependency.isFinished, "the dependency has finished")
        stage.expect(deaths.value == 1, "the dependent is gone")
      }
    }
  }

  @Test func `the last reference to an observed dependent against the end of its dependency`() {
    check("drop of an observed one against finish", untrusting) { stage in
      let (dependency, deaths, told) = (MiniOperation(), Counter(), Counter())
      let dependent = Held(CancelsDependencies(deaths))
      let observation = dependent.object?.observe(\.isReady) { _, _ in told.raise() }
      dependent.object?.addDependency(dependency)
      stage.thread("A") { dependency.start() }
      stage.thread("B") { dependent.object = nil }
      stage.finally {
        stage.expect(told.value <= 2, "told when it became unready, and at most once when it became ready")
        stage.expect(deaths.value == 1, "the dependent is gone")
        withExtendedLifetime(observation) {}
      }
    }
  }

  @Test func `the end of a dependency against the addition of its dependent`() {
    check("adding against finish") { stage in
      let queue = MiniOperationQueue()
      let (dependency, dependent) = (MiniOperation(), MiniOperation())
      dependent.addDependency(dependency)
      stage.thread("A") { dependency.start() }
      stage.thread("B") { queue.addOperation(dependent) }
      stage.finally { stage.expect(dependent.isFinished, "it has heard of the end, early or late") }
    }
  }

  @Test func `the end of a dependency against the first observer of its dependent`() {
    check("observe against finish") { stage in
      let (dependency, dependent, told) = (MiniOperation(), MiniOperation(), Counter())
      let observation = Held<MiniObservation>(nil)
      dependent.addDependency(dependency)
      stage.thread("A") { dependency.start() }
      stage.thread("B") {
        observation.object = dependent.observe(\.isReady) { _, _ in told.raise() }
        if dependent.isReady { told.raise() }
      }
      stage.finally {
        stage.expect(told.value >= 1, "the observer was told, unless it was ready by then")
        withExtendedLifetime((observation, dependent)) {}
      }
    }
  }

  @Test func `a removed dependency against its end`() {
    check("removal against finish") { stage in
      let queue = MiniOperationQueue()
      let (first, second) = (MiniOperation(), MiniOperation())
      second.addDependency(first)
      queue.addOperation(second)
      stage.thread("A") { first.start() }
      stage.thread("B") { second.removeDependency(first) }
      stage.finally { stage.expect(second.isFinished, "it was released, once or twice") }
    }
  }

  @Test func `a lock of the framework that its holder acquires again`() {
    let exploration = Explorer.explore("twice") { stage in
      let lock = Locked(0)
      stage.thread("A") { lock.withLock { _ in lock.withLock { _ in } } }
    }
    #expect(exploration.finding?.kind == .deadlock, "\(exploration)")
  }

  @Test func `O36: a condition that is announced against the return of main`() {
    check("a later end against main's return") { stage in
      let operation = ContinuingOperation()
      let completions = Counter()
      operation.completionBlock = { completions.raise() }
      stage.thread("A") { operation.start() }
      stage.thread("B") { operation.end() }
      stage.finally {
        stage.expect(operation.currentFlags.contains(.finished), "it has ended")
        stage.expect(completions.value == 1, "the completion block ran once")
      }
    }
  }

  @Test func `O40: an end that the framework and a subclass announce at once is observed once`() {
    check("the end announced twice") { stage in
      let operation = OwnEnd()
      let ends = Locked(0)
      let observation = operation.observe(\.isFinished, options: [.new]) { _, change in
        if change.newValue == true { ends.withLock { $0 += 1 } }
      }
      stage.thread("A") { operation.start() }
      stage.thread("B") { operation.end() }
      stage.finally {
        withExtendedLifetime(observation) {}
        stage.expect(ends.withLock { $0 } == 1, "observed \(ends.withLock { $0 }) times")
      }
    }
  }
}

// MARK: - Fixtures

/// A reference that one thread releases.
private final class Held<Object: AnyObject>: @unchecked Sendable {
  // Unchecked: under the Explorer one thread runs at a time.
  var object: Object?
  init(_ object: Object?) { self.object = object }
}

/// An operation without which its dependencies are useless: when it is released, it cancels them.
private final class CancelsDependencies: MiniOperation, @unchecked Sendable {
  // Unchecked: constant.
  private let deaths: Counter
  init(_ deaths: Counter) { self.deaths = deaths }

  deinit {
    for dependency in dependencies { dependency.cancel() }
    deaths.raise()
  }
}

/// An operation whose `isFinished` is its own, and is announced when its work elsewhere is done.
private final class OwnEnd: MiniOperation, @unchecked Sendable {
  // Unchecked: behind its own lock.
  private let isDone = Locked(false)

  override var isFinished: Bool { isDone.withLock { $0 } }

  func end() {
    willChangeValue(forKey: "isFinished")
    isDone.withLock { $0 = true }
    didChangeValue(forKey: "isFinished")
  }
}
