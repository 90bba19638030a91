import Foundation
import Synchronization
import Testing

/// Says that something must hold here, and counts it as evaluated.
///
/// `#expect` reports only what does not hold. An expectation that was never reached reports nothing either, so the
/// process of a requirement must say how many of them it has evaluated.
public func expect(
  _ holds: Bool, _ claim: @autoclosure @escaping () -> String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  Evaluated.note(claim)
  if !holds { Issue.record(Comment(rawValue: claim()), sourceLocation: sourceLocation) }
}

/// The expectations that this process has evaluated, each once, however often it was its turn.
enum Evaluated {
  private static let codes = Mutex<Set<UInt>>([])

  /// Notes the expectation with this closure.
  ///
  /// Within an exit test every line is that of the macro, so lines cannot tell expectations apart. The code of a closure
  /// can: a closure is the address of its code and that of what it captures.
  static func note(_ claim: @escaping () -> String) {
    // In a struct, because a closure that is handed to a generic function by itself is wrapped in another.
    struct Held { let claim: () -> String }
    note(unsafeBitCast(Held(claim: claim), to: (code: UInt, captured: UInt).self).code)
  }

  /// Notes a scene that was explored.
  static func note(_ scene: @escaping @Sendable (Scene) -> Void) {
    struct Held { let scene: @Sendable (Scene) -> Void }
    note(unsafeBitCast(Held(scene: scene), to: (code: UInt, captured: UInt).self).code)
  }

  private static func note(_ code: UInt) { codes.withLock { _ = $0.insert(code) } }

  static var count: Int { codes.withLock { $0.count } }
}

/// The expectations that a requirement must have evaluated to be believed.
///
/// The grader finds them in the sources of the tests. Where it gives none, none is demanded.
struct Demands: Sendable {
  /// What was given to the process that runs the tests; the processes of the requirements do not get it.
  static let given: Demands = {
    defer { unsetenv(variable) }
    return Demands(ProcessInfo.processInfo.environment[variable] ?? "")
  }()

  private static let variable = "REQUIREMENT_EXPECTATIONS"
  private let places: [(file: String, line: Int)]

  /// Reads places such as `Exercise05Tests/PipelineTests.swift:17`, with spaces between them.
  init(_ text: String) {
    places = text.split(separator: " ").compactMap { place in
      let parts = place.split(separator: ":")
      return parts.count == 2 ? Int(parts[1]).map { (String(parts[0]), $0) } : nil
    }
  }

  /// How many expectations a test has, which ends at `end`.
  func count(of test: Test?, until end: SourceLocation) -> Int {
    guard let begin = test?.sourceLocation.line else { return 0 }
    return places.count { $0.file == end.fileID && (begin...end.line).contains($0.line) }
  }
}
