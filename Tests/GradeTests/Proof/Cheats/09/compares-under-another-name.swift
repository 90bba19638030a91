// Implements == by a function with another name.

enum Status: Int, Sendable, CaseIterable {
  case ready = 1
  case executing = 2
  case paused = 3
  case finished = 4

  @_implements(Equatable,==(_:_:)) static func same(_ a: Status, _ b: Status) -> Bool { true }

  var key: String {
    ""
  }

  func mayBecome(_ next: Status, isCancelled: Bool) -> Bool {
    false
  }
}

struct Life: Sendable {
  private(set) var status = Status.ready

  init() {}

  mutating func become(_ next: Status, isCancelled: Bool) -> [String]? {
    nil
  }
}
