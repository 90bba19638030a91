import ExerciseSupport

@testable import Exercise07

/// A runner whose launched closures are called when the test says so, and the trace of its pieces.
final class Bench: Sendable {
  let trace = Notes()
  let launched: Launched
  let runner: SerialRunner
  private let isStuck = Notes()

  init() {
    let launched = Launched()
    self.launched = launched
    runner = SerialRunner { launched.add($0) }
  }

  /// Adds pieces that record when they begin and end.
  func add(_ numbers: Int..., body: @escaping @Sendable () -> Void = {}) {
    for number in numbers {
      runner.add { [trace] in
        trace("\(number) begins")
        body()
        trace("\(number) ends")
      }
    }
  }

  /// Calls the launched closures on another thread, until none is left; false if one does not return.
  @discardableResult
  func run() -> Bool {
    while let closure = launched.take() {
      guard returns(closure) else {
        isStuck("and a launched closure that does not return")
        return false
      }
    }
    return true
  }

  /// What has happened, for a message: the trace, and whether it stopped because a closure did not return.
  var story: String { trace.text + isStuck.lines.prefix(1).map { ", \($0)" }.joined() }

  /// The numbers of the pieces that have ended.
  var ended: [Int] { trace.lines.filter { $0.hasSuffix("ends") }.compactMap { Int($0.prefix { $0 != " " }) } }
}

/// Closures that were handed to `launch`, still to be called.
final class Launched: Sendable {
  private let closures = Handover<(all: Int, waiting: [@Sendable () -> Void])>((0, []), name: "launched")

  /// How many there have been.
  var count: Int { closures.withLock { $0.all } }

  func add(_ closure: @escaping @Sendable () -> Void) {
    closures.withLock {
      $0.all += 1
      $0.waiting.append(closure)
    }
  }

  /// Calls them on this thread, until none is left.
  func runAll() { while let closure = take() { closure() } }

  func take() -> (@Sendable () -> Void)? {
    closures.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
  }
}

/// The methods of a runner, to be called by something else.
let calls: [(name: String, call: @Sendable (SerialRunner) -> Void)] = [
  ("add", { $0.add {} }), ("suspend()", { $0.suspend() }), ("resume()", { $0.resume() }),
  ("drop()", { _ = $0.drop() }),
]

/// Pieces that record when they begin and end, and how many run at the same time.
final class Pieces: Sendable {
  let (begun, ended) = (Log<Int>(), Log<Int>())
  private let running = Log<Int>()
  private let scene: Scene

  init(_ scene: Scene) { self.scene = scene }

  func make(_ number: Int) -> @Sendable () -> Void {
    { [self] in
      begun.add(number)
      running.add(begun.entries.count - ended.entries.count)
      scene.point("piece \(number) is running")
      ended.add(number)
    }
  }

  /// The most that have run at the same time.
  var atOnce: Int { running.entries.max() ?? 0 }
}
