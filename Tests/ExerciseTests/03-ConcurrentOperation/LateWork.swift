import Exercise03
import ExerciseSupport
import MiniOperations
import Synchronization

/// Work that has begun and is done when a test says so.
final class LateWork: Sendable {
  let notes = Notes()
  private let dones = Synchronization.Mutex<[@Sendable () -> Void]>([])

  /// How often it was begun.
  var begins: Int { notes.lines.count { $0 == "the work begins" } }

  /// What an operation is given; `sayMore` is called in the middle of its beginning.
  func work(_ sayMore: @escaping @Sendable () -> Void = {}) -> Transfer.Work {
    { done in
      self.notes("the work begins")
      self.dones.withLock { $0.append(done) }
      sayMore()
    }
  }

  /// Says that it is done, as often as it was begun.
  func sayDone() { for done in dones.withLock({ $0 }) { done() } }

  /// Drops the closure that it would have to call.
  func forget() { dones.withLock { $0 = [] } }
}

/// What an operation announces, and what it answers in that moment.
final class Announcements: Sendable {
  let notes: Notes
  private let prior: Notes
  private let kept: [MiniObservation]

  /// Writes down what is announced; `meddle` is called once in each of the six announcements of a life.
  init(
    of operation: Transfer, in notes: Notes = Notes(), meddle: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    let (prior, met) = (Notes(), Moments())
    (self.notes, self.prior) = (notes, prior)
    let keys = [("isExecuting", \MiniOperation.isExecuting), ("isFinished", \MiniOperation.isFinished)]
    kept = keys.map { name, key in
      operation.observe(key, options: [.old, .new, .prior]) { operation, change in
        let moment = "\(name) from \(change.words), prior: \(change.isPrior)"
        if change.isPrior {
          prior(name)
        } else {
          let isBoth = operation.isExecuting && operation.isFinished
          let remark = isBoth ? " (it executes and has finished)" : ""
          notes("\(name): \(change.words)\(remark)")
        }
        // Once, or a wrong answer would call itself without an end.
        if met.add(moment) { meddle(moment) }
      }
    }
  }

  /// What was announced about one key.
  func about(_ key: String) -> [String] { notes.lines.filter { $0.hasPrefix(key) } }

  /// Whether each of the three changes was announced once, by both calls.
  var areWhole: Bool {
    about("isExecuting") == Announcements.wholeExecuting && about("isFinished") == Announcements.wholeFinished
  }

  /// Ends the observation, and notes where a change was announced that has not come.
  func end() {
    for observation in kept { observation.invalidate() }
    for name in ["isExecuting", "isFinished"] {
      let (begun, ended) = (prior.lines.count { $0 == name }, about(name).count)
      if begun != ended { notes("\(name): willChangeValue \(begun) times, didChangeValue \(ended) times") }
    }
  }

  static let wholeExecuting = ["isExecuting: false to true", "isExecuting: true to false"]
  static let wholeFinished = ["isFinished: false to true"]
}

/// The moments that have been met.
private final class Moments: Sendable {
  private let met = Synchronization.Mutex<Set<String>>([])

  /// Whether the moment is new.
  func add(_ moment: String) -> Bool { met.withLock { $0.insert(moment).inserted } }
}

extension Transfer {
  /// Both answers, in words.
  var shown: String { "isExecuting \(isExecuting), isFinished \(isFinished)" }
}

/// How many are somewhere at the same time.
final class Crowd: Sendable {
  private let count = Synchronization.Mutex((now: 0, most: 0))

  var most: Int { count.withLock { $0.most } }

  func enter() { count.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) } }

  func leave() { count.withLock { $0.now -= 1 } }
}

/// Knows an operation without holding it.
final class Weakly: @unchecked Sendable {
  // Unchecked: set before the operation starts.
  weak var operation: Transfer?
}

/// An object that asks an operation in its `deinit`, on a thread that it waits for.
func asks(_ operation: Weakly, _ stuck: Notes) -> ReleaseObserver {
  ReleaseObserver { if !returns({ _ = operation.operation?.shown }) { stuck("no answer") } }
}

/// Holds an operation until a test lets go of it.
final class Held: @unchecked Sendable {
  // Unchecked: set before threads begin and after they have ended.
  var operation: Transfer?
}
