import Dispatch
import Explorer

/// A program that ends the process in its second line.
public struct TrappingProgram: Sendable {
  /// The line that does it.
  public let line: Int
  /// What the report says of it.
  public let reason: String
  let body: @Sendable () async -> Void

  private init(_ reason: String, line: Int = #line, _ body: @escaping @Sendable () async -> Void) {
    (self.reason, self.line, self.body) = (reason, line + 2, body)
  }

  /// The scenario of this name, with one task that ends the process.
  public static func scenario(_ name: String) -> Scenario {
    Scenario(name) { stage in stage.task("Ann", programs[name]!.body) }
  }

  /// All of them, by name.
  public static let programs: [String: TrappingProgram] = [
    "an index": TrappingProgram(": Index out of range") {
      let list = [1, 2]
      print(list[list.count])
    },
    "no value": TrappingProgram(": Unexpectedly found nil while unwrapping an Optional value") {
      let thing = Thing()
      thing.count = thing.value!
    },
    "a sum": TrappingProgram(".") {
      let thing = Thing()
      thing.count += 100
      thing.count = 0
    },
    "no memory": TrappingProgram(".") {
      let place = UnsafeMutablePointer<Int>(bitPattern: 8)!
      place.pointee = 1
    },
    "a requirement": TrappingProgram(": Precondition failed: it has a value") {
      let thing = Thing()
      precondition(thing.value != nil, "it has a value")
    },
    "two accesses": TrappingProgram(": Simultaneous accesses to ") {
      let thing = Thing()
      thing.change { print(thing.count) }
    },
    "a group": TrappingProgram(": a group is left more often than it was entered.") {
      let group = DispatchGroup()
      group.leave()
    },
    "a continuation": TrappingProgram(": SWIFT TASK CONTINUATION MISUSE: ") {
      let continuation = await resumedContinuation()
      continuation.resume()
    },
  ]
}

private final class Thing {
  var count: Int8 = 100
  var value: Int8?

  func change(_ body: () -> Void) { change(&count, body) }
  private func change(_ count: inout Int8, _ body: () -> Void) { body() }
}

private func resumedContinuation() async -> CheckedContinuation<Void, Never> {
  nonisolated(unsafe) var continuation: CheckedContinuation<Void, Never>?
  await withCheckedContinuation {
    continuation = $0
    $0.resume()
  }
  return continuation!
}
