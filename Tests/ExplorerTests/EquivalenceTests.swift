import Explorer
import Synchronization
import TestSupport
import Testing
import Threading

/// Leaving out equivalent schedules must not leave out a single way in which a scenario can end.
@Suite(.serialized) struct `Equivalent schedules` {
  @Test(arguments: [0, 1, 2, nil])
  func `Every possible outcome occurs in some schedule that is tried`(bound: Int?) {
    var tried = 0
    var skipped = 0
    for seed in 1...sample(bound == nil ? 6 : bound == 2 ? 2 : 5, thorough: 300) {
      let program = ThreadProgram(seed: UInt64(seed), isShort: bound == nil)
      let (all, allCount) = program.ends(bound: bound, skipsEquivalent: false)
      let (some, someCount) = program.ends(bound: bound, skipsEquivalent: true)
      #expect(some == all, "program \(seed) loses \(all.subtracting(some)): \(program)")
      tried += allCount
      skipped += allCount - someCount
    }
    #expect(bound ?? 2 < 2 || skipped > 0)
  }

  /// Whichever began to wait last, each of them may run first, and none of them is paused by that.
  @Test(
    arguments: [
      [
        [.sleep(2), .write(1), .read(0)], [.write(2), .read(0), .sleep(1), .read(1)],
        [.write(0), .read(2), .sleep(2), .read(1)],
      ],
      [
        [.sleep(1), .lock(0), .write(1), .unlock(0)], [.read(2), .read(1), .write(2), .write(0)],
        [.write(2), .sleep(1), .read(0), .write(1)],
      ],
      [
        [.write(0), .wait(0), .write(0)], [.read(0), .wait(0), .lock(1), .read(0), .unlock(1)],
        [.read(2), .read(1), .sleep(0)],
      ],
      [[.write(0), .read(0)], [.wait(0), .read(0)], [.signal(0), .write(0), .wait(0), .write(0)]],
    ] as [[[ThreadProgram.Line]]])
  func `Threads that wake at the same moment`(threads: [[ThreadProgram.Line]]) {
    let program = ThreadProgram(threads: threads)
    let all = program.ends(bound: 0, skipsEquivalent: false).ends
    #expect(program.ends(bound: 0, skipsEquivalent: true).ends == all, "\(program)")
  }

  /// Needs the rule about which threads may sleep where the running thread had to stop: three must have begun by then.
  @Test func `A program that would lose an outcome if every step could sleep`() {
    let program = ThreadProgram(threads: [
      [.write(0), .write(2), .read(0), .read(1)],
      [.write(1), .read(1), .write(2), .write(0)],
      [.write(1), .read(0), .read(1), .read(0)],
    ])
    let all = program.ends(bound: 3, skipsEquivalent: false).ends
    #expect(program.ends(bound: 3, skipsEquivalent: true).ends == all)
  }

  /// The step that acquires the shared lock acquires one more, which no other thread uses.
  @Test func `A lock that is acquired in the same step as another`() {
    let program = ThreadProgram(threads: [
      [.lock(0), .signal(0), .unlock(0), .read(0), .lock(0), .wait(0), .unlock(0)],
      [.lock(0), .lock(1), .write(0), .unlock(1), .unlock(0)],
    ])
    let all = program.ends(bound: nil, skipsEquivalent: false).ends
    #expect(program.ends(bound: nil, skipsEquivalent: true).ends == all)
  }
}

// MARK: - Fixtures

/// A random small program: threads that read, write, lock, wait and signal.
struct ThreadProgram: Sendable, CustomStringConvertible {
  enum Line: Sendable, CustomStringConvertible {
    case read(Int), write(Int), lock(Int), unlock(Int), signal(Int), wait(Int), sleep(Int)

    var description: String {
      switch self {
      case .read(let number): "read \(number)"
      case .write(let number): "write \(number)"
      case .lock(let number): "lock \(number)"
      case .unlock(let number): "unlock \(number)"
      case .signal: "signal"
      case .wait: "wait"
      case .sleep(let seconds): "sleep \(seconds)"
      }
    }
  }

  var threads: [[Line]] = []

  init(threads: [[Line]]) { self.threads = threads }

  init(seed: UInt64, isShort: Bool) {
    var dice = SplitMix64(seed: seed)
    for _ in 0..<(isShort ? 2 : 2 + dice.below(2)) {
      var lines: [Line] = []
      for _ in 0..<(1 + dice.below(isShort ? 3 : 4)) {
        switch dice.below(12) {
        case 0...4: lines.append(.read(dice.below(3)))
        case 5...8: lines.append(.write(dice.below(3)))
        case 9:
          let lock = dice.below(2)
          lines += [.lock(lock), dice.below(2) == 0 ? .read(0) : .write(1), .unlock(lock)]
        case 10: lines.append(dice.below(2) == 0 ? .signal(0) : .wait(0))
        default: lines.append(.sleep(dice.below(3)))
        }
      }
      threads.append(lines)
    }
  }

  var description: String {
    threads.map { "\($0)" }.joined(separator: " | ")
  }

  /// The ways in which the program can end.
  func ends(bound: Int?, skipsEquivalent: Bool) -> (ends: Set<String>, schedules: Int) {
    let ends = Mutex<Set<String>>([])
    var settings = Settings(.exhaustive(preemptions: bound))
    settings.skipsEquivalent = skipsEquivalent
    settings.findsDataRaces = false
    settings.searchesBeside = false
    let exploration = Explorer.explore("program", settings) { [threads] stage in
      let state = State()
      for (number, lines) in threads.enumerated() {
        stage.thread("\(number)") { for line in lines { state.run(line, number) } }
      }
      stage.finally { ends.withLock { _ = $0.insert(state.description) } }
    }
    precondition(exploration.finding == nil, "\(exploration)")
    return (ends.withLock { $0 }, exploration.runs)
  }
}

private final class State: @unchecked Sendable, CustomStringConvertible {
  // Unchecked: the Explorer lets one thread run at a time.
  let variables = [Shared(0, "x"), Shared(0, "y"), Shared(0, "z")]
  let locks = [RecursiveLock(name: "l"), RecursiveLock(name: "m")]
  let condition = Condition(name: "c")
  var signals = 0
  var seen = [[Int]](repeating: [], count: 3)

  func run(_ line: ThreadProgram.Line, _ thread: Int) {
    switch line {
    case .read(let variable): seen[thread].append(variables[variable].value)
    case .write(let variable):
      variables[variable].value = (seen[thread].last ?? 0) * 3 + thread + 1
    case .lock(let lock): locks[lock].lock()
    case .unlock(let lock): locks[lock].unlock()
    case .signal:
      condition.withLock {
        signals += 1
        condition.signal()
      }
    case .wait:
      // With a deadline, so that a program without a signal comes to an end.
      condition.withLock {
        seen[thread].append(condition.wait(until: .seconds(5)) ? 100 + signals : 200)
      }
    case .sleep(let seconds): SystemTime().sleep(for: .seconds(seconds))
    }
  }

  var description: String { "\(variables.map(\.value)) \(seen)" }
}
