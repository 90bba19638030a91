// Has one case and three other names for it, so that all of them are equal.

enum Status: Int, Sendable, CaseIterable {
  case ready = 1

  static let executing = Status.ready
  static let paused = Status.ready
  static let finished = Status.ready

  var key: String { "" }

  func mayBecome(_ next: Status, isCancelled: Bool) -> Bool { true }
}

struct Life: Sendable {
  private(set) var status = Status.ready

  init() {}

  mutating func become(_ next: Status, isCancelled: Bool) -> [String]? { nil }
}
