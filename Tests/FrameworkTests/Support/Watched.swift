import Foundation
import Synchronization
import TestSupport
import Testing

/// Watches the tests of a suite, so that one whose thread never continues is named.
///
/// A test that blocks does it on a thread of its own; see `onThread`. Any other blocks only where the
/// framework is broken. It then holds one of the few threads that all tests share, and a report that needs
/// such a thread never comes. So a thread of the system watches them: when the process has done nothing
/// for a while, it names the tests that have not ended, and ends the process.
struct Watched: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let number = Watch.ofAllTests.begin(test.plainName)
    defer { Watch.ofAllTests.end(number) }
    try await Watch.$currentTest.withValue(number) { try await function() }
  }
}

extension Trait where Self == Watched {
  /// Ends the process if a test stands still that cannot be abandoned.
  static var watched: Watched { Watched() }
}

extension Test {
  /// The name as a sentence.
  var plainName: String { name.filter { $0 != "`" }.replacing("()", with: "") }
}

/// Ends the process when it does nothing although tests have not ended.
final class Watch: Sendable {
  private let tests = Guarded<[Int: (name: String, ownThreads: Int)]>([:])
  private let lastNumber = Atomic(0)

  /// Longer than ``Standstill/limit``: a test that can be abandoned has failed by then, and ended.
  static let ofAllTests = Watch(isAlone ? Standstill.limit * 1.5 : nil)

  /// Whether the framework's tests run without those of the whole course, some of which block the shared
  /// threads for minutes while other programs work for them.
  private static var isAlone: Bool {
    let arguments = CommandLine.arguments.joined(separator: " ")
    return !arguments.contains("operations-from-scratchPackageTests")
      || arguments.contains("FrameworkTests")
  }

  /// The number of the test that runs here.
  @TaskLocal static var currentTest: Int?

  /// Without a limit, nothing is watched.
  init(_ limit: Duration?) {
    guard let limit else { return }
    Thread { [self] in
      var stillness = Stillness(limit)
      while true {
        Thread.sleep(forTimeInterval: stillness.slice / .seconds(1))
        guard stillness.isLongEnough() else { continue }
        let tests = tests.withLock { $0.values.sorted { $0.name < $1.name } }
        if !tests.isEmpty { endProcess(tests, limit) }
      }
    }.start()
  }

  func begin(_ name: String) -> Int {
    let number = lastNumber.add(1, ordering: .relaxed).newValue
    tests.withLock { $0[number] = (name, 0) }
    return number
  }

  func end(_ number: Int) { tests.withLock { $0[number] = nil } }

  /// Records that the current test waits for a thread of its own.
  func whileOnThread<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    addThreads(1)
    defer { addThreads(-1) }
    return try await body()
  }

  private func addThreads(_ count: Int) {
    if let number = Watch.currentTest { tests.withLock { $0[number]?.ownThreads += count } }
  }

  private func endProcess(_ tests: [(name: String, ownThreads: Int)], _ limit: Duration) {
    let blocked = tests.filter { $0.ownThreads == 0 }.map {
      "'\($0.name)' stands still: it holds a thread that all tests share, or waits for one."
    }
    let others = tests.filter { $0.ownThreads > 0 }.map {
      "'\($0.name)' has not ended: it waits for a thread of its own."
    }
    let text = (blocked + others).joined(separator: "\n")
    FileHandle.standardError.write(Data("\(text)\nThe process did nothing for \(limit), and ends.\n".utf8))
    exit(EXIT_FAILURE)
  }
}

/// For how long the process has done nothing.
///
/// A slice of time counts if the process used less than a hundredth of it, was not kept waiting for a
/// processor, which shows in a late end of the slice, and waits for no exit test: the process of an exit
/// test watches itself.
struct Stillness {
  static let slices = 8

  let slice: Duration
  private var count = 0
  private var before = clock()
  private var begin = ContinuousClock.now

  init(_ limit: Duration) { slice = limit / Stillness.slices }

  /// Counts the slice that is over now; true when the limit is reached.
  mutating func isLongEnough() -> Bool {
    let now = clock()
    let used = Duration.seconds(Double(now - before) / Double(CLOCKS_PER_SEC))
    before = now
    let isInTime = ContinuousClock.now - begin < slice * 1.2 + .milliseconds(50)
    begin = .now
    count = used < slice / 100 && isInTime && !Stillness.waitsForProcess ? count + 1 : 0
    return count >= Stillness.slices
  }

  /// Whether a process that this one has started runs, and none has ended whose end is not noticed.
  private static var waitsForProcess: Bool {
    var ended = siginfo_t()
    return waitid(P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT) == 0 && ended.si_signo == 0
  }
}
