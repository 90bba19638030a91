import ExerciseSupport
import MiniOperations
import Testing

@testable import Exercise14

extension `Await a value` {
  @Test func `Whatever comes first decides, in every order of begin, end, cancel and await`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        var count = 0
        for end in [Outcome.value(7), .broken(7)] {
          for order in Event.orders {
            count += 1
            let run = Run(order, ending: end)
            run.play()
            guard let failure = run.failure else { continue }
            Issue.record(
              """
              \(failure)
              in the order: \(order.map { "\($0)" }.joined(separator: ", ")); the work ends with \(end)
              Which of them decides, and which tasks must be resumed then?
              """)
            return
          }
        }
        expect(count == 984, "the orders of the events are not what they were: \(count)")
      }
    }
    judge(end)
  }
}

/// What can happen to one operation and two tasks that await it.
private enum Event: String, CaseIterable, CustomStringConvertible {
  case aAsks = "task A asks"
  case bAsks = "task B asks"
  case aIsCancelled = "task A is cancelled"
  case operationIsCancelled = "the operation is cancelled"
  case workBegins = "its work begins"
  case workEnds = "its work ends"

  var description: String { rawValue }

  /// All orders, with both of the cancels, one of them or none, in which work ends after it has begun.
  static let orders: [[Event]] = [
    allCases, allCases.filter { $0 != .aIsCancelled }, allCases.filter { $0 != .operationIsCancelled },
    allCases.filter { $0 != .aIsCancelled && $0 != .operationIsCancelled },
  ].flatMap(permutations).filter { $0.firstIndex(of: .workBegins)! < $0.firstIndex(of: .workEnds)! }

  private static func permutations(_ events: [Event]) -> [[Event]] {
    guard !events.isEmpty else { return [[]] }
    return events.indices.flatMap { index -> [[Event]] in
      var rest = events
      let first = rest.remove(at: index)
      return permutations(rest).map { [first] + $0 }
    }
  }
}

/// One order of events, played step by step, and the outcome required after each of them.
private final class Run: @unchecked Sendable {
  // Unchecked: it is used by one thread.
  private var events: ArraySlice<Event>
  private let end: Outcome
  private var calculation: Calculation!
  private var a: Listener!
  private var b: Listener!
  private var asked: Set<Event> = []
  private var isACancelled = false
  private var decision: Outcome?
  private(set) var failure: String?

  init(_ events: [Event], ending end: Outcome) {
    self.events = events[...]
    self.end = end
    calculation = Calculation { [unowned self] in
      // What comes between begin and end happens while the work runs.
      play(until: .workEnds)
      decide(end)
      if case .value(let value) = end { return value }
      throw Broken(number: 7)
    }
    a = Listener(to: calculation)
    b = Listener(to: calculation)
  }

  func play() {
    play(until: nil)
    // Who has not asked does so now, so that no task is left behind.
    for listener in [a!, b!] { _ = listener.outcome }
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
    case .aAsks:
      asked.insert(event)
      if isACancelled && !calculation.isFinished { decide(.cancelled) }
      a.goOn()
    case .bAsks:
      asked.insert(event)
      b.goOn()
    case .aIsCancelled:
      isACancelled = true
      if asked.contains(.aAsks) && !calculation.isFinished { decide(.cancelled) }
      a.cancel()
    case .operationIsCancelled:
      if !calculation.isFinished { decide(.cancelled) }
      calculation.cancel()
    case .workBegins: calculation.start()
    case .workEnds: break
    }
  }

  private func check(after event: Event) {
    for (name, listener, question) in [("A", a!, Event.aAsks), ("B", b!, .bAsks)]
    where asked.contains(question) {
      guard let decision else {
        if let early = listener.outcomeSoFar {
          failure = "expected task \(name) to wait after '\(event)', got \(early)"
        }
        continue
      }
      let heard = listener.outcome
      // One that was cancelled before it asked may be told so, even if there is a value.
      if heard != decision && !(question == .aAsks && isACancelled && heard == .cancelled) {
        failure = "expected task \(name) to get \(decision) after '\(event)', got \(listener.text)"
      }
    }
    // Not before the tasks have gone on: a task that was cancelled may be the one that cancels the operation.
    if failure == nil, decision == .cancelled && !calculation.isCancelled {
      failure = "expected a cancelled operation after '\(event)', got one that is not cancelled"
    }
  }
}
