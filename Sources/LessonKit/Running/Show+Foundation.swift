import MiniOperations
import Terminal

extension Show {
  /// With `--foundation`, runs the scenario on Foundation too and shows both traces side by side.
  ///
  /// `because` names the expected differences, by their K numbers if they have one.
  public func compare(
    _ ours: [String], withFoundation run: () -> [String], because: String = ""
  ) {
    guard has("--foundation") else { return }
    let theirs = run()
    let width = max(24, ours.map(\.count).max() ?? 0)
    say("")
    say("\("this framework".padded(to: width))   Foundation")
    for row in 0..<max(ours.count, theirs.count) {
      let left = row < ours.count ? ours[row] : ""
      let right = row < theirs.count ? theirs[row] : ""
      say("\(left.padded(to: width)) \(left == right ? " " : "≠") \(right)")
    }
    if ours == theirs {
      say("Both do the same.")
    } else if !because.isEmpty {
      quote("They differ: \(because)")
    }
  }
}

/// Lines that several threads write, in the order of arrival.
public final class Notebook: @unchecked Sendable {
  // Unchecked: `written` is touched only while `lock` is held.
  private let lock = RecursiveLock(name: "notebook")
  private var written: [String] = []

  /// Makes an empty notebook.
  public init() {}

  /// Adds a line.
  public func write(_ line: String) { lock.withLock { written.append(line) } }

  /// All lines so far.
  public var lines: [String] { lock.withLock { written } }
}
