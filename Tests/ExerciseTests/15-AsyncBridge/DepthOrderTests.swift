import ExerciseSupport
import MiniOperations
import Testing

@testable import Exercise15

extension Depth {
  @Test func `The first event decides, in each of 984 sequences of up to six events`() async {
    await inOwnProcess {
      let orders = Event.orders
      let failed = [Outcome.value(7), .broken(7)].lazy.flatMap { outcome in
        orders.lazy.compactMap { order in Run(order, outcome: outcome).play().map { (order, outcome, $0) } }
      }.first
      expect(
        orders.count == 492 && failed == nil,
        """
        \(failed.map { "\($0.0.map(\.rawValue).joined(separator: ", ")), and the work gives \($0.1): \($0.2)" } ?? "")
        """)
    }
  }
}

/// The events of one operation and two tasks that call `value()`.
private enum Event: String, CaseIterable {
  case aCalls = "task A calls value()"
  case bCalls = "task B calls value()"
  case aIsCancelled = "task A is cancelled"
  case operationIsCancelled = "the operation is cancelled"
  case workStarts = "its work starts"
  case workReturns = "its work returns"

  /// All orders in which the work returns after its start, with both cancellations, one of them or none.
  static let orders: [[Event]] = [
    allCases, allCases.filter { $0 != .aIsCancelled }, allCases.filter { $0 != .operationIsCancelled },
    allCases.filter { $0 != .aIsCancelled && $0 != .operationIsCancelled },
  ].flatMap(permutations).filter { $0.firstIndex(of: .workStarts)! < $0.firstIndex(of: .workReturns)! }

  private static func permutations(_ events: [Event]) -> [[Event]] {
    guard !events.isEmpty else { return [[]] }
    return events.indices.flatMap { index -> [[Event]] in
      var rest = events
      let first = rest.remove(at: index)
      return permutations(rest).map { [first] + $0 }
    }
  }
}

/// One order of events, step by step, with the outcome that is required after each of them.
private final class Run: @unchecked Sendable {
  // Unchecked: it is used by one thread.
  private var events: ArraySlice<Event>
  private let outcome: Outcome
  private var calculation: Calculation!
  private var a: Caller!
  private var b: Caller!
  private var called: Set<Event> = []
  private var isACancelled = false
  private var decision: Outcome?
  private var failure: String?

  init(_ events: [Event], outcome: Outcome) {
    self.events = events[...]
    self.outcome = outcome
    calculation = Calculation { [unowned self] in
      // The events between start and return happen while the work runs.
      play(until: .workReturns)
      decide(outcome)
      return try outcome.get()
    }
    a = Caller(of: calculation)
    b = Caller(of: calculation)
  }

  /// Plays all events; the first failure, or nil.
  func play() -> String? {
    play(until: nil)
    // A task that has not called value() does so now, so that no task is left waiting.
    for caller in [a!, b!] { _ = caller.outcome }
    return failure
  }

  private func play(until last: Event?) {
    while failure == nil, let event = events.popFirst(), event != last {
      perform(event)
      check(after: event)
    }
  }

  private func decide(_ outcome: Outcome) { decision = decision ?? outcome }

  private func perform(_ event: Event) {
    switch event {
    case .aCalls:
      called.insert(event)
      if isACancelled && !calculation.isFinished { decide(.cancelled) }
      a.run()
    case .bCalls:
      called.insert(event)
      b.run()
    case .aIsCancelled:
      isACancelled = true
      if called.contains(.aCalls) && !calculation.isFinished { decide(.cancelled) }
      a.cancel()
    case .operationIsCancelled:
      if !calculation.isFinished { decide(.cancelled) }
      calculation.cancel()
    case .workStarts: calculation.start()
    case .workReturns: break
    }
  }

  private func check(after event: Event) {
    for (name, caller, question) in [("A", a!, Event.aCalls), ("B", b!, .bCalls)]
    where called.contains(question) {
      guard let decision else {
        if let early = caller.outcomeSoFar {
          failure = "expected task \(name) to wait after '\(event.rawValue)', got \(early)"
        }
        continue
      }
      let got = caller.outcome
      // A task that was cancelled before it called may get that error, even if there is a value.
      if got != decision && !(question == .aCalls && isACancelled && got == .cancelled) {
        failure = "expected task \(name) to get \(decision) after '\(event.rawValue)', got \(caller.text)"
      }
    }
    // Checked last: a cancelled task may cancel the operation only when it runs.
    if failure == nil, decision == .cancelled && !calculation.isCancelled {
      failure = "expected a cancelled operation after '\(event.rawValue)', got one that is not cancelled"
    }
  }
}
